package bucket

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/xml"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"

	"crier/platform/objectstore"

	"github.com/minio/minio-go/v7"
)

// errNoUpload says that there is no such upload any more: it was completed, or thrown away.
var errNoUpload = errors.New("bucket: no such upload")

// explain returns what a failed request means to a person, as an *objectstore.Error. What the server itself says is
// not repeated but for its code: it may quote what was sent.
func (s *Store) explain(err error) error {
	if err == nil {
		return nil
	}
	var told minio.ErrorResponse
	if errors.As(err, &told) && (told.StatusCode != 0 || told.Code != "") {
		return s.explainAnswer(told)
	}
	return s.explainTransport(err)
}

// kinds says what the codes of the S3 API mean here.
var kinds = map[string]objectstore.Kind{
	"InvalidAccessKeyId":                 objectstore.WrongKeyID,
	"XAdminUserNotFound":                 objectstore.WrongKeyID, // versitygw words it so.
	"SignatureDoesNotMatch":              objectstore.WrongSecret,
	"NoSuchBucket":                       objectstore.NoBucket,
	"InvalidBucketName":                  objectstore.NoBucket,
	"AccessDenied":                       objectstore.NoPermission,
	"AllAccessDisabled":                  objectstore.NoPermission,
	"AccountProblem":                     objectstore.NoPermission,
	"NotSignedUp":                        objectstore.NoPermission,
	"Unauthorized":                       objectstore.NoPermission,
	"Forbidden":                          objectstore.NoPermission,
	"AuthorizationHeaderMalformed":       objectstore.WrongRegion,
	"InvalidRegion":                      objectstore.WrongRegion,
	"InvalidRegionName":                  objectstore.WrongRegion,
	"IllegalLocationConstraintException": objectstore.WrongRegion,
	"PermanentRedirect":                  objectstore.WrongRegion,
	"RequestTimeTooSkewed":               objectstore.ClockSkew,
	"RequestNotReadyYet":                 objectstore.ClockSkew,
	"InternalError":                      objectstore.Unavailable,
	"ServiceUnavailable":                 objectstore.Unavailable,
	"SlowDown":                           objectstore.Unavailable,
	"SlowDownRead":                       objectstore.Unavailable,
	"SlowDownWrite":                      objectstore.Unavailable,
	"TooManyRequests":                    objectstore.Unavailable,
	"RequestTimeout":                     objectstore.Unavailable,
	"OperationAborted":                   objectstore.Unavailable,
	"BadDigest":                          objectstore.Unavailable, // The bytes came out otherwise than they went in.
	"IncompleteBody":                     objectstore.Unavailable,
	"XAmzContentSHA256Mismatch":          objectstore.Unavailable,
}

func (s *Store) explainAnswer(told minio.ErrorResponse) error {
	if told.Code == "NoSuchUpload" {
		return errNoUpload
	}
	kind, known := kinds[told.Code]
	switch {
	case known:
	case told.Code == "InvalidArgument" && strings.Contains(strings.ToLower(told.Message), "access key"):
		kind = objectstore.WrongKeyID // R2 words a key id of another length so.
	case told.StatusCode == http.StatusUnauthorized || told.StatusCode == http.StatusForbidden:
		kind = objectstore.NoPermission
	case told.StatusCode >= http.StatusInternalServerError && told.StatusCode != http.StatusNotImplemented,
		told.StatusCode == http.StatusTooManyRequests, told.StatusCode == http.StatusRequestTimeout:
		kind = objectstore.Unavailable
	default:
		kind = objectstore.Refused
	}
	return objectstore.NewError(kind, s.word(kind, answerOf(told)), told)
}

// answerOf names an answer by its status and its code, which is a word of the protocol.
func answerOf(told minio.ErrorResponse) string {
	code := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, told.Code[:min(len(told.Code), 60)])
	return strings.TrimSpace(fmt.Sprintf("HTTP %d %s", told.StatusCode, code))
}

// word says what is the matter and what to do about it.
func (s *Store) word(kind objectstore.Kind, detail string) string {
	host := s.host()
	switch kind {
	case objectstore.WrongKeyID:
		return fmt.Sprintf("%s knows no access key of this id (%s); copy the access key id again", host, detail)
	case objectstore.WrongSecret:
		return fmt.Sprintf("%s says that the secret access key is not the one of this access key id (%s); set it again", host, detail)
	case objectstore.NoBucket:
		return fmt.Sprintf("there is no bucket %q at %s (%s); make it, or correct its name", s.config.Name, host, detail)
	case objectstore.NoPermission:
		return fmt.Sprintf("the access key may not do this in the bucket %q (%s); it needs to read, write, list and delete objects", s.config.Name, detail)
	case objectstore.WrongRegion:
		return fmt.Sprintf("the bucket %q is not in the region %q (%s); correct the region or the endpoint", s.config.Name, s.config.Region, detail)
	case objectstore.ClockSkew:
		return fmt.Sprintf("%s refuses because the clock of this machine is wrong by many minutes (%s); set the clock", host, detail)
	case objectstore.NotS3:
		return host + " answers with a page in place of the S3 API; correct the endpoint, or look for a proxy in between"
	case objectstore.NotTrusted:
		return fmt.Sprintf("the certificate of %s is not to be trusted (%s); correct the endpoint, or look for a proxy in between", host, detail)
	case objectstore.Unavailable:
		return fmt.Sprintf("%s cannot take the file just now (%s)", host, detail)
	case objectstore.NotReachable:
		return fmt.Sprintf("%s cannot be reached: %s", host, detail)
	default:
		return fmt.Sprintf("%s refuses (%s)", host, detail)
	}
}

func (s *Store) host() string {
	u, err := url.Parse(s.config.Endpoint)
	if err != nil {
		return "the bucket's server"
	}
	return u.Host
}

// explainTransport words what happened on the way. The transport's own text names the object.
func (s *Store) explainTransport(err error) error {
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	var hostname x509.HostnameError
	var header tls.RecordHeaderError
	kind, detail := objectstore.NotReachable, "the connection broke"
	switch {
	case errors.Is(err, errPage), errors.Is(err, errTooLong), isSyntax(err):
		kind = objectstore.NotS3
	case errors.As(err, &certificate), errors.As(err, &hostname):
		kind, detail = objectstore.NotTrusted, "it was not made for this name, or by nobody known"
	case errors.As(err, &header), errors.Is(err, http.ErrSchemeMismatch):
		kind, detail = objectstore.NotTrusted, "it does not speak TLS"
	case errors.As(err, &dns) && dns.IsNotFound:
		detail = "there is no such name on the internet"
	case errors.Is(err, context.DeadlineExceeded) || isTimeout(err):
		detail = "it does not answer in time"
	case errors.Is(err, syscall.ECONNREFUSED):
		detail = "nobody answers at that address"
	}
	return objectstore.NewError(kind, s.word(kind, detail), err)
}

func isTimeout(err error) bool {
	var failed net.Error
	return errors.As(err, &failed) && failed.Timeout()
}

// isSyntax reports whether the answer was no XML.
func isSyntax(err error) bool {
	var syntax *xml.SyntaxError
	var other xml.UnmarshalError
	return errors.As(err, &syntax) || errors.As(err, &other)
}
