package auth

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"crier/platform/graph"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// save stores the account with its token. A connected account gets the new token and loses its
// mark. A disconnected one gets the id that it had, so that its posts belong to it again. It
// reports whether the account has a Page that it did not have before.
func (c *connector) save(ctx context.Context, one candidate) (account SocialAccount, isNewPage bool, err error) {
	s := c.accounts
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		old, err := selectByNetworkID(ctx, tx, s.network, one.profile.ID)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			account, err = c.insert(ctx, tx, one)
			isNewPage = account.PartnerPageID != nil
			return err
		case err != nil:
			return err
		}
		account, err = c.replace(ctx, tx, old, one)
		isNewPage = account.PartnerPageID != nil && (old.PartnerPageID == nil || *old.PartnerPageID != *account.PartnerPageID)
		return err
	})
	return account, isNewPage, err
}

func (c *connector) insert(ctx context.Context, tx bun.IDB, one candidate) (SocialAccount, error) {
	s := c.accounts
	id, err := takeFormer(ctx, tx, s.network, one.profile.ID)
	if errors.Is(err, sql.ErrNoRows) {
		id, err = wireid.New(), nil
	}
	if err != nil {
		return SocialAccount{}, err
	}
	now := s.now()
	account := SocialAccount{ID: id, UserID: s.user, Network: s.network, CreatedAt: now}
	account.show(one, now)
	err = insertAccount(ctx, tx, &account, c.row(one, id, now))
	return account, err
}

func (c *connector) replace(ctx context.Context, tx bun.IDB, account SocialAccount, one candidate) (SocialAccount, error) {
	now := c.accounts.now()
	wasMarked := account.IsMarked()
	row := c.row(one, account.ID, now)
	same, err := c.sameToken(ctx, tx, account, one)
	if err != nil {
		return account, err
	}
	if same != nil {
		// Pasting the same token again does not change its age.
		row.ObtainedAt, row.ExpiryAssumed, one.expiresAt = same.ObtainedAt, same.ExpiryAssumed, account.TokenExpiresAt
	}
	account.show(one, now)
	if err := updateAccount(ctx, tx, &account); err != nil {
		return account, err
	}
	if err := replaceToken(ctx, tx, row); err != nil || !wasMarked {
		return account, err
	}
	return account, c.accounts.revived(ctx, tx, account.ID)
}

// sameToken returns what is known about the stored token if the candidate's is the same and not
// dead, and nil for another token.
func (c *connector) sameToken(ctx context.Context, tx bun.IDB, account SocialAccount, one candidate) (*accountToken, error) {
	if account.TokenDeadAt != nil || account.IsTokenExpired(c.accounts.now()) || !one.assumed {
		return nil, nil
	}
	row, err := selectTokenRow(ctx, tx, account.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	// One that the key does not open is not the same.
	if token, err := c.accounts.box.Open(row.Sealed, tokenRecord(account.ID)); err == nil && token == one.token {
		return &row, nil
	}
	return nil, nil
}

// row seals the candidate's token for the account.
func (c *connector) row(one candidate, id wireid.ID, now wiretime.Time) *accountToken {
	row := &accountToken{
		AccountID: id, Sealed: c.accounts.box.Seal(one.token, tokenRecord(id)), UpdatedAt: now, ObtainedAt: now,
		ExpiryAssumed: one.assumed, NextSyncAt: nextSync(now),
	}
	if one.expiresAt != nil && !one.userToken.IsEmpty() {
		row.UserSealed = c.accounts.box.Seal(one.userToken, userTokenRecord(id))
	}
	return row
}

func userTokenRecord(account wireid.ID) string { return "user-token:" + account.String() }

// show copies what is known about the candidate, and that its token works.
func (a *SocialAccount) show(one candidate, now wiretime.Time) {
	a.SNUserID, a.LoginMethod = one.profile.ID, one.login
	a.showProfile(one.profile, now)
	a.PartnerPageID, a.PartnerPageName = textOrNil(one.pageID), textOrNil(one.pageName)
	a.TokenExpiresAt, a.TokenDeadAt, a.TokenDeadReason, a.TokenExpiryKept = one.expiresAt, nil, nil, nil
	a.CheckpointAt, a.CheckpointReason, a.DataAccessUntil, a.Scopes = nil, nil, one.dataAccess, textOrNil(strings.Join(one.scopes, " "))
}

// showProfile copies what the network shows of the account.
func (a *SocialAccount) showProfile(p graph.Profile, now wiretime.Time) {
	a.Username, a.Name, a.LastSyncedAt = p.Username, textOrNil(p.Name), &now
	// The partner's host does not report the kind, so a kind that the other login reported is kept.
	isKnown := a.LoginMethod == Partner && a.AccountType != nil
	if !isKnown && (p.AccountType == graph.Business || p.AccountType == graph.Creator) {
		a.AccountType = textOrNil(string(p.AccountType))
	}
	a.FollowersCount, a.MediaCount = wide(p.Followers), wide(p.Media)
}

func textOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func wide(n *int) *int64 {
	if n == nil {
		return nil
	}
	return new(int64(*n))
}
