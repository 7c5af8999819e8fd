package objectstore

// Kind says why a store cannot do its work. The kinds differ by who can do something about it.
type Kind string

// The kinds of failures of a store that is reached over the network.
const (
	// WrongKeyID: the server knows no access key of that id.
	WrongKeyID Kind = "wrong-key-id"
	// WrongSecret: the secret is not the one of the access key.
	WrongSecret Kind = "wrong-secret"
	// NoBucket: there is no bucket of that name.
	NoBucket Kind = "no-bucket"
	// NoPermission: the access key may not do this in the bucket.
	NoPermission Kind = "no-permission"
	// WrongRegion: the bucket is in another region.
	WrongRegion Kind = "wrong-region"
	// ClockSkew: the clock of this machine is wrong.
	ClockSkew Kind = "clock-skew"
	// NotS3: the answer is not of the S3 API, such as the page of a proxy.
	NotS3 Kind = "not-s3"
	// NotTrusted: the certificate of the server cannot be trusted.
	NotTrusted Kind = "not-trusted"
	// NotReachable: nobody answers.
	NotReachable Kind = "not-reachable"
	// Unavailable: the server asks to come again later.
	Unavailable Kind = "unavailable"
	// Refused: the server refused for a reason of its own.
	Refused Kind = "refused"
)

// Error is a failure of a store. Its text is a sentence for people and contains no key, no address
// of an object and no secret.
type Error struct {
	Kind    Kind
	Message string
	cause   error
}

// NewError returns an Error; cause is for errors.Is alone and may be nil.
func NewError(kind Kind, message string, cause error) *Error {
	return &Error{Kind: kind, Message: message, cause: cause}
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error { return e.cause }

// IsTransient reports whether the same call may succeed later although nobody has changed anything.
func (e *Error) IsTransient() bool { return e.Kind == NotReachable || e.Kind == Unavailable }
