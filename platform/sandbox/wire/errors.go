package wire

import (
	"cmp"
	"fmt"
	"net/http"
	"time"
)

// The codes of the network's errors that the sandbox answers by itself.
const (
	CodeUnknown      = 1
	codeUnavailable  = 2
	codeAppLimit     = 4
	codeCap          = 9
	CodePermission   = 200
	CodeImage        = 324
	CodeVideo        = 352
	CodePageFetch    = 389
	codeNotPermitted = 10
	codeUserLimit    = 17
	codeNotFound     = 24
	codePageLimit    = 32
	CodeApp          = 101
	CodeParameter    = 100
	CodeToken        = 190
	CodeCustomLimit  = 613
	codeUnknownPath  = 2500
	CodeFetch        = 9004
	codeNotReady     = 9007
	CodeImageSize    = 36000
	CodeImageFormat  = 36001
	CodeImageRatio   = 36003
	CodeCaption      = 36004
	codePagesLimit   = 80001
	codeAccountLimit = 80002
	CodeDownload     = -2
	CodeServer       = -1
)

// The subcodes that go with them.
const (
	SubObject        = 33
	subPassword      = 460
	SubCode          = 36009
	subSession       = 463
	SubDownloadTime  = 2207003
	SubImageSize     = 2207004
	SubImageFormat   = 2207005
	subContainerGone = 2207008
	SubImageRatio    = 2207009
	SubCaption       = 2207010
	SubCollaborator  = 2207018
	SubMediaType     = 2207023
	SubVideoFormat   = 2207026
	subNotReady      = 2207027
	SubChildren      = 2207028
	SubTags          = 2207040
	subCap           = 2207042
	SubFetch         = 2207052
	SubThumbOffset   = 2207057
	SubDeleteType    = 2207073
	SubNoRange       = 2207077
	SubTrial         = 2207081
	// Those of videos on Pages.
	SubPageRatio      = 1363040
	SubPageResolution = 1363127
	SubPageDuration   = 1363128
	SubPageRate       = 1363129
)

const (
	TypeOAuth  = "OAuthException"
	TypeMethod = "GraphMethodException"
	// typeInstagram is of the host of the primary login.
	typeInstagram = "IGApiException"
)

// Error is an error in the network's own words.
type Error struct {
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
func (e *Error) Error() string { return fmt.Sprintf("%s (%d/%d)", e.Message, e.Code, e.Subcode) }

func (e *Error) status() int {
	if e.HTTP == 0 {
		return http.StatusBadRequest
	}
	return e.HTTP
}

// body returns the error as the network writes it.
func (e *Error) body(traceID string) Object {
	o := Object{{"message", e.Message}, {"type", cmp.Or(e.Type, TypeOAuth)}, {"code", e.Code}}
	if e.Subcode != 0 {
		o = append(o, Member{"error_subcode", e.Subcode})
	}
	o = append(o, Member{"is_transient", e.Transient})
	if e.Title != "" {
		o = append(o, Member{"error_user_title", e.Title}, Member{"error_user_msg", e.Detail})
	}
	return Object{{"error", append(o, Member{"fbtrace_id", traceID})}}
}

// NotProfessional is the answer about publishing with an account that is not professional.
func NotProfessional() *Error {
	return &Error{Code: codeNotPermitted, Message: "(#10) The user must have a professional account for this request."}
}

// NotPermitted is the answer to a token without the permission that the call needs.
func NotPermitted() *Error {
	return &Error{Code: codeNotPermitted, Message: "(#10) Application does not have permission for this action"}
}

// NotTester is the answer to a token of somebody who has not accepted to test the app.
func NotTester() *Error {
	return &Error{Code: CodeParameter, Type: typeInstagram, Message: "Unsupported request - method type: get"}
}

// Unavailable is the network's own failure, which a client may retry.
func Unavailable() *Error {
	return &Error{
		HTTP: http.StatusInternalServerError, Code: codeUnavailable, Transient: true,
		Message: "An unexpected error has occurred. Please retry your request later.",
	}
}

// UnreadableToken is the answer to a token that was never issued, or not on this host.
func UnreadableToken() *Error {
	return &Error{Code: CodeToken, Message: "Invalid OAuth access token - Cannot parse access token"}
}

// ExpiredToken is the answer to a token that ended at an instant before now.
func ExpiredToken(at, now time.Time) *Error {
	const layout = "Monday, 02-Jan-06 15:04:05 MST"
	return &Error{
		Code: CodeToken, Subcode: subSession,
		Message: fmt.Sprintf("Error validating access token: Session has expired on %s. The current time is %s.",
			at.Format(layout), now.Format(layout)),
	}
}

// RevokedToken is the answer to a token that was taken back.
func RevokedToken() *Error {
	return &Error{
		Code: CodeToken, Subcode: subPassword,
		Message: "Error validating access token: The session has been invalidated because the user changed their " +
			"password or the session was ended for security reasons.",
	}
}

// UnknownObject is the answer about everything that is not there, is not the caller's, or cannot do
// method.
func UnknownObject(method, id string) *Error {
	verb := cmp.Or(map[string]string{http.MethodPost: "post", http.MethodDelete: "delete"}[method], "get")
	return &Error{
		Type: TypeMethod, Code: CodeParameter, Subcode: SubObject,
		Message: fmt.Sprintf("Unsupported %s request. Object with ID '%s' does not exist, cannot be loaded due to "+
			"missing permissions, or does not support this operation. Please read the Graph API documentation at "+
			"https://developers.facebook.com/docs/graph-api", verb, id),
	}
}

// UnknownPath is the answer to a path that the network does not have.
func UnknownPath(path string) *Error {
	return &Error{Code: codeUnknownPath, Message: "Unknown path components: " + path}
}

// UnknownField is the answer about a field that the type of node does not have.
func UnknownField(name, node string) *Error {
	return &Error{
		Code:    CodeParameter,
		Message: fmt.Sprintf("(#100) Tried accessing nonexisting field (%s) on node type (%s)", name, node),
	}
}

// BadParameter is the answer to a call whose parameters are wrong; the code 100 goes in front of
// the text.
func BadParameter(format string, args ...any) *Error {
	return &Error{Code: CodeParameter, Message: "(#100) " + fmt.Sprintf(format, args...)}
}

// MissingParameter is the answer to a call without the parameter.
func MissingParameter(name string) *Error { return BadParameter("The parameter %s is required", name) }

// MediaError is an error of the publishing API: a code, a subcode and the message for people.
func MediaError(code, subcode int, title, detail string) *Error {
	return &Error{Code: code, Subcode: subcode, Message: detail, Title: title, Detail: detail}
}

// ContainerGone is the answer about a container that is not there, has expired, or is another
// account's.
func ContainerGone(id string) *Error {
	return MediaError(codeNotFound, subContainerGone, "Media Builder Not Found",
		fmt.Sprintf("The media builder with creation id = %s does not exist or has been expired.", id))
}

// NotReady is the answer about a container that cannot be published now.
func NotReady() *Error {
	return MediaError(codeNotReady, subNotReady, "Media ID is not available",
		"The media is not ready for publishing, please wait for a moment")
}

// CapReached is the answer to a publish call above the cap of total posts in 24 hours.
func CapReached(total int) *Error {
	return MediaError(codeCap, subCap, "Application request limit reached",
		fmt.Sprintf("The user reached the maximum of %d posts that can be published in 24 hours.", total))
}

// TooManyContainers is the answer to an account that makes too many containers in 24 hours.
func TooManyContainers() *Error {
	return &Error{
		Code:    codeAccountLimit,
		Message: "(#80002) There have been too many calls to this Instagram account. Wait a bit and try again.",
	}
}
