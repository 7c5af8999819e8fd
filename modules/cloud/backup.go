package cloud

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/platform/database"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// Keeper returns the function that lists the sealed values of the module.
func Keeper(db *database.DB) secrets.Keeper {
	return func(ctx context.Context) ([]secrets.Sealed, error) { return selectSealed(ctx, db) }
}

// ForgetSecrets deletes the sealed values from a copy of a database that has no key. The bucket and
// the cloud must be set up again; which posts the worker has stays known.
func ForgetSecrets(ctx context.Context, tx bun.Tx, _ time.Time) error {
	_, err := database.Exec(ctx, tx, "DELETE FROM cloud_bucket")
	_, workerErr := database.Exec(ctx, tx, "UPDATE cloud_worker SET sealed_token = NULL, sealed_worker_key = NULL, sealed_encryption_key = NULL, sealed_notify_url = NULL, is_verified = 0")
	return errors.Join(err, workerErr)
}

// selectSealed returns all sealed values of the module, of every network mode.
func selectSealed(ctx context.Context, db bun.IDB) (all []secrets.Sealed, err error) {
	bucket, err := selectBucket(ctx, db)
	if err != nil {
		return nil, fmt.Errorf("read the bucket's sealed secret: %w", err)
	}
	if bucket != nil {
		all = append(all, secrets.Sealed{Value: bucket.SealedSecret, Record: bucketRecord(bucket.config())})
	}
	var workers []storedWorker
	if err := db.NewSelect().Model(&workers).Scan(ctx); err != nil {
		return nil, fmt.Errorf("read the worker's sealed keys: %w", err)
	}
	for i := range workers {
		w := &workers[i]
		for _, s := range []secrets.Sealed{
			{Value: w.SealedToken, Record: workerRecord(w.Network, "token")},
			{Value: w.SealedWorkerKey, Record: workerRecord(w.Network, "key:"+w.host())},
			{Value: w.SealedEncryptionKey, Record: workerRecord(w.Network, "encryption")},
			{Value: w.SealedNotifyURL, Record: workerRecord(w.Network, "notify")},
		} {
			if s.Value != nil {
				all = append(all, s)
			}
		}
	}
	return all, nil
}
