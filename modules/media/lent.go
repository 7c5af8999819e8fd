package media

import (
	"context"
	"time"

	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// lentFor is how long an object of Lent stays at the longest, unless the store cannot be reached.
const lentFor = 10 * time.Minute

// lent is the store of Service.Lent.
type lent struct{ objects *objects }

func (l lent) Ready() error { return l.objects.store.Ready() }

func (l lent) URL(key string) string { return l.objects.store.URL(key) }

func (l lent) Put(ctx context.Context, key, path, contentType string) error {
	now := l.objects.clock.Now()
	err := l.objects.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return insertReleased(ctx, tx, key, wiretime.Of(now), wiretime.Of(now.Add(lentFor)))
	})
	if err != nil {
		return err
	}
	return l.objects.store.Put(ctx, key, path, contentType)
}

// Delete leaves what it cannot delete to the chore.
func (l lent) Delete(ctx context.Context, key string) error {
	if err := l.objects.store.Delete(ctx, key); err != nil {
		return err
	}
	return l.objects.forget(ctx, key)
}
