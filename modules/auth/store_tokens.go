package auth

import (
	"context"
	"time"

	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"
)

// markDead reports whether the account exists and was not marked so.
func markDead(ctx context.Context, db bun.IDB, network config.Network, id wireid.ID, reason string, now wiretime.Time) (bool, error) {
	return database.Changed(db.NewUpdate().Model((*SocialAccount)(nil)).
		Set("token_dead_at = ?, token_dead_reason = ?, token_expiry_kept = token_expires_at", now, reason).
		Set("token_expires_at = min(coalesce(token_expires_at, ?0), ?0), checkpoint_at = NULL, checkpoint_reason = NULL", now).
		Where("id = ? AND network = ? AND token_dead_at IS NULL", id, network).Exec(ctx))
}

// markCheckpoint reports whether the account exists and was not marked so. The tokenExpiresAt of
// the time before a token was found dead is valid again.
func markCheckpoint(ctx context.Context, db bun.IDB, network config.Network, id wireid.ID, reason string, now wiretime.Time) (bool, error) {
	return database.Changed(db.NewUpdate().Model((*SocialAccount)(nil)).
		Set("checkpoint_at = ?, checkpoint_reason = ?", now, reason).
		Set("token_expires_at = CASE WHEN token_dead_at IS NULL THEN token_expires_at ELSE token_expiry_kept END").
		Set("token_dead_at = NULL, token_dead_reason = NULL, token_expiry_kept = NULL").
		Where("id = ? AND network = ? AND checkpoint_at IS NULL", id, network).Exec(ctx))
}

// markAlive reports whether the account exists and was marked. The tokenExpiresAt of the time
// before is valid again, unless it has passed: then it was wrong, and the expiry is unknown.
func markAlive(ctx context.Context, db bun.IDB, network config.Network, id wireid.ID, now wiretime.Time) (bool, error) {
	return database.Changed(db.NewUpdate().Model((*SocialAccount)(nil)).
		Set("token_expires_at = CASE WHEN token_dead_at IS NULL AND token_expires_at > ?0 THEN token_expires_at "+
			"WHEN token_dead_at IS NOT NULL AND token_expiry_kept > ?0 THEN token_expiry_kept END", now).
		Set("token_dead_at = NULL, token_dead_reason = NULL, token_expiry_kept = NULL, checkpoint_at = NULL, checkpoint_reason = NULL").
		Where("id = ? AND network = ? AND "+isMarked, id, network).Exec(ctx))
}

// isMarked matches an account that cannot publish until a person acts.
const isMarked = "(token_dead_at IS NOT NULL OR checkpoint_at IS NOT NULL)"

func hasMark(ctx context.Context, db bun.IDB, network config.Network, id wireid.ID) (bool, error) {
	n, err := database.Value[int](ctx, db, "SELECT count(*) FROM social_accounts WHERE id = ? AND network = ? AND "+isMarked, id, network)
	return n > 0, err
}

func selectProbeTries(ctx context.Context, db bun.IDB, id wireid.ID) (int, error) {
	return database.Value[int](ctx, db, "SELECT coalesce(max(probe_tries), 0) FROM account_tokens WHERE account_id = ?", id)
}

func updateProbe(ctx context.Context, db bun.IDB, id wireid.ID, tries int, next wiretime.Time) error {
	_, err := db.NewUpdate().Model((*accountToken)(nil)).Set("probe_tries = ?, next_probe_at = ?", tries, next).
		Where("account_id = ?", id).Exec(ctx)
	return err
}

func upsertFormer(ctx context.Context, db bun.IDB, former *formerAccount) error {
	_, err := db.NewInsert().Model(former).On("CONFLICT (network, sn_user_id) DO UPDATE").
		Set("account_id = EXCLUDED.account_id, removed_at = EXCLUDED.removed_at").Exec(ctx)
	return err
}

func selectByNetworkID(ctx context.Context, db bun.IDB, network config.Network, snUserID string) (SocialAccount, error) {
	return accountByNetworkID.One(ctx, db, network, snUserID)
}

var accountByNetworkID = database.SelectFrom[SocialAccount]("WHERE network = ? AND sn_user_id = ?")

func existsAccount(ctx context.Context, db bun.IDB, id wireid.ID) (bool, error) {
	return db.NewSelect().Model((*SocialAccount)(nil)).Where("id = ?", id).Exists(ctx)
}

// updateAccount does not write the columns that no answer of the network changes.
func updateAccount(ctx context.Context, db bun.IDB, account *SocialAccount) error {
	_, err := db.NewUpdate().Model(account).ExcludeColumn("id", "user_id", "network", "created_at", "profile_picture_url").WherePK().Exec(ctx)
	return err
}

func updatePicture(ctx context.Context, db bun.IDB, id wireid.ID, path *string) error {
	_, err := db.NewUpdate().Model((*SocialAccount)(nil)).Set("profile_picture_url = ?", path).Where("id = ?", id).Exec(ctx)
	return err
}

func updateEnds(ctx context.Context, db bun.IDB, id wireid.ID, expiry, dataAccess *wiretime.Time) error {
	_, err := db.NewUpdate().Model((*SocialAccount)(nil)).Set("token_expires_at = ?, data_access_until = ?", expiry, dataAccess).Where("id = ?", id).Exec(ctx)
	return err
}

func selectTokenRow(ctx context.Context, db bun.IDB, id wireid.ID) (accountToken, error) {
	return tokenOf.One(ctx, db, id)
}

var tokenOf = database.SelectFrom[accountToken]("WHERE account_id = ?")

func replaceToken(ctx context.Context, db bun.IDB, row *accountToken) error {
	_, err := db.NewInsert().Model(row).On("CONFLICT (account_id) DO UPDATE").Set(
		"sealed = EXCLUDED.sealed, user_sealed = EXCLUDED.user_sealed, updated_at = EXCLUDED.updated_at, obtained_at = EXCLUDED.obtained_at, " +
			"expiry_assumed = EXCLUDED.expiry_assumed, next_refresh_at = EXCLUDED.next_refresh_at, next_sync_at = EXCLUDED.next_sync_at, " +
			"next_probe_at = EXCLUDED.next_probe_at, probe_tries = EXCLUDED.probe_tries").Exec(ctx)
	return err
}

// takeFormer returns the id that the account had before it was disconnected, and deletes that
// record.
func takeFormer(ctx context.Context, db bun.IDB, network config.Network, snUserID string) (wireid.ID, error) {
	return database.Value[wireid.ID](ctx, db, "DELETE FROM former_accounts WHERE network = ? AND sn_user_id = ? RETURNING account_id", network, snUserID)
}

func updateNextSync(ctx context.Context, db bun.IDB, id wireid.ID, next wiretime.Time) error {
	_, err := db.NewUpdate().Model((*accountToken)(nil)).Set("next_sync_at = ?", next).Where("account_id = ?", id).Exec(ctx)
	return err
}

// postponeSync keeps a later probe, unless it lies so far off that it is due.
func postponeSync(ctx context.Context, db bun.IDB, id wireid.ID, now wiretime.Time) error {
	_, err := db.NewUpdate().Model((*accountToken)(nil)).
		Set("next_sync_at = ?0, next_probe_at = min(max(next_probe_at, ?0), ?1)", plus(now, syncPause), plus(now, longestProbePause)).
		Where("account_id = ?", id).Exec(ctx)
	return err
}

func postponeRefresh(ctx context.Context, db bun.IDB, id wireid.ID, next wiretime.Time) error {
	_, err := db.NewUpdate().Model((*accountToken)(nil)).Set("next_refresh_at = ?", next).Where("account_id = ?", id).Exec(ctx)
	return err
}

// updateSynced stores that a profile was read: the token works.
func updateSynced(ctx context.Context, db bun.IDB, id wireid.ID, next wiretime.Time, assumed bool, tries int) error {
	_, err := db.NewUpdate().Model((*accountToken)(nil)).Set("next_sync_at = ?, expiry_assumed = ?, probe_tries = ?", next, assumed, tries).
		Where("account_id = ?", id).Exec(ctx)
	return err
}

// ofNetwork selects the accounts of the service's network mode, with their tokens.
func ofNetwork(db bun.IDB, s *Service, accounts *[]SocialAccount) *bun.SelectQuery {
	return db.NewSelect().Model(accounts).Join("JOIN account_tokens AS token ON token.account_id = account.id").
		Where("account.network = ?", s.network).Order("account.created_at", "account.id")
}

// isDue matches a plan for an instant that has come. A plan that lies further off than the longest
// pause was made by a clock that was ahead, so it is due too.
func isDue(plan string, longest time.Duration, now wiretime.Time) schema.QueryWithArgs {
	return bun.SafeQuery("(token.?0 <= ?1 OR token.?0 > ?2)", bun.Ident(plan), now, plus(now, longest))
}

func plus(now wiretime.Time, d time.Duration) wiretime.Time { return wiretime.Of(now.Time().Add(d)) }

func selectSyncDue(ctx context.Context, db bun.IDB, s *Service, now wiretime.Time) (accounts []SocialAccount, err error) {
	err = ofNetwork(db, s, &accounts).Where("NOT "+isMarked).
		Where("? OR account.token_expires_at <= ? AND ?", isDue("next_sync_at", syncInterval, now), now, isDue("next_probe_at", longestProbePause, now)).
		Scan(ctx)
	return accounts, err
}

func selectProbeDue(ctx context.Context, db bun.IDB, s *Service, now wiretime.Time) (accounts []SocialAccount, err error) {
	err = ofNetwork(db, s, &accounts).Where(isMarked+" AND ?", isDue("next_probe_at", longestProbePause, now)).Scan(ctx)
	return accounts, err
}

// selectRefreshDue returns tokens to refresh: those that expire within the window, and those with a
// guessed expiry. A token of the primary login must be old enough. An age below zero and a life
// beyond the network's are of a clock that was ahead: such a token counts as old enough, and such
// an expiry as guessed.
func selectRefreshDue(ctx context.Context, db bun.IDB, s *Service, now wiretime.Time) (accounts []SocialAccount, err error) {
	err = ofNetwork(db, s, &accounts).Where("account.token_dead_at IS NULL AND ?", isDue("next_refresh_at", refreshPause, now)).
		Where("account.login_method = ? OR token.user_sealed IS NOT NULL", Primary).
		Where("account.login_method <> ? OR token.obtained_at <= ? OR token.obtained_at > ?", Primary, plus(now, -leastRefreshAge), now).
		Where("account.token_expires_at > ? OR account.token_expires_at IS NULL", now).
		Where("account.token_expires_at <= ? OR token.expiry_assumed OR account.login_method = ? AND account.token_expires_at > ?",
			plus(now, RefreshWindow), Primary, plus(now, longLivedFor)).Scan(ctx)
	return accounts, err
}

func selectAssumed(ctx context.Context, db bun.IDB, id wireid.ID) (bool, error) {
	return database.Value[bool](ctx, db, "SELECT coalesce(max(expiry_assumed), 0) FROM account_tokens WHERE account_id = ?", id)
}
