package settings

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/native"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// nativeCredentials is what is kept of a native login that has worked.
type nativeCredentials struct {
	bun.BaseModel `bun:"table:native_credentials,alias:credentials"`

	AccountID      wireid.ID `bun:",pk"`
	Username       string
	SealedPassword []byte
	// SealedSession is nil when there is no session.
	SealedSession []byte
	// LoginRefused says with which code the network has refused to renew the session; nil when it has not.
	LoginRefused *apperror.Code
	LastLoginAt  wiretime.Time
	CreatedAt    wiretime.Time
	UpdatedAt    wiretime.Time
}

// The records bind what is sealed to its account and its kind.
func passwordRecord(account wireid.ID) string { return "native-password:" + account.String() }
func sessionRecord(account wireid.ID) string  { return "native-session:" + account.String() }

// Configured reports whether native-story credentials are saved for the account. It reads on db, which may be a
// transaction.
func (n *Natives) Configured(ctx context.Context, db bun.IDB, account wireid.ID) (bool, error) {
	return existsCredentials(ctx, db, account)
}

// hasSession reports whether the saved session can be worked with, as far as is known.
func (n *Natives) hasSession(row *nativeCredentials) bool {
	return row.SealedSession != nil && row.LoginRefused == nil && n.open(row).SignedIn()
}

// credentials returns what is saved for the account, nil when nothing is.
func (n *Natives) credentials(ctx context.Context, account wireid.ID) (*nativeCredentials, error) {
	row, err := selectCredentials(ctx, n.db, account)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return row, err
}

// keep saves the credentials and the session of an attempt that has signed in.
func (n *Natives) keep(ctx context.Context, account wireid.ID, l login) error {
	return keepSession(ctx, n, account, l.username, l.password, l.attempt.Session())
}

// keepSession saves a session that is signed in, with the password that renews it, which may be empty.
func keepSession(ctx context.Context, n *Natives, account wireid.ID, username string, password secrets.Text, signedIn native.Session) error {
	session, err := signedIn.Export()
	if err != nil {
		return err
	}
	now := n.now()
	row := &nativeCredentials{
		AccountID: account, Username: username, SealedPassword: n.box.Seal(password, passwordRecord(account)),
		SealedSession: n.box.Seal(session, sessionRecord(account)), LastLoginAt: now, CreatedAt: now, UpdatedAt: now,
	}
	// The network has signed the user in: whether the client still waits does not matter.
	err = n.db.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error {
		// The account may have gone while the network was asked.
		if _, err := n.accounts.Account(ctx, tx, account); err != nil {
			return err
		}
		return upsertCredentials(ctx, tx, row)
	})
	if err != nil {
		return fmt.Errorf("save the native credentials: %w", err)
	}
	n.challenges.drop(account)
	n.tries.succeeded(account)
	n.log.Info("native login saved", "account", account)
	return nil
}

// device returns the device on which the user last tried to sign in for the account, or a new one: the network
// challenges each new device.
func (n *Natives) device(ctx context.Context, account wireid.ID, username string) (native.Session, error) {
	if tried, ok := n.tries.device(account, username); ok {
		return tried, nil
	}
	row, err := n.credentials(ctx, account)
	if err != nil || row == nil || row.Username != username {
		return native.NewSession(), err
	}
	return n.open(row), nil
}

// open returns the saved session, and a new one when it cannot be read.
func (n *Natives) open(row *nativeCredentials) native.Session {
	exported, err := n.box.Open(row.SealedSession, sessionRecord(row.AccountID))
	if err != nil {
		exported = secrets.Text{}
	}
	session, err := native.Restore(exported)
	if err != nil {
		n.log.Warn("the saved native session cannot be read", "account", row.AccountID)
		return native.NewSession()
	}
	return session
}

// Forget removes the account's credentials and session, has every ForgetHook run in the same transaction, and ends a
// challenge. It returns NOT_FOUND for an unknown account, and nil when there was nothing to forget.
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
		n.challenges.drop(account)
		n.tries.forgetDevice(account)
	}
	return err
}

// accountRemoved forgets what memory holds of an account that is being removed; the rows go by their foreign key.
func (n *Natives) accountRemoved(ctx context.Context, _ bun.IDB, account wireid.ID) error {
	database.AfterCommit(ctx, func() {
		n.challenges.drop(account)
		n.tries.forgetDevice(account)
	})
	return nil
}

// ExpireChallenges forgets the passwords of challenges that have ended.
func (n *Natives) ExpireChallenges(context.Context) error {
	n.challenges.purge()
	return nil
}

// State returns what may be told of the account's credentials (contract 4), or NOT_FOUND.
func (n *Natives) State(ctx context.Context, account wireid.ID) (NativeCredentials, error) {
	if _, err := n.accounts.Account(ctx, n.db, account); err != nil {
		return NativeCredentials{}, err
	}
	row, err := n.credentials(ctx, account)
	if err != nil {
		return NativeCredentials{}, err
	}
	state := NativeCredentials{}
	if n.challenges.has(account) {
		state.ChallengeState = new(ChallengePending)
	}
	if row != nil {
		state.Configured, state.HasSession = true, n.hasSession(row)
		state.SNUsername, state.LastLoginAt = &row.Username, &row.LastLoginAt
	}
	return state, nil
}

// Phase returns how ready the account is for native stories (contract 3, session phase). An unknown account is one that
// does not exist, in phase 1.
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
