package native

import (
	"errors"
	"fmt"
	"strings"

	"crier/platform/secrets"
)

// Class says what a failure means for the caller.
type Class string

const (
	// BadCredentials: the network refused the name with the password. It does that to right ones
	// too, when it does not trust the device or wants something confirmed in its own app.
	BadCredentials Class = "bad credentials"
	// TwoFactor: the account has two-factor authentication.
	TwoFactor Class = "two factor"
	// RateLimited: too many attempts; the network says to wait.
	RateLimited Class = "rate limited"
	// Manual: the network wants something that only the user can do in its own app.
	Manual Class = "manual"
	// WrongCode: the code is not the one of the challenge, or of the second factor.
	WrongCode Class = "wrong code"
	// LoggedOut: the session, or the challenge, has ended.
	LoggedOut Class = "logged out"
	// AppTooOld: the network no longer takes this version of its app.
	AppTooOld Class = "app too old"
	// ChallengeRequired: a call in the name of a session met a challenge, which a new login with a
	// code can solve.
	ChallengeRequired Class = "challenge"
	// ActionBlocked: the network takes the call for spam.
	ActionBlocked Class = "action blocked"
	// NotFound: the user or media does not exist, no longer exists, or is not visible to this user.
	NotFound Class = "not found"
	// NotReady: the network still works on the video; the same call can be made again some seconds
	// later.
	NotReady Class = "not ready"
	// Unsafe: files may not be fetched from the address, and nothing was fetched.
	Unsafe Class = "unsafe"
	// TooLarge: a file is larger than its bound.
	TooLarge Class = "too large"
	// Refused: the network refuses for another reason.
	Refused Class = "refused"
	// Transport: no answer came, or none that can be understood.
	Transport Class = "transport"
)

// Stops reports whether the account must be left alone after a failure of the class, until its user
// has acted or time has passed: further calls put the account at risk.
func (c Class) Stops() bool {
	switch c {
	case BadCredentials, TwoFactor, RateLimited, Manual, LoggedOut, AppTooOld, ChallengeRequired, ActionBlocked:
		return true
	default:
		return false
	}
}

// What a call was for, as Error names it.
const (
	OpPrelogin  = "prelogin"
	OpLogin     = "login"
	OpChallenge = "challenge"
	OpTwoFactor = "second factor"
	OpManifest  = "version manifest"
	OpWho       = "current user"

	OpInbox     = "inbox"
	OpPending   = "pending inbox"
	OpThread    = "conversation"
	OpMedia     = "media info"
	OpUser      = "user info"
	OpDownload  = "download"
	OpUpload    = "story upload"
	OpCover     = "story cover"
	OpConfigure = "story"
	OpStories   = "own stories"
)

// ErrMalformed says that an answer has no form that is known of the network. Nothing in it was
// used.
var ErrMalformed = errors.New("the answer is not one of the network's")

// Error is a failed call. Its texts hold no secret, are printable and bounded.
type Error struct {
	// Op is one of the Op constants.
	Op    string
	Class Class
	// HTTPStatus is 0 when no answer came.
	HTTPStatus int
	// Type and Message are the network's own words, empty where it said nothing.
	Type, Message string
	// OutcomeUnknown says that the call may have taken effect although it failed: it was one that
	// changes something, it was sent, and no answer of the network's came back.
	OutcomeUnknown bool

	challenge  wireChallenge
	twoFactor  wireTwoFactor
	cause      error
	notReached bool
}

// NotReached reports that there was no connection to the network: the request did not leave this
// machine.
func (e *Error) NotReached() bool { return e.notReached }

// Error returns the operation, the class and what the network said.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Op + ": " + string(e.Class))
	for _, s := range []string{e.Type, e.Message} {
		if s != "" {
			b.WriteString(": " + s)
		}
	}
	if e.HTTPStatus != 0 {
		fmt.Fprintf(&b, " (HTTP %d)", e.HTTPStatus)
	}
	return b.String()
}

// Unwrap returns the cause: a failure of the transport, a context's, or ErrMalformed; nil for the
// network's refusals.
func (e *Error) Unwrap() error { return e.cause }

// ClassOf returns the class of the first Error in err's chain, Transport for any other error and ""
// for nil.
func ClassOf(err error) Class {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Class
	}
	return Transport
}

const (
	maxTextRunes = 300
	hidden       = "[hidden]"
)

// clean returns a text of the network's, or about it, as it may be shown: printable, bounded,
// without the secrets, these and every other that is known, which an answer may echo.
func clean(s string, secret ...secrets.Text) string {
	for _, t := range secret {
		if !t.IsEmpty() {
			s = strings.ReplaceAll(s, t.Reveal(), hidden)
		}
	}
	return secrets.Printable(s, maxTextRunes)
}
