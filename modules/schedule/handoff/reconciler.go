package handoff

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// How often the worker is asked for results: at each turn of the chore while a post is due or about to be, else more rarely.
const (
	dueSoon        = 30 * time.Second
	whileWaiting   = time.Minute
	whileIdle      = 10 * time.Minute
	betweenLooks   = time.Minute
	betweenCompare = time.Hour
	// overdue is after how long a post of which nothing was heard is asked for by itself.
	overdue = time.Minute
)

// paces is when the parts of the chore were done last.
type paces struct {
	mu                      sync.Mutex
	asked, looked, compared time.Time
}

// due reports whether it is time for a part, and notes that it is being done. A clock that was put back holds nothing up.
func (p *paces) due(last *time.Time, now time.Time, every time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if since := now.Sub(*last); since >= 0 && since < every {
		return false
	}
	*last = now
	return true
}

// Reconciler compares what the worker has with what it is to have, and makes good what is not so.
type Reconciler struct {
	queue      *Queue
	exchange   *exchange
	results    *Results
	records    *records
	identities *identities
	seeker     *seeker
	strays     *Strays
	posts      *posts.CloudPosts
	log        *slog.Logger
	paces      paces
	background *background
}

func newReconciler(queue *Queue, x *exchange, results *Results, r *records, i *identities, s *seeker, strays *Strays, p *posts.CloudPosts, log *slog.Logger) *Reconciler {
	return &Reconciler{
		queue: queue, exchange: x, results: results, records: r, identities: i, seeker: s, strays: strays, posts: p, log: log, background: newBackground(),
	}
}

// Start takes home what became of posts while Crier was closed.
func (r *Reconciler) Start() {
	r.background.running.Go(func() {
		ctx := r.background.ctx
		if err := r.Tend(ctx); err != nil && ctx.Err() == nil {
			r.log.Error("schedule: what the cloud worker has done could not be taken home", "error", err)
		}
	})
}

// Stop ends what Start has begun and waits for it.
func (r *Reconciler) Stop() { r.background.stop() }

// Tend is the chore: it notices what the worker has to be told again, asks what became of posts, and compares. It does as much as
// there is reason for.
func (r *Reconciler) Tend(ctx context.Context) error {
	rows, err := r.queue.entries(ctx)
	if err != nil {
		return err
	}
	// The clock is read after the rows: what is written meanwhile is not of another time.
	n, now := len(rows), r.queue.clock.Now()
	if err := r.heedClock(ctx, rows, now); err != nil {
		return err
	}
	if n > 0 && r.paces.due(&r.paces.looked, now, betweenLooks) {
		err = errors.Join(r.lookForChanges(ctx), r.seeker.due(ctx))
	}
	if !r.exchange.link.HasWorker() {
		return errors.Join(err, r.showUnheard(ctx, n, errors.New("there is no cloud worker")))
	}
	due, dueErr := r.due(ctx, now.Add(dueSoon))
	if err = errors.Join(err, dueErr); err != nil {
		return err
	}
	pace := whileIdle
	switch {
	case len(due) > 0:
		pace = 0
	case n > 0:
		pace = whileWaiting
	}
	if r.exchange.pause.until().After(now) && len(due) == 0 {
		return r.showUnheard(ctx, n, errors.New("the cloud worker does not answer"))
	}
	if !r.paces.due(&r.paces.asked, now, pace) {
		return nil
	}
	wasSilent := !r.exchange.pause.until().IsZero()
	if _, err := r.results.Fetch(ctx); err != nil {
		return r.unheard(ctx, n, err)
	}
	if wasSilent {
		// What waits need not wait to its end.
		if err := r.queue.hasten(ctx); err != nil {
			return err
		}
		r.queue.wake()
	}
	return r.compareNow(ctx, n, now)
}

// heedClock keeps a wall clock that was set back from stretching the waits that were begun before.
func (r *Reconciler) heedClock(ctx context.Context, rows []entry, now time.Time) error {
	isPaused := r.exchange.pause.rebase(now)
	if slices.ContainsFunc(rows, func(row entry) bool { return row.waitsBeyond(now) || r.isFenceAhead(&row) }) {
		err := r.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			return errors.Join(rebaseWaits(ctx, tx, wiretime.Of(now), wiretime.Of(now.Add(longestWait))), rebaseFences(ctx, tx, wiretime.Of(r.queue.workerNow())))
		})
		if err != nil {
			return err
		}
	} else if !isPaused {
		return nil
	}
	r.log.Warn("schedule: the clock was set back; waits that were begun before end now")
	r.queue.wake()
	return nil
}

// isFenceAhead reports whether a fence stands since a time that has not come at Cloudflare: it was written by a clock that was ahead.
func (r *Reconciler) isFenceAhead(row *entry) bool {
	return row.FencedAt != nil && row.FencedAt.Time().After(r.queue.workerNow().Add(time.Second))
}

// due returns the posts that are the worker's and due at the instant.
func (r *Reconciler) due(ctx context.Context, at time.Time) ([]wireid.ID, error) {
	ids, err := r.posts.DueInCloud(ctx, wiretime.Of(at))
	if err != nil || len(r.queue.foreign) == 0 {
		return ids, err
	}
	rows, err := r.queue.entries(ctx)
	return slices.DeleteFunc(ids, func(id wireid.ID) bool {
		return !slices.ContainsFunc(rows, func(row entry) bool { return row.PostID == id })
	}), err
}

// compareNow compares what the worker has with what it is to have, once an hour, and each minute while a post is overdue.
func (r *Reconciler) compareNow(ctx context.Context, n int, now time.Time) error {
	late, err := r.due(ctx, now.Add(-overdue))
	if err != nil {
		return err
	}
	every := betweenCompare
	if len(late) > 0 {
		every = betweenLooks
	}
	if !r.paces.due(&r.paces.compared, now, every) {
		return nil
	}
	if err := r.Compare(ctx); err != nil {
		return r.unheard(ctx, n, err)
	}
	return nil
}

// unheard shows on posts that are due that nobody knows what became of them. That the worker does not answer is no failure of
// the chore.
func (r *Reconciler) unheard(ctx context.Context, entries int, err error) error {
	if cloud.AsWorkerError(err) == nil {
		return err
	}
	r.log.Info("schedule: the cloud worker could not be asked", "error", err)
	return r.showUnheard(ctx, entries, err)
}

func (r *Reconciler) showUnheard(ctx context.Context, entries int, why error) error {
	if entries == 0 {
		return nil
	}
	late, err := r.due(ctx, r.queue.clock.Now().Add(-overdue))
	if err != nil || len(late) == 0 {
		return err
	}
	problem := apperror.New(apperror.WorkerUnreachable, "%s", why.Error())
	if failed := cloud.AsWorkerError(why); failed != nil {
		problem = shown(failed)
	}
	text := problem.Message + "; the time of the post has come, and it is not known whether the cloud worker publishes it. It is not published from here; it can be taken back (crier cloud takeover)"
	return r.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		var errs []error
		for _, id := range late {
			errs = append(errs, r.posts.ShowProblem(ctx, tx, id, problem.Code, text))
		}
		return errors.Join(errs...)
	})
}
