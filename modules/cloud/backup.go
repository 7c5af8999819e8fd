package cloud

import (
	"context"
	"errors"
	"time"

	"crier/platform/database"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// Keeper tells what the module keeps sealed.
func Keeper(db *database.DB) secrets.Keeper {
	return func(ctx context.Context) ([]secrets.Sealed, error) { return selectSealed(ctx, db) }
}

// ForgetSecrets deletes what is sealed from a copy of a database that has no key. The bucket and
// the cloud have to be set up again; which posts the worker has stays known.
func ForgetSecrets(ctx context.Context, tx bun.Tx, _ time.Time) error {
	_, err := database.Exec(ctx, tx, "DELETE FROM cloud_bucket")
	_, workerErr := database.Exec(ctx, tx, "UPDATE cloud_worker SET sealed_token = NULL, sealed_worker_key = NULL, sealed_encryption_key = NULL, sealed_notify_url = NULL, is_verified = 0")
	return errors.Join(err, workerErr)
}
