package apperror

import (
	"net/http"
)

// Code is a code of the contract. Clients match on it; it never changes its meaning.
type Code string

// The codes of contract 7, in its order.
const (
	AuthRequired             Code = "AUTH_REQUIRED"
	AuthInvalidKey           Code = "AUTH_INVALID_KEY"
	TokenInvalid             Code = "TOKEN_INVALID"
	TokenExpired             Code = "TOKEN_EXPIRED"
	AuthFailed               Code = "AUTH_FAILED"
	CookieAuthRequired       Code = "COOKIE_AUTH_REQUIRED"
	SetupLocked              Code = "SETUP_LOCKED"
	ValidationError          Code = "VALIDATION_ERROR"
	MissingParam             Code = "MISSING_PARAM"
	InvalidParam             Code = "INVALID_PARAM"
	InvalidCode              Code = "INVALID_CODE"
	InvalidStatus            Code = "INVALID_STATUS"
	InvalidSchedule          Code = "INVALID_SCHEDULE"
	InvalidTags              Code = "INVALID_TAGS"
	InvalidMentions          Code = "INVALID_MENTIONS"
	InvalidCollaborators     Code = "INVALID_COLLABORATORS"
	InvalidCrossPost         Code = "INVALID_CROSS_POST"
	InvalidMediaType         Code = "INVALID_MEDIA_TYPE"
	InvalidCarousel          Code = "INVALID_CAROUSEL"
	InvalidWorkerKey         Code = "INVALID_WORKER_KEY"
	NotFound                 Code = "NOT_FOUND"
	MediaInvalid             Code = "MEDIA_INVALID"
	NoMediaID                Code = "NO_MEDIA_ID"
	UploadError              Code = "UPLOAD_ERROR"
	ProcessingFailed         Code = "PROCESSING_FAILED"
	VideoProcessingFailed    Code = "VIDEO_PROCESSING_FAILED"
	RateLimited              Code = "RATE_LIMITED"
	LoginRateLimited         Code = "LOGIN_RATE_LIMITED"
	StoriesCannotDelete      Code = "STORIES_CANNOT_DELETE"
	PrivateAPIRequired       Code = "PRIVATE_API_REQUIRED"
	LoginFailed              Code = "LOGIN_FAILED"
	TwoFactorRequired        Code = "TWO_FACTOR_REQUIRED"
	NoActiveSession          Code = "NO_ACTIVE_SESSION"
	MissingAccountID         Code = "MISSING_ACCOUNT_ID"
	CredentialsNotConfigured Code = "CREDENTIALS_NOT_CONFIGURED"
	AlreadyReposted          Code = "ALREADY_REPOSTED"
	RepostInProgress         Code = "REPOST_IN_PROGRESS"
	InvalidState             Code = "INVALID_STATE"
	RepostFailed             Code = "REPOST_FAILED"
	CloudNotConfigured       Code = "CLOUD_NOT_CONFIGURED"
	NotConfigured            Code = "NOT_CONFIGURED"
	BucketNotConfigured      Code = "BUCKET_NOT_CONFIGURED"
	TokenRequired            Code = "TOKEN_REQUIRED"
	WorkerUnreachable        Code = "WORKER_UNREACHABLE"
	SyncFailed               Code = "SYNC_FAILED"
	EncryptionKeyMismatch    Code = "ENCRYPTION_KEY_MISMATCH"
	WorkerDeployFailed       Code = "WORKER_DEPLOY_FAILED"
	CloudError               Code = "CLOUD_ERROR"
	UnknownError             Code = "UNKNOWN_ERROR"
	InternalError            Code = "INTERNAL_ERROR"
)

// Status returns the HTTP status of the code, 500 for a code that the contract does not have.
func (c Code) Status() int {
	if d, ok := c.Definition(); ok {
		return d.Status
	}
	return http.StatusInternalServerError
}

// Definition is what the catalogue says of a code.
type Definition struct {
	Code Code
	// Status is the HTTP status that goes with the code, always the same one.
	Status int
	// Cause says when the code is given, Fix what to do about it; each is a sentence in plain
	// words.
	Cause, Fix string
	// Retryable says whether the same request may succeed later without a change.
	Retryable bool
	// Fixer is who can correct it.
	Fixer Fixer
	// OnPosts says whether the errorCode of a post can be the code.
	OnPosts bool
	// Example is a message that comes with the code. Messages are for people and may change.
	Example string
	// Unreachable is a sentence that says why neither a request of v1 nor a post shows the code in
	// this version. It is empty for a code that one of them can show.
	Unreachable string
}

// Fixer says in words who can correct an error.
type Fixer string

const (
	ClientAuthor Fixer = "the client's author"
	MachineUser  Fixer = "the user at this machine"
	Waiting      Fixer = "time: wait, then try again"
	Developers   Fixer = "Crier's developers"
)

// Definition returns what the catalogue says of the code, and false for a code that the contract
// does not have.
func (c Code) Definition() (Definition, bool) {
	for i := range catalog {
		if catalog[i].Code == c {
			return catalog[i], true
		}
	}
	return Definition{}, false
}

// Catalog returns the 50 codes of contract 7 in its order.
func Catalog() []Definition { return append([]Definition(nil), catalog[:]...) }
