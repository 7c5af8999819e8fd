package settings

import (
	"context"
	"database/sql"
	"errors"

	"crier/platform/apperror"
	"crier/platform/native"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// nativeCredentials are the stored credentials of a native login that has worked.
type nativeCredentials struct {
	bun.BaseModel `bun:"table:native_credentials,alias:credentials"`

	AccountID      wireid.ID `bun:",pk"`
	Username       string
	SealedPassword []byte
	// SealedSession is nil when there is no session.
	SealedSession []byte
	// LoginRefused is the code with which the network refused to renew the session, or nil.
	LoginRefused *apperror.Code
	LastLoginAt  wiretime.Time
	CreatedAt    wiretime.Time
	UpdatedAt    wiretime.Time
}

// The record names bind a sealed value to its account and its kind.
func passwordRecord(account wireid.ID) string { return "native-password:" + account.String() }

func sessionRecord(account wireid.ID) string { return "native-session:" + account.String() }

// credentials returns the saved credentials of the account, or nil.
func (n *Natives) credentials(ctx context.Context, account wireid.ID) (*nativeCredentials, error) {
	row, err := selectCredentials(ctx, n.db, account)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return row, err
}

// open returns the saved session, or a new one when it cannot be opened.
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

// hasSession reports whether the saved session is usable, as far as is known.
func (n *Natives) hasSession(row *nativeCredentials) bool {
	return row.SealedSession != nil && row.LoginRefused == nil && n.open(row).SignedIn()
}
