package bucket

import (
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"crier/platform/objectstore"

	"github.com/minio/minio-go/v7"
)

// errNoUpload says that an upload has been completed or aborted.
var errNoUpload = errors.New("bucket: no such upload")

// explain turns the error of a request into an *objectstore.Error for people. It repeats only the
// code of the server's answer, because the server's text may quote the request.
func explain(config Config, err error) error {
	var refused minio.ErrorResponse
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &refused) || refused.StatusCode == 0 && refused.Code == "":
		return explainTransport(config, err)
	case refused.Code == "NoSuchUpload":
		return errNoUpload
	}
	kind := kindOf(refused)
	return objectstore.NewError(kind, message(config, kind, codeOf(refused)), refused)
}

// kinds maps codes of the S3 API to kinds of failure.
var kinds = map[string]objectstore.Kind{
	"InvalidAccessKeyId":                 objectstore.WrongKeyID,
	"XAdminUserNotFound":                 objectstore.WrongKeyID, // versitygw's code for it.
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
	"BadDigest":                          objectstore.Unavailable, // The bytes were damaged on the way.
	"IncompleteBody":                     objectstore.Unavailable,
	"XAmzContentSHA256Mismatch":          objectstore.Unavailable,
}

func kindOf(refused minio.ErrorResponse) objectstore.Kind {
	kind, isKnown := kinds[refused.Code]
	switch {
	case isKnown:
		return kind
	case refused.Code == "InvalidArgument" && strings.Contains(strings.ToLower(refused.Message), "access key"):
		return objectstore.WrongKeyID // R2's answer to a key id of another length.
	case refused.StatusCode == http.StatusUnauthorized || refused.StatusCode == http.StatusForbidden:
		return objectstore.NoPermission
	case isPassing(refused.StatusCode):
		return objectstore.Unavailable
	}
	return objectstore.Refused
}

// codeOf returns the HTTP status and the S3 code of a refusal.
func codeOf(refused minio.ErrorResponse) string {
	code := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, refused.Code[:min(len(refused.Code), 60)])
	return strings.TrimSpace(fmt.Sprintf("HTTP %d %s", refused.StatusCode, code))
}

// message says what is wrong and what to do about it.
func message(config Config, kind objectstore.Kind, detail string) string {
	host := hostOf(config.Endpoint)
	switch kind {
	case objectstore.WrongKeyID:
		return fmt.Sprintf("%s knows no access key of this id (%s); copy the access key id again", host, detail)
	case objectstore.WrongSecret:
		return fmt.Sprintf("%s says that the secret access key is not the one of this access key id (%s); set it again", host, detail)
	case objectstore.NoBucket:
		return fmt.Sprintf("there is no bucket %q at %s (%s); make it, or correct its name", config.Name, host, detail)
	case objectstore.NoPermission:
		return fmt.Sprintf("the access key may not do this in the bucket %q (%s); it needs to read, write, list and delete objects", config.Name, detail)
	case objectstore.WrongRegion:
		return fmt.Sprintf("the bucket %q is not in the region %q (%s); correct the region or the endpoint", config.Name, config.Region, detail)
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

func hostOf(endpoint string) string {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "the bucket's server"
	}
	return u.Host
}

// explainTransport explains a request that got no answer of the S3 API.
func explainTransport(config Config, err error) error {
	kind, detail := objectstore.Unreached(err)
	if errors.Is(err, errPage) || errors.Is(err, errTooLong) || isSyntax(err) {
		kind = objectstore.NotS3
	}
	return objectstore.NewError(kind, message(config, kind, detail), err)
}

// isSyntax reports whether the answer was no XML.
func isSyntax(err error) bool {
	var syntax *xml.SyntaxError
	var other xml.UnmarshalError
	return errors.As(err, &syntax) || errors.As(err, &other)
}
