package settings

import (
	"errors"

	"crier/platform/native"
)

// purpose is what the network was asked for when it refused. It selects the texts of the refusal.
type purpose int

const (
	// saving: somebody saves a username with a password.
	saving purpose = iota
	// renewing: a session has ended, and is renewed with the saved password.
	renewing
	// importing: somebody imports a session, which has no password.
	importing
)

// Parts of the texts. Importing a session is suggested first: no known behaviour of the network
// speaks against it, whereas the network refuses passwords for reasons of its own.
const (
	importSession = "Import a session that is signed in elsewhere (crier accounts session)"
	saveAgain     = "save the native-story credentials again"
	hasEnded      = "the session has ended, and "
	notSaved      = "; nothing was saved. "
	// mayBeRight is what users of instagrapi report (its issues 2219, 2732 and 2766, read
	// 2026-11-22).
	mayBeRight = "Users of other programs report that it refuses right passwords too, when it wants a sign-in confirmed in its own app. "
	// speaksAs names the version of the app that Crier claims to be, which the network has refused.
	speaksAs = "the version of its app that Crier speaks as (" + native.AppVersion + ")"
)

// twoFactor is for an account that needs more than a password to sign in.
const twoFactor = "the account has two-factor authentication, which a sign-in with the password cannot pass"

// twoFactorAdvice is for both kinds of login.
const twoFactorAdvice = importSession + ", which needs no password and no code; or send stories without storyMentions"

// importedEnded is for an imported session, which has no password.
const importedEnded = "the imported session has ended, and there is no saved password to sign in with; import another one (crier accounts session), then try again"

// ofAnother is for a sign-in whose user is not the account's.
const ofAnother = "this is the sign-in of %[1]s, and the account is %[2]s: what goes out for the account would be published by %[1]s" + notSaved +
	"Sign in as %[2]s; if the account has another name at the network by now, refresh it first (crier accounts refresh)"

// refused says what happened, why, as far as that is known, and what to do.
func (p purpose) refused(class native.Class, err error) string {
	switch class {
	case native.Transport:
		return p.unanswered(err)
	case native.RateLimited:
		return "the network wants no more logins of this account for now; wait some minutes, then try again"
	default:
	}
	switch p {
	case saving:
		return saveRefused(class, said(err))
	case renewing:
		return hasEnded + renewalRefused(class, said(err))
	default:
		return importRefused(class, said(err))
	}
}

// unanswered is for a network that has not judged the request.
func (p purpose) unanswered(err error) string {
	again := map[purpose]string{saving: "then " + saveAgain, renewing: "then try again", importing: "then import the session again"}[p]
	if e, ok := errors.AsType[*native.Error](err); ok && e.NotReached() {
		text := map[bool]string{
			true:  hasEnded + "the network cannot be reached from this machine to renew it",
			false: "the network cannot be reached from this machine, and nothing was sent or saved",
		}[p == renewing]
		return text + "; check the internet connection, " + again
	}
	if p == renewing {
		return hasEnded + "the network gave no answer that can be understood to a new sign-in; try again later"
	}
	return "the network gave no answer that can be understood, and nothing was saved; try again later"
}

// said returns the network's own text, in brackets.
func said(err error) string {
	if e, ok := errors.AsType[*native.Error](err); ok && e.Message != "" {
		return " (" + e.Message + ")"
	}
	return ""
}

func saveRefused(class native.Class, said string) string {
	switch class {
	case native.BadCredentials:
		return "the network refused this username with this password" + notSaved + mayBeRight + importSession + ", which needs no password; or check " +
			"both, sign in to that app once with them, confirm what it asks there, then try again"
	case native.TwoFactor:
		return twoFactor + notSaved + twoFactorAdvice
	case native.Manual:
		return "the network wants something confirmed in its own app before it lets anybody sign in" + notSaved +
			"Sign in there as this user and do what it asks; then import a session (crier accounts session), or try again"
	case native.AppTooOld:
		return "the network takes no password from " + speaksAs + notSaved + importSession + ", or update Crier"
	default:
		return "the network refuses the login" + said + notSaved + importSession + "; or sign in to the network's own app, do what it asks there, then try again"
	}
}

func renewalRefused(class native.Class, said string) string {
	switch class {
	case native.BadCredentials:
		return "the network refused a new sign-in with the saved password. " + mayBeRight + importSession + ", which needs no password; or sign in to " +
			"that app as this user, confirm what it asks there, then " + saveAgain + ", with the new password if it has changed"
	case native.TwoFactor:
		return twoFactor + ". " + twoFactorAdvice
	case native.Manual:
		return "the network wants something confirmed in its own app before it lets anybody sign in. Sign in there as this user and do what it asks; " +
			"then import a session (crier accounts session), or " + saveAgain
	case native.AppTooOld:
		return "the network takes no password from " + speaksAs + ". " + importSession + ", or update Crier"
	default:
		return "the network refuses a new sign-in" + said + ". " + importSession + "; or sign in to the network's own app, do what it asks there, then " + saveAgain
	}
}

func importRefused(class native.Class, said string) string {
	switch class {
	case native.AppTooOld:
		return "the network takes no session from " + speaksAs + notSaved + "Update Crier"
	case native.Manual:
		return "the network wants something confirmed in its own app before it lets anybody in" + notSaved +
			"Sign in there as this user and do what it asks, then import the session again"
	default:
		return "the network refuses this session" + said + notSaved + "Sign in to the network's own app as this user, do what it asks there, then import another session"
	}
}

// waitsForCode is for a renewal for which the network has sent a code.
const waitsForCode = hasEnded + "the network waits for a code that it has sent; submit it, or import another session (crier accounts session), or " + saveAgain
