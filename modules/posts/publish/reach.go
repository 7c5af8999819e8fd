package publish

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"crier/modules/posts/publish/timing"
	"crier/platform/database"
	"crier/platform/jobs"

	"github.com/uptrace/bun"
)

const (
	// heldOffline is what a job says while it waits for the network to be reached. It goes on as
	// soon as the network answers any call.
	heldOffline = "the network cannot be reached"
	// It is tried again after a pause that grows with the time for which the network has been away.
	shortestOfflinePause, longestOfflinePause = 5 * time.Second, time.Minute
	offlineGrowth                             = 8
)

// reach knows since when the network cannot be reached. It is safe for concurrent use.
type reach struct {
	clock *timing.Clock
	log   *slog.Logger
	db    *database.DB
	queue *jobs.Queue

	mu    sync.Mutex
	since time.Time
}

// lost notes that the network could not be reached, in the log once. It returns since when that is
// so, and the hold of what waits for the network.
func (r *reach) lost(err error) (since time.Time, held *hold) {
	now := r.clock.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.since.IsZero() {
		r.since = now
		r.log.Warn("posts: the network cannot be reached; posts that are due wait for it", "error", err)
	}
	return r.since, &hold{
		pause:  min(max(now.Sub(r.since)/offlineGrowth, shortestOfflinePause), longestOfflinePause),
		reason: heldOffline,
		isOver: func(context.Context, bun.IDB) (bool, error) { return !r.isLost(), nil },
	}
}

// answered has everything go on that waits for the network, once that has answered.
func (r *reach) answered(ctx context.Context) {
	if !r.noteAnswer() {
		return
	}
	r.log.Info("posts: the network can be reached again")
	err := r.db.InRelaxedTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error { return r.queue.HastenAll(ctx, tx, heldOffline) })
	if err != nil {
		r.log.Warn("posts: the posts that wait for the network could not be started; they start when their pause ends", "error", err)
	}
}

// noteAnswer notes that the network has answered. It reports whether it could not be reached
// before.
func (r *reach) noteAnswer() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	was := !r.since.IsZero()
	r.since = time.Time{}
	return was
}

// isLost reports whether the network cannot be reached.
func (r *reach) isLost() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.since.IsZero()
}
