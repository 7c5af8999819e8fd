package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Service stores the user, the accounts and their tokens.
type Service struct {
	db      *database.DB
	clock   clock.Clock
	box     *secrets.Box
	network config.Network
	demo    []DemoAccount
	user    wireid.ID
	log     *slog.Logger
	// revivals are the hooks of other modules for a token that works again.
	revivals []RevivalHook
}

// NewService returns the service for one network mode. In sandbox mode the first run connects demo.
func NewService(db *database.DB, clk clock.Clock, box *secrets.Box, network config.Network, demo []DemoAccount) *Service {
	return &Service{db: db, clock: clk, box: box, network: network, demo: demo, log: slog.New(slog.DiscardHandler)}
}

// LogTo sets the logger for warnings that a person should see. Call it before the other methods.
func (s *Service) LogTo(log *slog.Logger) { s.log = log }

// Start finds or makes the user, and connects the demo accounts on the first run in sandbox mode.
func (s *Service) Start(ctx context.Context) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		u, err := findOrCreateUser(ctx, tx, s.now())
		if err != nil {
			return fmt.Errorf("find the user: %w", err)
		}
		s.user = u.ID
		if s.network != config.Sandbox || u.DemoAccountsAt != nil {
			return nil
		}
		return connectDemo(ctx, tx, s)
	})
}

// UserID returns the id of the only user.
func (s *Service) UserID() wireid.ID { return s.user }

// Accounts returns the accounts of the current network mode, in the order of their connection.
func (s *Service) Accounts(ctx context.Context) ([]SocialAccount, error) {
	return selectAccounts(ctx, s.db, s.network)
}

// ForeignAccounts returns the accounts of the other network mode, which nothing may change now.
func (s *Service) ForeignAccounts(ctx context.Context) ([]SocialAccount, error) {
	return selectForeignAccounts(ctx, s.db, s.network)
}

// Account returns an account of the current network mode, or NOT_FOUND. db may be a transaction.
func (s *Service) Account(ctx context.Context, db bun.IDB, id wireid.ID) (SocialAccount, error) {
	account, err := selectAccount(ctx, db, s.network, id)
	if errors.Is(err, sql.ErrNoRows) {
		return SocialAccount{}, apperror.New(apperror.NotFound, "there is no account %s: it was disconnected, or never connected; GET /auth/me lists the accounts", id)
	}
	return account, err
}

// RemovalHook is called in the transaction that removes an account.
type RemovalHook func(ctx context.Context, tx bun.IDB, account wireid.ID) error

// Remove deletes an account of the current network mode, with its tokens and all rows that a
// foreign key deletes with it (contract 4, DELETE /auth/accounts/{id}). It returns NOT_FOUND for an
// unknown account. The posts of the account stay in the history.
func (s *Service) Remove(ctx context.Context, id wireid.ID, hooks []RemovalHook) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		account, err := s.Account(ctx, tx, id)
		if err != nil {
			return err
		}
		for _, hook := range hooks {
			if err := hook(ctx, tx, id); err != nil {
				return err
			}
		}
		former := &formerAccount{Network: s.network, SNUserID: account.SNUserID, AccountID: id, RemovedAt: s.now()}
		if err := upsertFormer(ctx, tx, former); err != nil {
			return err
		}
		return deleteAccount(ctx, tx, id)
	})
}

// Token returns the account's access token. It returns TOKEN_EXPIRED when there is none that can be
// opened: then the account must be connected again.
func (s *Service) Token(ctx context.Context, account wireid.ID) (secrets.Text, error) {
	_, token, err := s.openToken(ctx, account)
	return token, err
}

// IsTokenEndAssumed reports whether the expiry of the account's token is a guess.
func (s *Service) IsTokenEndAssumed(ctx context.Context, account wireid.ID) (bool, error) {
	return selectAssumed(ctx, s.db, account)
}

// PageToken returns the token for calls about the account's Page. It is also the publishing token,
// because an account of the partner login is connected with its Page's token.
func (s *Service) PageToken(ctx context.Context, account wireid.ID) (secrets.Text, error) {
	return s.Token(ctx, account)
}

// openToken is Token with what is known about the token.
func (s *Service) openToken(ctx context.Context, id wireid.ID) (accountToken, secrets.Text, error) {
	row, err := selectTokenRow(ctx, s.db, id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return row, secrets.Text{}, err
	}
	token, openErr := s.box.Open(row.Sealed, tokenRecord(id))
	if err := errors.Join(err, openErr); err != nil {
		return row, token, apperror.Wrap(apperror.TokenExpired, err, "the account's access token cannot be read; connect the account again")
	}
	return row, token, nil
}

// PurgeExpired deletes sign-in codes and unfinished logins that have expired, and revocations that
// have, but for the latest ones.
func (s *Service) PurgeExpired(ctx context.Context) error { return deleteExpired(ctx, s.db, s.now()) }

func (s *Service) now() wiretime.Time { return wiretime.Of(s.clock.Now()) }

// tokenRecord binds a sealed token to its account.
func tokenRecord(account wireid.ID) string { return "account-token:" + account.String() }
