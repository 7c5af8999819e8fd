package settings

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/native"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

// logins are the logins at the network that are under way or have failed, in memory only.
type logins struct {
	db         *database.DB
	accounts   *auth.Service
	log        *slog.Logger
	tries      *tries
	challenges *challenges
}

func newLogins(p NativeParts) *logins {
	return &logins{p.DB, p.Accounts, p.Log, newTries(p.Clock), newChallenges(p.Clock)}
}

const (
	// challengeLife is how long the network's code is waited for.
	challengeLife = 10 * time.Minute
	// maxWrongCodes ends a challenge.
	maxWrongCodes = 3
)

// login is a login that is under way, in memory only.
type login struct {
	attempt  *native.Attempt
	username string
	password secrets.Text
}

// await keeps a login until its code comes, unless the account has gone while the network was
// asked. Of a removal that comes later, accountRemoved hears.
func (l *logins) await(ctx context.Context, account wireid.ID, waiting login) error {
	l.challenges.put(account, waiting)
	_, err := l.accounts.Account(ctx, l.db, account)
	if err != nil {
		l.challenges.drop(account)
	}
	return err
}

// forget forgets what is known of the account's logins.
func (l *logins) forget(account wireid.ID) {
	l.challenges.drop(account)
	l.tries.forgetDevice(account)
}

// refusal words why a login failed, and counts it where the network has judged it.
func (l *logins) refusal(account wireid.ID, err error) error {
	class, said := native.ClassOf(err), ""
	if e, ok := errors.AsType[*native.Error](err); ok && e.Message != "" {
		said = ": " + e.Message
	}
	l.log.Warn("native login failed", "account", account, "class", string(class), "error", err)
	fail := func(code apperror.Code, text string) error { return apperror.Wrap(code, err, "%s", text) }
	switch class {
	case native.Transport:
		if e, ok := errors.AsType[*native.Error](err); ok && e.NotReached() {
			return fail(apperror.LoginFailed, "the network cannot be reached from this machine, and nothing was sent or saved; check the internet connection, then save the credentials again")
		}
		return fail(apperror.LoginFailed, "the network gave no answer that can be understood, and nothing was saved; try again later")
	case native.RateLimited:
		return fail(apperror.LoginRateLimited, "the network wants no more logins of this account for now; wait some minutes")
	default:
		l.tries.failed(account)
	}
	switch class {
	case native.BadCredentials:
		return fail(apperror.LoginFailed, refusedPassword)
	case native.TwoFactor:
		return fail(apperror.TwoFactorRequired, "the account has two-factor authentication, which this login cannot pass; send stories without storyMentions, or turn it off in the network's app first")
	case native.Manual:
		return fail(apperror.LoginFailed, "the network wants something confirmed in its own app before it lets anybody sign in; sign in there as this user, do what it asks, then try again")
	case native.AppTooOld:
		return fail(apperror.LoginFailed, "the network takes no password from the version of its app that Crier speaks as; nothing was saved. "+
			"Import a session that is signed in elsewhere (crier accounts session), or update Crier")
	default:
		return fail(apperror.LoginFailed, "the network refuses the login; nothing was saved. Sign in to its own app, do what it asks there, then save the credentials again"+said)
	}
}

// refusedPassword is for the answer that the network gives to wrong passwords, and, as many users
// of other clients report, to right ones as well.
const refusedPassword = "the network refused this username with this password; nothing was saved. It is known to do so to the right password too, " +
	"when it wants a sign-in confirmed: sign in to its own app once with both, confirm what it asks there, then try again. " +
	"Importing a session that is signed in elsewhere (crier accounts session) needs no password"

func inMinutes(d time.Duration) string {
	minutes := int((d + time.Minute - 1) / time.Minute)
	if minutes == 1 {
		return "a minute"
	}
	return strconv.Itoa(minutes) + " minutes"
}
