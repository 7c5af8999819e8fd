package settings

import (
	"context"
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

// logins are the logins at the network that are running or have failed. They are only in memory.
type logins struct {
	db         *database.DB
	accounts   *auth.Service
	log        *slog.Logger
	tries      *tries
	challenges *challenges
	// seconds are the logins that wait for a code of the second factor.
	seconds *challenges
}

func newLogins(p NativeDeps) *logins {
	return &logins{p.DB, p.Accounts, p.Log, newTries(p.Clock), newChallenges(p.Clock), newChallenges(p.Clock)}
}

const (
	// challengeLife is how long the network's code is awaited.
	challengeLife = 10 * time.Minute
	// maxWrongCodes ends a challenge.
	maxWrongCodes = 3
)

// login is a login that is running, only in memory.
type login struct {
	attempt  *native.Attempt
	username string
	password secrets.Text
}

// await stores a login until its code comes, unless the account was removed while the network was
// asked. accountRemoved handles a removal that comes later.
func (l *logins) await(ctx context.Context, in *challenges, account wireid.ID, waiting login) error {
	in.put(account, waiting)
	_, err := l.accounts.Account(ctx, l.db, account)
	if err != nil {
		in.drop(account)
	}
	return err
}

// dropWaiting ends the account's login that waits for a code.
func (l *logins) dropWaiting(account wireid.ID) {
	l.challenges.drop(account)
	l.seconds.drop(account)
}

// forget deletes what is known about the account's logins.
func (l *logins) forget(account wireid.ID) {
	l.dropWaiting(account)
	l.tries.forgetDevice(account)
}

// refusal words why a request failed, and counts the failure when it is the network's judgement.
func (l *logins) refusal(account wireid.ID, asked purpose, err error) error {
	class := native.ClassOf(err)
	l.log.Warn("native login failed", "account", account, "class", string(class), "error", err)
	code := apperror.LoginFailed
	switch class {
	case native.Transport:
	case native.RateLimited:
		code = apperror.LoginRateLimited
	case native.TwoFactor:
		code = apperror.TwoFactorRequired
		l.tries.failed(account)
	default:
		l.tries.failed(account)
	}
	return apperror.Wrap(code, err, "%s", asked.refused(class, err))
}

func inMinutes(d time.Duration) string {
	minutes := int((d + time.Minute - 1) / time.Minute)
	if minutes == 1 {
		return "a minute"
	}
	return strconv.Itoa(minutes) + " minutes"
}
