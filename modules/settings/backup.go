package settings

import (
	"context"
	"time"

	"crier/platform/database"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Keeper returns the function that lists the sealed values of the module.
func Keeper(db *database.DB) secrets.Keeper {
	return func(ctx context.Context) ([]secrets.Sealed, error) { return selectSealed(ctx, db) }
}

// RevokeKeys revokes all API keys of a copy, because some may have been revoked since it was made.
func RevokeKeys(ctx context.Context, tx bun.Tx, now time.Time) error {
	_, err := database.Exec(ctx, tx, "UPDATE api_keys SET revoked_at = ?1 WHERE revoked_at IS NULL", wiretime.Of(now))
	return err
}

// ForgetCredentials deletes what is sealed from a copy of a database that has no key.
func ForgetCredentials(ctx context.Context, tx bun.Tx, _ time.Time) error {
	_, err := database.Exec(ctx, tx, "DELETE FROM native_credentials")
	return err
}
