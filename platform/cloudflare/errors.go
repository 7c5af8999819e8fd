package cloudflare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
)

// ErrMalformed says that an answer is not one that Cloudflare documents. Nothing in it was used.
var ErrMalformed = errors.New("the answer is not Cloudflare's")

// Kind is what a failure means for the caller.
type Kind string

const (
	// TokenWrong: there is no token, or Cloudflare does not know it or no longer accepts it.
	TokenWrong Kind = "token wrong"
	// PermissionMissing: the token may not do this; Error.Permission names what it lacks.
	PermissionMissing Kind = "permission missing"
	// NotFound: what was asked for does not exist.
	NotFound Kind = "not found"
	// Taken: the name belongs to something else.
	Taken Kind = "taken"
	// InUse: a script that others use is not deleted.
	InUse Kind = "in use"
	// NotEnabled: the account has to be made ready by hand first: R2 switched on, the e-mail
	// address confirmed.
	NotEnabled Kind = "not enabled"
	// Quota: the plan's budget is used up, for today or altogether.
	Quota Kind = "quota"
	// RateLimited: too many calls in a short time; Error.RetryAfter says how long that lasts, if
	// Cloudflare did.
	RateLimited Kind = "rate limited"
	// Refused: Cloudflare refused for another reason, which Error.Message says.
	Refused Kind = "refused"
	// Unreachable: no answer came, or Cloudflare is down.
	Unreachable Kind = "unreachable"
	// NotCloudflare: something else answered, for instance a proxy.
	NotCloudflare Kind = "not Cloudflare"
)

// Error is a failed call. Its texts hold no token and no other secret that was sent, are printable
// and bounded.
type Error struct {
	// Op is one of the Op constants.
	Op Op
	// Status is the HTTP status; 0 when no answer came.
	Status int
	// Code and Message are Cloudflare's own; zero where it said nothing.
	Code    int
	Message string
	Kind    Kind
	// Unverified says that no source names the code: its meaning is an assumption of this client.
	Unverified bool
	// RetryAfter is how long Cloudflare asked to wait; 0 when it did not.
	RetryAfter time.Duration

	detail string
	unsure bool
	cause  error
}

// Permission returns the permission that the call needs, as Cloudflare's page for tokens names it.
func (e *Error) Permission() string { return permissions[e.Op] }

// OutcomeUnknown reports that the call was a write that may have taken effect all the same.
func (e *Error) OutcomeUnknown() bool { return e.unsure }

// Unwrap returns the cause: a failure of the transport, a context's, or ErrMalformed; nil for
// Cloudflare's errors.
func (e *Error) Unwrap() error { return e.cause }

// Error returns the operation, what Cloudflare said or what went wrong, and the figures.
func (e *Error) Error() string {
	var figures []string
	if e.Status != 0 {
		figures = append(figures, fmt.Sprintf("HTTP %d", e.Status))
	}
	if e.Code != 0 {
		figures = append(figures, fmt.Sprintf("code %d", e.Code))
	}
	text := string(e.Op) + ": " + cmp.Or(e.Message, e.detail, string(e.Kind))
	if len(figures) == 0 {
		return text
	}
	return text + " (" + strings.Join(figures, ", ") + ")"
}

// Sentence returns what to tell the user: what is wrong, and what helps.
func (e *Error) Sentence() string {
	switch e.Kind {
	case TokenWrong:
		return "Cloudflare does not accept the API token. Check that it was copied whole and has not expired, or create a new one."
	case PermissionMissing:
		return fmt.Sprintf("The Cloudflare API token lacks the permission %q. Add it to the token in Cloudflare's dashboard, for this account, and try again.", e.Permission())
	case Quota:
		return "A limit of the Cloudflare plan is reached" + e.quoted() + " Limits of a day start again at midnight UTC."
	case RateLimited:
		return "Cloudflare had too many requests in a short time" + e.wait() + "."
	case Unreachable:
		return "Cloudflare cannot be reached at the moment. Check the internet connection and try again later."
	case NotCloudflare:
		return "Something other than Cloudflare answered, perhaps a proxy or the sign-in page of a network. Check the internet connection and try again."
	case NotEnabled:
		return e.makeReady()
	case NotFound:
		return fmt.Sprintf("Cloudflare does not find what was asked for (%s)%s", e.Op, e.quoted())
	case Taken:
		return "The name is taken already at Cloudflare" + e.quoted() + " Choose another one."
	case InUse:
		return "Cloudflare does not delete what is still in use" + e.quoted()
	case Refused:
		return fmt.Sprintf("Cloudflare refused the request (%s)%s", e.Op, e.quoted())
	default:
		return "Cloudflare answered with an error" + e.quoted()
	}
}

func (e *Error) makeReady() string {
	switch e.Code {
	case codeR2NotEnabled:
		return "R2 is not switched on for this Cloudflare account. Open R2 in Cloudflare's dashboard, switch it on (Cloudflare wants a payment method for it, also for free use) and try again."
	case codeEmailNotVerified:
		return "The e-mail address of the Cloudflare account is not confirmed. Confirm it with the message from Cloudflare and try again."
	default:
		return "The Cloudflare account is not ready for this" + e.quoted()
	}
}

// quoted returns Cloudflare's words as the end of a sentence.
func (e *Error) quoted() string {
	if e.Message == "" {
		return "."
	}
	return ": " + strings.TrimRight(e.Message, ".") + "."
}

func (e *Error) wait() string {
	if e.RetryAfter <= 0 {
		return ". Try again in a few minutes"
	}
	if e.RetryAfter <= 2*time.Minute {
		return fmt.Sprintf(". Try again in %d seconds", int(math.Ceil(e.RetryAfter.Seconds())))
	}
	return fmt.Sprintf(". Try again in %d minutes", int(math.Ceil(e.RetryAfter.Minutes())))
}

// Is returns whether err is, or wraps, an *Error of the kind.
func Is(err error, kind Kind) bool {
	e, isOurs := errors.AsType[*Error](err)
	return isOurs && e.Kind == kind
}
