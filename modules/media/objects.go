package media

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/objectstore"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// releaseBatch is how many objects are read at once.
	releaseBatch = 100
	// firstReleasePause doubles with each failed attempt to delete an object, up to
	// longestReleasePause.
	firstReleasePause   = time.Minute
	longestReleasePause = 6 * time.Hour
	// retirement is how long a file's former form may still be fetched: longer than
	// any container takes.
	retirement = time.Hour
	// deletePatience is how long a request waits for an object to be gone; after it the chore goes
	// on.
	deletePatience = 5 * time.Second
)

// objects is what the network can fetch. It deletes what has been released.
type objects struct {
	db    *database.DB
	clock clock.Clock
	log   *slog.Logger
	store objectstore.Store

	// deleting is held during a deletion.
	deleting sync.Mutex
	// woken holds a token while there may be something to delete.
	woken  chan struct{}
	ended  chan struct{}
	cancel context.CancelFunc
}

// DeleteReleased deletes the released objects whose turn it is, oldest first. It
// is the chore, and ends early when the store cannot be reached at all: an error
// is noted with the object and tried again later.
func (o *objects) DeleteReleased(ctx context.Context) error {
	o.deleting.Lock()
	defer o.deleting.Unlock()
	for {
		due, err := selectReleased(ctx, o.db, wiretime.Of(o.clock.Now()), releaseBatch)
		if err != nil {
			return fmt.Errorf("find released objects: %w", err)
		}
		for _, object := range due {
			goOn, err := o.deleteReleased(ctx, object)
			if err != nil || !goOn {
				return err
			}
		}
		if len(due) < releaseBatch {
			return nil
		}
	}
}

// deleteReleased deletes one object, or notes why not. It is false when the next
// one would fail as well.
func (o *objects) deleteReleased(ctx context.Context, object releasedObject) (goOn bool, err error) {
	failed := o.store.Delete(ctx, object.ObjectKey)
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if failed == nil {
		failpoint.Reach("media.object.deleted")
		return true, o.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return forgetReleased(ctx, tx, object.ObjectKey) })
	}
	reason := secrets.HideKeys(failed.Error())
	object.Attempts, object.LastError = object.Attempts+1, &reason
	object.NextAttemptAt = wiretime.Of(o.clock.Now().Add(releasePause(object.Attempts)))
	o.log.Warn("media: a public object could not be deleted yet", "attempts", object.Attempts, "error", reason)
	err = o.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return postponeReleased(ctx, tx, &object) })
	var store *objectstore.Error
	return !errors.As(failed, &store), err
}

// releasePause returns the pause after so many attempts, at least one, that have failed.
func releasePause(attempts int) time.Duration {
	pause := firstReleasePause
	for range attempts - 1 {
		if pause = 2 * pause; pause >= longestReleasePause {
			return longestReleasePause
		}
	}
	return pause
}

// deleteSoon deletes the object of a file that was just deleted, before the
// answer if that is quick.
func (o *objects) deleteSoon(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(ctx, deletePatience)
	defer cancel()
	if o.store.Delete(ctx, key) != nil {
		o.wake()
		return
	}
	err := o.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return forgetReleased(ctx, tx, key) })
	if err != nil {
		o.wake()
	}
}

// wake has what is due deleted soon. It never waits.
func (o *objects) wake() {
	select {
	case o.woken <- struct{}{}:
	default: // It has been woken and has not looked yet.
	}
}

// start deletes objects as soon as they are released, until stop.
func (o *objects) start(ctx context.Context) error {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	o.ended, o.cancel = make(chan struct{}), cancel
	o.wake() // There may be some from before.
	go func() {
		defer close(o.ended)
		for {
			select {
			case <-ctx.Done():
				return
			case <-o.woken:
			}
			if err := o.DeleteReleased(ctx); err != nil && ctx.Err() == nil {
				o.log.Error("media: released objects could not be deleted", "error", err)
			}
		}
	}()
	return nil
}

// stop ends the work in the background; what is left of it the next start does.
func (o *objects) stop() {
	o.cancel()
	<-o.ended
}
