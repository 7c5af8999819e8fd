package media

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
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
	// firstReleasePause is the pause after the first failed attempt to delete an object. It doubles
	// with each further one, up to longestReleasePause.
	firstReleasePause   = time.Minute
	longestReleasePause = 6 * time.Hour
	// retirement is how long the network may still fetch a copy of a file that was replaced: longer
	// than any container takes.
	retirement = time.Hour
	// deletePatience is how long a request waits until an object is deleted. After that the chore
	// deletes it.
	deletePatience = 5 * time.Second
)

// objects manages the objects that the network can fetch. It deletes those that were released.
type objects struct {
	db    *database.DB
	clock clock.Clock
	log   *slog.Logger
	store objectstore.Store
	// needed, if set, is the function of KeepWhile.
	needed func(ctx context.Context, keys []string) ([]string, error)
	// background deletes objects as soon as they are due.
	background

	// deleting is locked during a deletion.
	deleting sync.Mutex
}

// DeleteReleased deletes the released objects that are due, oldest first. It is the chore. It
// stores an error with its object and tries that again later, and ends early when the store cannot
// be reached.
func (o *objects) DeleteReleased(ctx context.Context) error {
	o.deleting.Lock()
	defer o.deleting.Unlock()
	if err := o.rebase(ctx); err != nil {
		return fmt.Errorf("rebase the pauses of released objects: %w", err)
	}
	for {
		due, err := selectReleased(ctx, o.db, wiretime.Of(o.clock.Now()), releaseBatch)
		if err != nil {
			return fmt.Errorf("find released objects: %w", err)
		}
		unneeded, err := o.unneeded(ctx, due)
		if err != nil {
			return err
		}
		for _, object := range unneeded {
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

// rebase has the pauses go on from now that began while the clock was ahead. Otherwise an object
// would stay public for as long as the clock was ahead. A wait that is longer than any pause ends
// at an instant that a post names, and keeps it.
func (o *objects) rebase(ctx context.Context) error {
	isAhead, err := hasReleasedAfter(ctx, o.db, wiretime.Of(o.clock.Now()))
	if err != nil || !isAhead {
		return err
	}
	return o.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return rebaseReleased(ctx, tx, wiretime.Of(o.clock.Now()), longestReleasePause)
	})
}

// unneeded returns those of the objects that nobody needs. It has the others looked at again later.
func (o *objects) unneeded(ctx context.Context, due []releasedObject) (unneeded []releasedObject, err error) {
	if o.needed == nil || len(due) == 0 {
		return due, nil
	}
	keys := make([]string, len(due))
	for i, object := range due {
		keys[i] = object.ObjectKey
	}
	if keys, err = o.needed(ctx, keys); err != nil {
		return nil, fmt.Errorf("find the released objects that are needed: %w", err)
	}
	for _, object := range due {
		if !slices.Contains(keys, object.ObjectKey) {
			unneeded = append(unneeded, object)
			continue
		}
		object.putOff(o.clock.Now(), retirement)
		if err := o.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return postponeReleased(ctx, tx, &object) }); err != nil {
			return nil, err
		}
	}
	return unneeded, nil
}

// deleteReleased deletes one object, or stores why it could not. It returns false when the next
// deletion would fail too.
func (o *objects) deleteReleased(ctx context.Context, object releasedObject) (goOn bool, err error) {
	failed := o.store.Delete(ctx, object.ObjectKey)
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if failed == nil {
		failpoint.Reach("media.object.deleted")
		return true, o.forget(ctx, object.ObjectKey)
	}
	reason := secrets.HideKeys(failed.Error())
	object.Attempts, object.LastError = object.Attempts+1, &reason
	object.putOff(o.clock.Now(), releasePause(object.Attempts))
	o.log.Warn("media: a public object could not be deleted yet", "attempts", object.Attempts, "error", reason)
	err = o.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return postponeReleased(ctx, tx, &object) })
	_, isStore := errors.AsType[*objectstore.Error](failed)
	return !isStore, err
}

// releasePause returns the pause after a number of failed attempts, which is at least one.
func releasePause(attempts int) time.Duration {
	const doublings = 9 // These reach the longest pause.
	return min(firstReleasePause<<min(attempts-1, doublings), longestReleasePause)
}

func (o *objects) forget(ctx context.Context, key string) error {
	return o.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return forgetReleased(ctx, tx, key) })
}

// deleteSoon deletes the object of a file that was just deleted. It waits for that if it is quick.
func (o *objects) deleteSoon(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(ctx, deletePatience)
	defer cancel()
	err := o.store.Delete(ctx, key)
	if err == nil {
		err = o.forget(ctx, key)
	}
	if err != nil {
		o.wake()
	}
}

func (o *objects) start(ctx context.Context) error {
	o.begin(ctx, func(ctx context.Context) {
		if err := o.DeleteReleased(ctx); err != nil && ctx.Err() == nil {
			o.log.Error("media: released objects could not be deleted", "error", err)
		}
	})
	return nil
}
