package settings

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/keylock"
	"crier/platform/native"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// The session phases of contract 3.
const (
	phaseNone  = 1
	phaseReady = 2
	phaseWarm  = 3
	// warmUp is the age at which a session counts as warm.
	warmUp = 7 * 24 * time.Hour
)

const (
	// challengeLife is how long the network's code is waited for.
	challengeLife = 10 * time.Minute
	// maxWrongCodes ends a challenge.
	maxWrongCodes = 3
)

// ForgetHook is told, in the transaction that forgets an account's native credentials.
type ForgetHook func(ctx context.Context, db bun.IDB, account wireid.ID) error

// Cloud knows whether cloud scheduling is set up. It stands for a module that this one may not import.
type Cloud interface {
	IsConfigured(ctx context.Context) (bool, error)
}

// NativeParts is what Natives is made of.
type NativeParts struct {
	DB       *database.DB
	Clock    clock.Clock
	Box      *secrets.Box
	Accounts *auth.Service
	Client   *native.Client
	Versions *Versions
	Log      *slog.Logger
	Hooks    []ForgetHook
	// Cloud may be nil: then it is not set up.
	Cloud Cloud
}

// Natives keeps the native-story credentials of the accounts.
type Natives struct {
	db       *database.DB
	clock    clock.Clock
	box      *secrets.Box
	accounts *auth.Service
	client   *native.Client
	versions *Versions
	log      *slog.Logger
	hooks    []ForgetHook
	cloud    Cloud

	// turns lets one login of an account run at a time.
	turns      keylock.Locks[wireid.ID]
	tries      *tries
	challenges *challenges
}

// NewNatives returns the credentials of a database.
func NewNatives(p NativeParts) *Natives {
	return &Natives{
		db: p.DB, clock: p.Clock, box: p.Box, accounts: p.Accounts, client: p.Client, versions: p.Versions, log: p.Log,
		hooks: p.Hooks, cloud: p.Cloud,
		tries: newTries(p.Clock), challenges: newChallenges(p.Clock),
	}
}

func (n *Natives) now() wiretime.Time { return wiretime.Of(n.clock.Now()) }

// login is a login that is under way, in memory only.
type login struct {
	attempt  *native.Attempt
	username string
	password secrets.Text
}

// Save signs in to the network as a test, and saves the credentials with the session when it works. When the network
// wants a code first, it returns where that went and saves nothing; Answer goes on. It returns NOT_FOUND, LOGIN_FAILED,
// TWO_FACTOR_REQUIRED or LOGIN_RATE_LIMITED.
func (n *Natives) Save(ctx context.Context, account wireid.ID, username string, password secrets.Text) (*native.Contact, error) {
	if _, err := n.accounts.Account(ctx, n.db, account); err != nil {
		return nil, err
	}
	leave, err := n.turns.Lock(ctx, account)
	if err != nil {
		return nil, err
	}
	defer leave()
	if wait := n.tries.wait(account); wait > 0 {
		return nil, apperror.New(apperror.LoginRateLimited, "too many logins of this account have failed; try again in %s", inMinutes(wait))
	}
	device, err := n.device(ctx, account, username)
	if err != nil {
		return nil, err
	}
	n.challenges.drop(account)
	l := login{attempt: n.client.Begin(device, username, password), username: username, password: password}
	contact, err := l.attempt.Login(ctx)
	n.tries.used(account, username, l.attempt.Session())
	if err != nil {
		return nil, n.refusal(account, err)
	}
	if contact != nil {
		return contact, n.await(context.WithoutCancel(ctx), account, l)
	}
	return nil, n.keep(ctx, account, l)
}

// await keeps a login until its code comes, unless the account has gone while the network was asked. Of a removal that comes
// later, accountRemoved hears.
func (n *Natives) await(ctx context.Context, account wireid.ID, l login) error {
	n.challenges.put(account, l)
	_, err := n.accounts.Account(ctx, n.db, account)
	if err != nil {
		n.challenges.drop(account)
	}
	return err
}

// Answer gives the network the code of the account's challenge, and saves the credentials when that signs in. It returns
// NOT_FOUND, NO_ACTIVE_SESSION when no challenge waits, INVALID_CODE for another code, and what Save returns.
func (n *Natives) Answer(ctx context.Context, account wireid.ID, code string) error {
	if _, err := n.accounts.Account(ctx, n.db, account); err != nil {
		return err
	}
	leave, err := n.turns.Lock(ctx, account)
	if err != nil {
		return err
	}
	defer leave()
	l, ok := n.challenges.get(account)
	if !ok {
		return noChallenge()
	}
	err = l.attempt.Submit(ctx, code)
	switch native.ClassOf(err) {
	case "":
		return n.keep(ctx, account, l)
	case native.WrongCode:
		if left := n.challenges.missed(account); left > 0 {
			return apperror.New(apperror.InvalidCode, "this is not the code that the network has sent; tries left: %d", left)
		}
		return apperror.New(apperror.InvalidCode, "this is not the code that the network has sent, and the challenge has ended; save the credentials again for a new code")
	case native.LoggedOut:
		n.challenges.drop(account)
		return noChallenge()
	case native.Transport:
		// Nothing is known to have changed: the same code may be submitted again.
		return n.refusal(account, err)
	default:
		n.challenges.drop(account)
		return n.refusal(account, err)
	}
}

func noChallenge() error {
	return apperror.New(apperror.NoActiveSession, "no challenge waits for a code; save the credentials again to get one")
}

// refusal words why a login failed, and counts it where the network has judged it.
func (n *Natives) refusal(account wireid.ID, err error) error {
	class, said := native.ClassOf(err), ""
	if e, ok := errors.AsType[*native.Error](err); ok && e.Message != "" {
		said = ": " + e.Message
	}
	n.log.Warn("native login failed", "account", account, "class", string(class), "error", err)
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
		n.tries.failed(account)
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

// refusedPassword is for the answer that the network gives to wrong passwords, and, as many users of other clients report, to
// right ones as well.
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
