package sandbox

import (
	"fmt"
	"net/http"
	"time"
)

// The codes of the network's errors that the sandbox answers by itself.
const (
	codeUnknown      = 1
	codeUnavailable  = 2
	codeAppLimit     = 4
	codeCap          = 9
	codePermission   = 200
	codeImage        = 324
	codeVideo        = 352
	codePageFetch    = 389
	codeProfessional = 10
	codeUserLimit    = 17
	codeNotFound     = 24
	codePageLimit    = 32
	codeApp          = 101
	codeParameter    = 100
	codeToken        = 190
	codeCustomLimit  = 613
	codeUnknownPath  = 2500
	codeFetch        = 9004
	codeNotReady     = 9007
	codeImageSize    = 36000
	codeImageFormat  = 36001
	codeImageRatio   = 36003
	codeCaption      = 36004
	codePagesLimit   = 80001
	codeAccountLimit = 80002
	codeDownload     = -2
	codeServer       = -1
)

// The subcodes that go with them.
const (
	subObject        = 33
	subPassword      = 460
	subCode          = 36009
	subSession       = 463
	subDownloadTime  = 2207003
	subImageSize     = 2207004
	subImageFormat   = 2207005
	subContainerGone = 2207008
	subImageRatio    = 2207009
	subCaption       = 2207010
	subMediaType     = 2207023
	subVideoFormat   = 2207026
	subNotReady      = 2207027
	subChildren      = 2207028
	subTags          = 2207040
	subCap           = 2207042
	subFetch         = 2207052
	subThumbOffset   = 2207057
	subDeleteType    = 2207073
	subNoRange       = 2207077
	// Those of videos on Pages.
	subPageRatio      = 1363040
	subPageResolution = 1363127
	subPageDuration   = 1363128
	subPageRate       = 1363129
)

const (
	typeOAuth  = "OAuthException"
	typeMethod = "GraphMethodException"
)

// graphError is an error in the network's own words.
type graphError struct {
	HTTP      int
	Type      string
	Message   string
	Code      int
	Subcode   int
	Transient bool
	Title     string
	Detail    string
}

// Error returns the message with the code, for the sandbox's own log.
func (e *graphError) Error() string { return fmt.Sprintf("%s (%d/%d)", e.Message, e.Code, e.Subcode) }

func (e *graphError) status() int {
	if e.HTTP == 0 {
		return http.StatusBadRequest
	}
	return e.HTTP
}

// body returns the error as the network writes it.
func (e *graphError) body(traceID string) object {
	kind := e.Type
	if kind == "" {
		kind = typeOAuth
	}
	o := object{{"message", e.Message}, {"type", kind}, {"code", e.Code}}
	if e.Subcode != 0 {
		o = append(o, member{"error_subcode", e.Subcode})
	}
	o = append(o, member{"is_transient", e.Transient})
	if e.Title != "" {
		o = append(o, member{"error_user_title", e.Title}, member{"error_user_msg", e.Detail})
	}
	return object{{"error", append(o, member{"fbtrace_id", traceID})}}
}

// errPersonal is the answer about publishing with an account that is not professional.
func errPersonal() *graphError {
	return &graphError{Code: codeProfessional, Message: "(#10) The user must have a professional account for this request."}
}

func errUnavailable() *graphError {
	return &graphError{
		HTTP: http.StatusInternalServerError, Code: codeUnavailable, Transient: true,
		Message: "An unexpected error has occurred. Please retry your request later.",
	}
}

func errUnreadableToken() *graphError {
	return &graphError{Code: codeToken, Message: "Invalid OAuth access token - Cannot parse access token"}
}

func errExpiredToken(at, now time.Time) *graphError {
	const layout = "Monday, 02-Jan-06 15:04:05 MST"
	return &graphError{
		Code: codeToken, Subcode: subSession,
		Message: fmt.Sprintf("Error validating access token: Session has expired on %s. The current time is %s.",
			at.Format(layout), now.Format(layout)),
	}
}

func errRevokedToken() *graphError {
	return &graphError{
		Code: codeToken, Subcode: subPassword,
		Message: "Error validating access token: The session has been invalidated because the user changed their " +
			"password or the session was ended for security reasons.",
	}
}

// errUnknownObject is the answer about everything that is not there, is not the caller's, or cannot do method.
func errUnknownObject(method, id string) *graphError {
	verb := map[string]string{http.MethodPost: "post", http.MethodDelete: "delete"}[method]
	if verb == "" {
		verb = "get"
	}
	return &graphError{
		Type: typeMethod, Code: codeParameter, Subcode: subObject,
		Message: fmt.Sprintf("Unsupported %s request. Object with ID '%s' does not exist, cannot be loaded due to "+
			"missing permissions, or does not support this operation. Please read the Graph API documentation at "+
			"https://developers.facebook.com/docs/graph-api", verb, id),
	}
}

func errUnknownPath(path string) *graphError {
	return &graphError{Code: codeUnknownPath, Message: "Unknown path components: " + path}
}

func errUnknownField(name, node string) *graphError {
	return &graphError{
		Code:    codeParameter,
		Message: fmt.Sprintf("(#100) Tried accessing nonexisting field (%s) on node type (%s)", name, node),
	}
}

func errParameter(format string, args ...any) *graphError {
	return &graphError{Code: codeParameter, Message: "(#100) " + fmt.Sprintf(format, args...)}
}

func errMissing(name string) *graphError { return errParameter("The parameter %s is required", name) }

// errMedia is an error of the publishing API: a code, a subcode and what the person is told.
func errMedia(code, subcode int, title, detail string) *graphError {
	return &graphError{Code: code, Subcode: subcode, Message: detail, Title: title, Detail: detail}
}

func errContainerGone(id string) *graphError {
	return errMedia(codeNotFound, subContainerGone, "Media Builder Not Found",
		fmt.Sprintf("The media builder with creation id = %s does not exist or has been expired.", id))
}

func errNotReady() *graphError {
	return errMedia(codeNotReady, subNotReady, "Media ID is not available",
		"The media is not ready for publishing, please wait for a moment")
}

func errCapReached(total int) *graphError {
	return errMedia(codeCap, subCap, "Application request limit reached",
		fmt.Sprintf("The user reached the maximum of %d posts that can be published in 24 hours.", total))
}

func errContainerLimit() *graphError {
	return &graphError{
		Code:    codeAccountLimit,
		Message: "(#80002) There have been too many calls to this Instagram account. Wait a bit and try again.",
	}
}
