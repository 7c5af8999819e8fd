package auth

import (
	"errors"
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

// isNoTester reports whether the network answers about nobody with a token that it can read. It
// refuses every call of an account that has been invited to an app and has not accepted.
func isNoTester(err error) bool {
	e, ok := errors.AsType[*graph.Error](err)
	return ok && e.Code == codeParameter && e.Subcode == 0
}

func notTester(err error) error {
	return apperror.Wrap(apperror.ValidationError, err, "the network knows the token and shows no account with it, as a rule because the account is invited to test the app and has not accepted; "+
		"accept the invite in Instagram (Settings, Apps and websites, Tester invites), then paste the token again (%s)", err)
}

// wrongLogin names the login that a token is not of.
func wrongLogin(err error, login string) error {
	return apperror.Wrap(apperror.ValidationError, err, "this is not a token of %s, which you named; leave the login out, and Crier finds out which one made the token (%s)", login, err)
}

// checkInfo refuses a token that is dead, of an app, or may not publish.
func checkInfo(info graph.TokenInfo) error {
	switch {
	case !info.IsValid:
		return apperror.New(apperror.ValidationError, "the network says that this token is not valid any more; make a new one")
	case info.Kind == graph.AppToken:
		return apperror.New(apperror.ValidationError, "this is the token of an app (%s), which has no account; make a token of the person who logs in, under your app in Meta's App Dashboard", appName(info))
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
	return apperror.New(apperror.ValidationError, "the token lacks the permission %s, without which Crier cannot publish; add it to your app in Meta's App Dashboard "+
		"(Use cases, Customize, Permissions), tick it on the page on which you agree, and make the token again (the network says that it has: %s)",
		strings.Join(missing, ", "), strings.Join(scopes, ", "))
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
	return apperror.New(apperror.ValidationError, "the token is short-lived: it ends at %s, and posts that are due later would fail; extend it in Meta's Access Token Debugger (Extend Access Token) and paste the long one, "+
		"or log in with your app and have it remembered (crier accounts connect --oauth --login partner --remember), then Crier exchanges it by itself", wiretime.Of(info.ExpiresAt))
}

// leadsNowhere refuses a user's token that leads to no account.
func leadsNowhere(pages int, unread string) error {
	return apperror.New(apperror.ValidationError, "the token leads to no professional account: to %d Pages, and no account is linked with any that it may act for, and its user agreed to none without a Page; "+
		"make the token again and choose the account on the page on which you agree, or link it with a Page in the network's app%s", pages, unread)
}

func checkProfessional(p graph.Profile) error {
	if p.AccountType == graph.Business || p.AccountType == graph.Creator {
		return nil
	}
	return apperror.New(apperror.ValidationError, "%s is not a professional account (the network calls it %s), and the network publishes for professional accounts only; "+
		"switch it in the network's app (Settings, Account type and tools, Switch to professional account), which costs nothing, then connect it again", p.Username, p.AccountType)
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
		return apperror.Wrap(apperror.ValidationError, err, "the network wants something done in its own app first: sign in there, do what it asks, then try again (%s)", e.Error())
	case graph.TokenDead, graph.NoPermission, graph.Permanent:
		return apperror.Wrap(apperror.ValidationError, err, "the network refuses the token; make a new one with the permissions to publish, and connect the account with it (%s)", e.Error())
	default:
		return apperror.Wrap(apperror.UnknownError, err, "the network answered with an error that is not known here; try again, or with a new token (%s)", e.Error())
	}
}
