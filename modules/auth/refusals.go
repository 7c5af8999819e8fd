package auth

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/httpclient"
	"crier/platform/wiretime"
)

// shortLived is the life below which a user's token is not worth connecting: posts of tomorrow
// would fail.
const shortLived = 24 * time.Hour

// codeParameter is the network's code for a call that asks for what there is not.
const codeParameter = 100

// Cure is a refusal at connecting in its parts, for a screen that shows them one by one: the
// details of the error. The error's message has all of it.
type Cure struct {
	Refusal string   `json:"refusal" enum:"tester,login,foreign,unlinked,invalid,app,scopes,short,nowhere,personal,sandbox,real,refused,asks" doc:"Which refusal it is." example:"tester"`
	Title   string   `json:"title" doc:"What it is, in a few words." example:"The invite is not accepted yet"`
	What    string   `json:"what" doc:"What it is." example:"this is the token of an app, which has no account"`
	Steps   []string `json:"steps" doc:"What to do, one by one."`
	Link    string   `json:"link" doc:"The page on which to do it; empty when there is none." example:"https://developers.facebook.com/apps/"`
	Said    string   `json:"said" doc:"The network's own words; empty when there are none." example:"code 100: Unsupported request - method type: get"`
}

// CureOf returns the parts of a refusal at connecting.
func CureOf(err error) (c Cure, isKnown bool) {
	if e := apperror.From(err); e != nil {
		c, isKnown = e.Details.(Cure)
	}
	return c, isKnown
}

// refuse returns the refusal as an error. The network's words are the cause's, where there is one.
func refuse(cause error, c Cure) error {
	if cause != nil {
		c.Said = cause.Error()
	}
	message := c.What + "; " + strings.Join(c.Steps, ", then ")
	if c.Said != "" {
		message += " (" + c.Said + ")"
	}
	e := apperror.Wrap(apperror.ValidationError, cause, "%s", message)
	e.Details = c
	return e
}

// isNoTester reports whether the network answers about nobody with a token that it can read. It
// refuses every call of an account that has been invited to an app and has not accepted.
func isNoTester(err error) bool {
	e, ok := errors.AsType[*graph.Error](err)
	return ok && e.Code == codeParameter && e.Subcode == 0
}

func notTester(err error) error {
	return refuse(err, Cure{
		Refusal: "tester", Title: "The invite is not accepted yet",
		What:  "the network knows the token and shows no account with it, as a rule because the account is invited to test the app and has not accepted",
		Steps: []string{"accept the invite in Instagram (" + testerMenu + ")", "paste the token again"}, Link: testerInvites,
	})
}

// wrongLogin names the login that a token is not of.
func wrongLogin(err error, login string) error {
	return refuse(err, Cure{
		Refusal: "login", Title: "Another login made this token",
		What: "this is not a token of " + login + ", which you named", Steps: []string{"leave the login out, and Crier finds out which one made the token"},
	})
}

// noLogin is about a token that no host can parse.
func noLogin(err error) error {
	return refuse(err, Cure{
		Refusal: "foreign", Title: "This is no token that Instagram or Facebook made, or not all of it",
		What: "neither of the network's logins takes this token", Steps: []string{"make a new one, and paste all of it"}, Link: AppDashboard,
	})
}

// noLinked is about the token of a Page without an account.
func noLinked(page string) error {
	return refuse(nil, Cure{
		Refusal: "unlinked", Title: "The Page has no Instagram account",
		What: "no professional account is linked with the Page " + page, Steps: []string{"link them in the network's app", "connect it again"},
	})
}

// checkInfo refuses a token that is dead, of an app, or may not publish.
func checkInfo(info graph.TokenInfo) error {
	switch {
	case !info.IsValid:
		return refuse(nil, Cure{
			Refusal: "invalid", Title: "The token is not valid any more",
			What: "the network says that this token is not valid any more", Steps: []string{"make a new one"}, Link: AppDashboard,
		})
	case info.Kind == graph.AppToken:
		return refuse(nil, Cure{
			Refusal: "app", Title: "This is the token of an app",
			What:  "this is the token of an app (" + appName(info) + "), which has no account",
			Steps: []string{"make a token of the person who logs in, under your app in Meta's App Dashboard"}, Link: AppDashboard,
		})
	}
	return checkScopes(info.Scopes, graph.ScopeBasic, graph.ScopePublish)
}

func appName(info graph.TokenInfo) string {
	if info.AppName != "" {
		return info.AppName
	}
	return "id " + info.AppID
}

// checkScopes refuses a token that lacks a permission. No scopes means that they are not known.
func checkScopes(scopes []string, needed ...string) error {
	if len(scopes) == 0 {
		return nil
	}
	var missing []string
	for _, one := range needed {
		if !graph.Allows(scopes, one) {
			missing = append(missing, scopeName(scopes, one))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return refuse(nil, Cure{
		Refusal: "scopes", Title: "The token may not publish",
		What: "the token lacks the permission " + strings.Join(missing, ", ") + ", without which Crier cannot publish",
		Steps: []string{
			"add it to your app in Meta's App Dashboard (" + scopesMenu + ")", "tick it on the page on which you agree", "make the token again",
		},
		Link: AppDashboard, Said: "the network says that it has: " + strings.Join(scopes, ", "),
	})
}

// scopeName returns the name that the set-up which gave the scopes has for a permission.
func scopeName(scopes []string, permission string) string {
	const business = "instagram_business_"
	for _, one := range scopes {
		if strings.HasPrefix(one, business) && strings.HasPrefix(permission, "instagram_") {
			return business + strings.TrimPrefix(permission, "instagram_")
		}
	}
	return permission
}

// endsSoon refuses a user's token that ends within hours and that no remembered app can exchange.
func endsSoon(info graph.TokenInfo) error {
	return refuse(nil, Cure{
		Refusal: "short", Title: "The token ends within hours",
		What: fmt.Sprintf("the token is short-lived: it ends at %s, and posts that are due later would fail", wiretime.Of(info.ExpiresAt)),
		Steps: []string{
			"extend it in Meta's Access Token Debugger (" + extendMenu + ")",
			"paste the long one, or log in with your app and have it remembered (crier accounts connect --oauth --login partner --remember), so that Crier exchanges it by itself",
		},
		Link: tokenDebugger,
	})
}

// leadsNowhere refuses a user's token that leads to no account.
func leadsNowhere(pages int, unread string) error {
	return refuse(nil, Cure{
		Refusal: "nowhere", Title: "The token leads to no account",
		What:  fmt.Sprintf("the token leads to no professional account: to %d Pages, and no account is linked with any that it may act for, and its user agreed to none without a Page", pages),
		Steps: []string{"make the token again and choose the account on the page on which you agree, or link it with a Page in the network's app" + unread}, Link: AppDashboard,
	})
}

func checkProfessional(p graph.Profile) error {
	if p.AccountType == graph.Business || p.AccountType == graph.Creator {
		return nil
	}
	return refuse(nil, Cure{
		Refusal: "personal", Title: p.Username + " is a personal account",
		What:  fmt.Sprintf("%s is not a professional account (the network calls it %s), and the network publishes for professional accounts only", p.Username, p.AccountType),
		Steps: []string{"switch it in the network's app (" + SwitchMenu + "), which costs nothing", "connect it again"}, Link: SwitchAccount,
	})
}

// Refusal words a failure of the network for the user whose account was asked about, with what to
// do about it.
func Refusal(err error) error {
	e, ok := errors.AsType[*graph.Error](err)
	if !ok {
		return err
	}
	if e.NotSent() && e.Unwrap() != nil && e.HTTPStatus == 0 {
		return apperror.Wrap(apperror.UnknownError, err,
			"the network cannot be reached from this machine: %s. Nothing was sent; check the internet connection, then try again", e.Meaning)
	}
	if errors.Is(e, httpclient.ErrForeign) {
		return apperror.Wrap(apperror.UnknownError, err,
			"the network cannot be reached: %s. Try again when it can: the token may be good all the same", e.Meaning)
	}
	switch e.Class {
	case graph.Retry, graph.NotReady, graph.NewContainer:
		return apperror.Wrap(apperror.UnknownError, err, "the network gave no answer that can be used; try again in a few minutes (%s)", e.Error())
	case graph.Wait, graph.CapReached:
		refusal := apperror.Wrap(apperror.RateLimited, err, "the network's rate limit is reached; try again later (%s)", e.Error())
		refusal.RetryAfter = max(e.RetryAfter, time.Minute)
		return refusal
	case graph.UserAction:
		return refuse(e, Cure{
			Refusal: "asks", Title: "The network asks for something in its own app",
			What: "the network wants something done in its own app first", Steps: []string{"sign in there, do what it asks", "try again"},
		})
	case graph.TokenDead, graph.NoPermission, graph.Permanent:
		return refuse(e, Cure{
			Refusal: "refused", Title: "The network refuses the token",
			What: "the network refuses the token", Steps: []string{"make a new one with the permissions to publish", "connect the account with it"}, Link: AppDashboard,
		})
	default:
		return apperror.Wrap(apperror.UnknownError, err, "the network answered with an error that is not known here; try again, or with a new token (%s)", e.Error())
	}
}
