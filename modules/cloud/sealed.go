package cloud

import (
	"context"
	"fmt"

	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// selectSealed returns all that the module keeps sealed, of every network mode.
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
