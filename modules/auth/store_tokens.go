package auth

import (
	"context"
	"database/sql"

	"crier/platform/config"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// markDead reports whether there is such an account that was not marked.
func markDead(ctx context.Context, db bun.IDB, network config.Network, id wireid.ID, reason string, now wiretime.Time) (bool, error) {
	return changed(db.NewUpdate().Model((*SocialAccount)(nil)).
		Set("token_dead_at = ?, token_dead_reason = ?, token_expiry_kept = token_expires_at", now, reason).
		Set("token_expires_at = min(coalesce(token_expires_at, ?0), ?0)", now).
		Where("id = ? AND network = ? AND token_dead_at IS NULL", id, network).Exec(ctx))
}

// markAlive reports whether there is such an account that was marked. What tokenExpiresAt said is valid again, unless it has
// passed: then it was wrong, and nothing is known.
func markAlive(ctx context.Context, db bun.IDB, network config.Network, id wireid.ID, now wiretime.Time) (bool, error) {
	return changed(db.NewUpdate().Model((*SocialAccount)(nil)).
		Set("token_expires_at = CASE WHEN token_expiry_kept > ? THEN token_expiry_kept END", now).
		Set("token_dead_at = NULL, token_dead_reason = NULL, token_expiry_kept = NULL").
		Where("id = ? AND network = ? AND token_dead_at IS NOT NULL", id, network).Exec(ctx))
}

func selectProbeTries(ctx context.Context, db bun.IDB, id wireid.ID) (tries int, err error) {
	err = db.NewSelect().Model((*accountToken)(nil)).ColumnExpr("coalesce(max(probe_tries), 0)").Where("account_id = ?", id).Scan(ctx, &tries)
	return tries, err
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

func changed(result sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}
