package settings

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/config"
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
	// warmUp is the age from which a session counts as warm.
	warmUp = 7 * 24 * time.Hour
)

// ForgetHook is called in the transaction that deletes an account's native credentials.
type ForgetHook func(ctx context.Context, db bun.IDB, account wireid.ID) error

// Cloud reports whether cloud scheduling is set up, for a module that may not be imported here.
type Cloud interface {
	IsConfigured(ctx context.Context) (bool, error)
}

// NativeDeps are the parts that Natives works with.
type NativeDeps struct {
	DB       *database.DB
	Clock    clock.Clock
	Box      *secrets.Box
	Accounts *auth.Service
	Client   *native.Client
	Versions *versions
	Log      *slog.Logger
	Hooks    []ForgetHook
	// Cloud may be nil: then it counts as not set up.
	Cloud Cloud
}

// Natives stores the native-story credentials of the accounts.
type Natives struct {
	db       *database.DB
	clock    clock.Clock
	box      *secrets.Box
	accounts *auth.Service
	client   *native.Client
	versions *versions
	log      *slog.Logger
	hooks    []ForgetHook
	cloud    Cloud

	// turns makes the logins of an account run one at a time.
	turns  keylock.Locks[wireid.ID]
	logins *logins
}

// NewNatives returns the credentials of a database.
func NewNatives(p NativeDeps) *Natives {
	return &Natives{
		db: p.DB, clock: p.Clock, box: p.Box, accounts: p.Accounts, client: p.Client, versions: p.Versions, log: p.Log,
		hooks: p.Hooks, cloud: p.Cloud,
		logins: newLogins(p),
	}
}

func (n *Natives) now() wiretime.Time { return wiretime.Of(n.clock.Now()) }

// Configured reports whether native-story credentials are saved for the account. It reads from db,
// which may be a transaction.
func (n *Natives) Configured(ctx context.Context, db bun.IDB, account wireid.ID) (bool, error) {
	return existsCredentials(ctx, db, account)
}

// turn waits until nobody else uses the sign-in of an account, and returns what ends the turn, or
// NOT_FOUND.
func (n *Natives) turn(ctx context.Context, account wireid.ID) (leave func(), err error) {
	if _, err := n.accounts.Account(ctx, n.db, account); err != nil {
		return nil, err
	}
	return n.turns.Lock(ctx, account)
}

// checkOwner refuses the sign-in of a user who is not the account's: whatever goes out by it would
// be that user's. The two are compared by name, because the APIs of the network give one user
// different ids. The native user of the sandbox has a name of its own.
func (n *Natives) checkOwner(ctx context.Context, account wireid.ID, username string) error {
	a, err := n.accounts.Account(ctx, n.db, account)
	if err != nil || a.Network == config.Sandbox || strings.EqualFold(a.Username, username) {
		return err
	}
	return apperror.New(apperror.LoginFailed, ofAnother, username, a.Username)
}

// State returns what clients may see of the account's credentials (contract 4), or NOT_FOUND.
func (n *Natives) State(ctx context.Context, account wireid.ID) (NativeCredentials, error) {
	if _, err := n.accounts.Account(ctx, n.db, account); err != nil {
		return NativeCredentials{}, err
	}
	row, err := n.credentials(ctx, account)
	if err != nil {
		return NativeCredentials{}, err
	}
	state := NativeCredentials{}
	if n.logins.challenges.has(account) {
		state.ChallengeState = new(ChallengePending)
	}
	if row != nil {
		state.Configured, state.HasSession = true, n.hasSession(row)
		state.SNUsername, state.LastLoginAt = &row.Username, &row.LastLoginAt
	}
	return state, nil
}

// Phase returns how ready the account is for native stories (contract 3, session phase). For an
// unknown account it returns phase 1, and that the account does not exist.
func (n *Natives) Phase(ctx context.Context, account wireid.ID) (SessionPhase, error) {
	phase := SessionPhase{DesktopOnline: true, Phase: phaseNone}
	if n.cloud != nil {
		configured, err := n.cloud.IsConfigured(ctx)
		if err != nil {
			return SessionPhase{}, err
		}
		phase.CloudConfigured = configured
	}
	_, err := n.accounts.Account(ctx, n.db, account)
	if apperror.CodeOf(err) == apperror.NotFound {
		return phase, nil
	}
	if err != nil {
		return SessionPhase{}, err
	}
	phase.Exists = true
	row, err := n.credentials(ctx, account)
	if err != nil || row == nil {
		return phase, err
	}
	phase.HasCredentials, phase.HasSession = true, n.hasSession(row)
	if phase.HasSession {
		phase.Phase = phaseReady
		if phase.CloudConfigured || n.clock.Now().Sub(row.LastLoginAt.Time()) >= warmUp {
			phase.Phase = phaseWarm
		}
	}
	return phase, nil
}

// save saves a session that is signed in, with the password that renews it, which may be empty.
func (n *Natives) save(ctx context.Context, account wireid.ID, username string, password secrets.Text, signedIn native.Session) error {
	session, err := signedIn.Export()
	if err != nil {
		return err
	}
	now := n.now()
	row := &nativeCredentials{
		AccountID: account, Username: username, SealedPassword: n.box.Seal(password, passwordRecord(account)),
		SealedSession: n.box.Seal(session, sessionRecord(account)), LastLoginAt: now, CreatedAt: now, UpdatedAt: now,
	}
	// The network has signed the user in, so the session is saved even if the client has gone.
	err = n.db.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error {
		// The account may have been removed while the network was asked.
		if _, err := n.accounts.Account(ctx, tx, account); err != nil {
			return err
		}
		return upsertCredentials(ctx, tx, row)
	})
	if err != nil {
		return fmt.Errorf("save the native credentials: %w", err)
	}
	n.logins.dropWaiting(account)
	n.logins.tries.succeeded(account)
	n.log.Info("native login saved", "account", account)
	return nil
}

// Forget deletes the account's credentials and session, runs every ForgetHook in the same
// transaction, and ends a challenge. It returns NOT_FOUND for an unknown account, and nil when
// there was nothing to delete.
func (n *Natives) Forget(ctx context.Context, account wireid.ID) error {
	leave, err := n.turns.Lock(ctx, account)
	if err != nil {
		return err
	}
	defer leave()
	err = n.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := n.accounts.Account(ctx, tx, account); err != nil {
			return err
		}
		if err := deleteCredentials(ctx, tx, account); err != nil {
			return err
		}
		for _, hook := range n.hooks {
			if err := hook(ctx, tx, account); err != nil {
				return fmt.Errorf("forget native credentials: %w", err)
			}
		}
		return nil
	})
	if err == nil {
		n.logins.forget(account)
	}
	return err
}

// accountRemoved deletes what is in memory about a removed account. A foreign key deletes its rows.
func (n *Natives) accountRemoved(ctx context.Context, _ bun.IDB, account wireid.ID) error {
	database.AfterCommit(ctx, func() { n.logins.forget(account) })
	return nil
}
