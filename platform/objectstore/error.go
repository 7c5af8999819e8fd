package objectstore

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"syscall"
)

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
	// Full: the store has no room until something is deleted.
	Full Kind = "full"
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
func (e *Error) IsTransient() bool {
	return e.Kind == NotReachable || e.Kind == Unavailable || e.Kind == Full
}

// Unreached returns why a request got no answer, and says it in a few words. They do not repeat the
// transport's text, which contains the object's address.
func Unreached(err error) (kind Kind, detail string) {
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	var hostname x509.HostnameError
	var header tls.RecordHeaderError
	var failed net.Error
	switch {
	case errors.As(err, &certificate), errors.As(err, &hostname):
		return NotTrusted, "it was not made for this name, or by nobody known"
	case errors.As(err, &header), errors.Is(err, http.ErrSchemeMismatch):
		return NotTrusted, "it does not speak TLS"
	case errors.As(err, &dns) && dns.IsNotFound:
		return NotReachable, "there is no such name on the internet"
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &failed) && failed.Timeout():
		return NotReachable, "it does not answer in time"
	case errors.Is(err, syscall.ECONNREFUSED):
		return NotReachable, "nobody answers at that address"
	}
	return NotReachable, "the connection broke"
}

// WithoutPath removes the path from a file system error, because a path may be private.
func WithoutPath(store string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %s: %w", store, path.Op, path.Err)
	}
	return err
}
