package settings

import (
	"context"
	"fmt"
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

// selectSealed returns all sealed values of the module.
func selectSealed(ctx context.Context, db bun.IDB) (all []secrets.Sealed, err error) {
	var rows []nativeCredentials
	if err := db.NewSelect().Model(&rows).Scan(ctx); err != nil {
		return nil, fmt.Errorf("read sealed credentials: %w", err)
	}
	for i := range rows {
		r := &rows[i]
		all = append(all, secrets.Sealed{Value: r.SealedPassword, Record: passwordRecord(r.AccountID)})
		if r.SealedSession != nil {
			all = append(all, secrets.Sealed{Value: r.SealedSession, Record: sessionRecord(r.AccountID)})
		}
	}
	return all, nil
}

// RevokeKeys revokes all API keys of a copy, because some may have been revoked since the copy was
// made.
func RevokeKeys(ctx context.Context, tx bun.Tx, now time.Time) error {
	_, err := database.Exec(ctx, tx, "UPDATE api_keys SET revoked_at = ?1 WHERE revoked_at IS NULL", wiretime.Of(now))
	return err
}

// ForgetCredentials deletes the sealed values from a copy of a database that has no key.
func ForgetCredentials(ctx context.Context, tx bun.Tx, _ time.Time) error {
	_, err := database.Exec(ctx, tx, "DELETE FROM native_credentials")
	return err
}
