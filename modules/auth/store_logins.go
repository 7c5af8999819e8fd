package auth

import (
	"context"

	"crier/platform/config"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

func insertPending(ctx context.Context, db bun.IDB, row *pendingLogin) error {
	_, err := db.NewInsert().Model(row).Exec(ctx)
	return err
}

// deletePending takes a sealed login that has not expired. Without one it returns sql.ErrNoRows.
func deletePending(ctx context.Context, db bun.IDB, network config.Network, hash string, now wiretime.Time) (sealed []byte, err error) {
	err = db.NewDelete().Model((*pendingLogin)(nil)).Where("hash = ? AND network = ? AND expires_at > ?", hash, network, now).
		Returning("sealed").Scan(ctx, &sealed)
	return sealed, err
}

func upsertApp(ctx context.Context, db bun.IDB, app *loginApp) error {
	_, err := db.NewInsert().Model(app).On("CONFLICT (network, login) DO UPDATE").
		Set("app_id = EXCLUDED.app_id, sealed_secret = EXCLUDED.sealed_secret, redirect_uri = EXCLUDED.redirect_uri, updated_at = EXCLUDED.updated_at").
		Exec(ctx)
	return err
}

func selectApp(ctx context.Context, db bun.IDB, network config.Network, login LoginMethod) (loginApp, error) {
	var app loginApp
	err := db.NewSelect().Model(&app).Where("network = ? AND login = ?", network, login).Scan(ctx)
	return app, err
}
