package media

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"crier/platform/database"
	"crier/platform/killpoint"
	"crier/platform/objectstore"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// releasedObject is an object that is to be deleted from where the network fetched it.
type releasedObject struct {
	bun.BaseModel `bun:"table:media_released_objects,alias:released"`

	ObjectKey     string `bun:",pk"`
	ReleasedAt    wiretime.Time
	Attempts      int
	LastError     *string
	NextAttemptAt wiretime.Time
}

const (
	// releaseBatch is how many objects are read at once.
	releaseBatch = 100
	// firstReleasePause doubles with each attempt to delete an object that fails, up to longestReleasePause.
	firstReleasePause   = time.Minute
	longestReleasePause = 6 * time.Hour
	// retirement is for how long the former form of a file may still be fetched: longer than any container takes.
	retirement = time.Hour
	// deletePatience is how long a request waits for an object to be gone; after it the chore goes on.
	deletePatience = 5 * time.Second
)

// Release takes what was made public of a file back, in the transaction tx: nobody is given the address any more, and the object
// is deleted once the time after has passed since the commit, however often that takes. That is 0, unless the network may be fetching the
// object. A file that is not public, or has gone, is left as it is. Publish makes the file public again, under another key.
func (s *Service) Release(ctx context.Context, tx bun.IDB, id wireid.ID, after time.Duration) error {
	now := s.clock.Now()
	released, err := releaseKey(ctx, tx, id, wiretime.Of(now), wiretime.Of(now.Add(after)))
	if err != nil {
		return fmt.Errorf("release the media file %s: %w", id, err)
	}
	if released && after == 0 {
		killpoint.Reach("media.releasing")
		database.AfterCommit(ctx, s.releases.wake)
	}
	return nil
}

// HurryReleased has all released objects deleted soon after the commit of tx: as nothing is being fetched, and their store
// is about to be left, none needs to wait.
func (s *Service) HurryReleased(ctx context.Context, tx bun.IDB) error {
	if err := hurryReleased(ctx, tx, wiretime.Of(s.clock.Now())); err != nil {
		return fmt.Errorf("hurry released objects: %w", err)
	}
	database.AfterCommit(ctx, s.releases.wake)
	return nil
}

// DeleteReleased deletes the released objects whose turn it is, oldest first. It is the chore, and ends early when the store
// cannot be reached at all: an error is noted with the object and tried again later.
func (s *Service) DeleteReleased(ctx context.Context) error {
	s.releases.one.Lock()
	defer s.releases.one.Unlock()
	for {
		due, err := selectReleased(ctx, s.db, wiretime.Of(s.clock.Now()), releaseBatch)
		if err != nil {
			return fmt.Errorf("find released objects: %w", err)
		}
		for _, object := range due {
			goOn, err := s.deleteReleased(ctx, object)
			if err != nil || !goOn {
				return err
			}
		}
		if len(due) < releaseBatch {
			return nil
		}
	}
}

// deleteReleased deletes one object, or notes why it could not. It reports false when the next one would fare the same.
func (s *Service) deleteReleased(ctx context.Context, object releasedObject) (goOn bool, err error) {
	failed := s.objects.Delete(ctx, object.ObjectKey)
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if failed == nil {
		killpoint.Reach("media.object.deleted")
		return true, s.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return forgetReleased(ctx, tx, object.ObjectKey) })
	}
	reason := secrets.HideKeys(failed.Error())
	object.Attempts, object.LastError = object.Attempts+1, &reason
	object.NextAttemptAt = wiretime.Of(s.clock.Now().Add(releasePause(object.Attempts)))
	s.log.Warn("media: a public object could not be deleted yet", "attempts", object.Attempts, "error", reason)
	err = s.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return postponeReleased(ctx, tx, &object) })
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

// deleteSoon deletes the object of a file that somebody has just deleted, before the answer where that is quick.
func (s *Service) deleteSoon(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(ctx, deletePatience)
	defer cancel()
	if s.objects.Delete(ctx, key) != nil {
		s.releases.wake()
		return
	}
	err := s.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return forgetReleased(ctx, tx, key) })
	if err != nil {
		s.releases.wake()
	}
}

// releases deletes released objects in the background.
type releases struct {
	// one is held during a deletion.
	one    sync.Mutex
	woken  chan struct{}
	ended  chan struct{}
	cancel context.CancelFunc
}

func newReleases() *releases { return &releases{woken: make(chan struct{}, 1)} }

// wake has what is due deleted soon. It never waits.
func (r *releases) wake() {
	select {
	case r.woken <- struct{}{}:
	default: // It has been woken and has not looked yet.
	}
}

// StartReleases deletes objects as soon as they are released, until StopReleases.
func (s *Service) StartReleases(ctx context.Context) error {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.releases.ended, s.releases.cancel = make(chan struct{}), cancel
	s.releases.wake() // There may be some from before.
	go func() {
		defer close(s.releases.ended)
		for {
			select {
			case <-ctx.Done():
				return
			case <-s.releases.woken:
			}
			if err := s.DeleteReleased(ctx); err != nil && ctx.Err() == nil {
				s.log.Error("media: released objects could not be deleted", "error", err)
			}
		}
	}()
	return nil
}

// StopReleases ends the work in the background; what is left of it the next start does.
func (s *Service) StopReleases() {
	s.releases.cancel()
	<-s.releases.ended
}
