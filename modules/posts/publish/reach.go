package publish

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/killpoint"
	"crier/platform/native"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// heldOffline is what a job says that waits for the network to be reached. It goes on as soon as the network answers anyone.
	heldOffline = "the network cannot be reached"
	// It is tried again after a pause that grows with the time for which the network has been away.
	shortestOfflinePause, longestOfflinePause = 5 * time.Second, time.Minute
	offlineGrowth                             = 8
)

// reach knows since when the network cannot be reached. It is safe for concurrent use.
type reach struct {
	mu    sync.Mutex
	since time.Time
}

// lost notes that the network could not be reached at the instant. It returns since when that is so, and whether it is news.
func (r *reach) lost(now time.Time) (since time.Time, isNews bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if isNews = r.since.IsZero(); isNews {
		r.since = now
	}
	return r.since, isNews
}

// found notes that the network has answered. It reports whether it could not be reached before.
func (r *reach) found() bool {
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

// isNotReached reports whether a call did not leave this machine: there is no way to the network, or its name cannot be looked up.
func isNotReached(err error) bool {
	var failed *graph.Error
	if errors.As(err, &failed) {
		return failed.NotSent() && failed.Class == graph.Retry && failed.HTTPStatus == 0
	}
	var app *native.Error
	return errors.As(err, &app) && app.NotReached()
}

// noteUnreached notes that the network cannot be reached, in the log once. It returns since when, and for how long to wait.
func (p *Engine) noteUnreached(err error) (since time.Time, pause time.Duration) {
	now := p.clock.Now()
	since, isNews := p.reach.lost(now)
	if isNews {
		p.log.Warn("posts: the network cannot be reached; what is due waits for it", "error", err)
	}
	return since, min(max(now.Sub(since)/offlineGrowth, shortestOfflinePause), longestOfflinePause)
}

// noteAnswer has everything go on that waits for the network, once that has answered.
func (p *Engine) noteAnswer(ctx context.Context, call graph.Call) {
	if call.HTTPStatus == 0 || !p.reach.found() {
		return
	}
	p.log.Info("posts: the network can be reached again")
	err := p.db.InRelaxedTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error { return p.queue.HastenAll(ctx, tx, heldOffline) })
	if err != nil {
		p.log.Warn("posts: what waits for the network goes on later", "error", err)
	}
}

// holdOffline puts a post off of which nothing was sent because the network cannot be reached. That is no attempt. As with a Crier that
// was not running, the post fails when it would come too late.
func (w *work) holdOffline(ctx context.Context, cause error) error {
	since, pause := w.noteUnreached(cause)
	why := fmt.Sprintf("the network cannot be reached since %s", wiretime.Of(since))
	_, compared := w.uptime.Ahead()
	late := w.networkNow().Sub(w.due())
	if late > w.lateness.Grace && (compared || !w.post.IsScheduled) {
		return w.fail(ctx, verdict{code: apperror.UnknownError, message: fmt.Sprintf("%s; the post is %s late, and retry publishes it now", why, posts.Roughly(late))})
	}
	killpoint.Reach("posts.offline.held")
	return w.claim.Snooze(ctx, w.clock.Now().Add(pause), heldOffline, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(w.backToQueue(ctx, tx), w.say(ctx, tx, apperror.UnknownError, why))
	})
}
