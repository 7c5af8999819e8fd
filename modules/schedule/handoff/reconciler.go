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

// How often the worker is asked for results: in each run of the chore while a post is due or nearly
// due, else more rarely.
const (
	dueSoon        = 30 * time.Second
	whileWaiting   = time.Minute
	whileIdle      = 10 * time.Minute
	betweenLooks   = time.Minute
	betweenCompare = time.Hour
	// overdue is how late a post without a result must be to be asked for by itself.
	overdue = time.Minute
)

// paces records when the parts of the chore last ran.
type paces struct {
	mu                      sync.Mutex
	asked, looked, compared time.Time
}

// due reports whether a part must run, and records that it does. A clock that was set back delays
// nothing.
func (p *paces) due(last *time.Time, now time.Time, every time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if since := now.Sub(*last); since >= 0 && since < every {
		return false
	}
	*last = now
	return true
}

// reconciler compares what the worker has with what it should have, and corrects the differences.
type reconciler struct {
	queue      *queue
	exchange   *exchange
	results    *fetcher
	records    *records
	outdated   *outdated
	seeker     *seeker
	strays     *Strays
	posts      *posts.CloudPosts
	log        *slog.Logger
	paces      paces
	background *background
}

func newReconciler(queue *queue, x *exchange, results *fetcher, r *records, o *outdated, s *seeker, strays *Strays, p *posts.CloudPosts, log *slog.Logger) *reconciler {
	return &reconciler{
		queue: queue, exchange: x, results: results, records: r, outdated: o, seeker: s, strays: strays, posts: p, log: log, background: newBackground(),
	}
}

// Start applies the results of posts from the time when Crier did not run.
func (r *reconciler) Start() {
	r.background.start(func(ctx context.Context) {
		if err := r.Reconcile(ctx); err != nil && ctx.Err() == nil {
			r.log.Error("schedule: the results of the cloud worker could not be applied", "error", err)
		}
	})
}

// Stop cancels what Start has begun and waits for it.
func (r *reconciler) Stop() { r.background.stop() }

// Reconcile is the chore: it finds the entries that must be sent again, fetches results, and
// compares the jobs of the worker with the entries. It skips the parts that have no reason to run.
func (r *reconciler) Reconcile(ctx context.Context) error {
	rows, err := r.queue.entries(ctx)
	if err != nil {
		return err
	}
	// The clock is read after the rows, so that no row is newer than the time.
	n, now := len(rows), r.queue.clock.Now()
	if err := r.heedClock(ctx, rows, now); err != nil {
		return err
	}
	if n > 0 && r.paces.due(&r.paces.looked, now, betweenLooks) {
		err = errors.Join(r.outdated.resend(ctx), r.seeker.due(ctx))
	}
	if !r.exchange.link.HasWorker() {
		return errors.Join(err, r.showUnheard(ctx, n, errors.New("there is no cloud worker")))
	}
	due, dueErr := r.due(ctx, dueSoon)
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
		// Waits that began by the old clock end now.
		if err := r.queue.makeAllDue(ctx); err != nil {
			return err
		}
		r.queue.wake()
	}
	return r.compareNow(ctx, n, now)
}

// heedClock keeps a wall clock that was set back from prolonging waits that began before.
func (r *reconciler) heedClock(ctx context.Context, rows []entry, now time.Time) error {
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
	r.log.Warn("schedule: the clock was set back; waits that began before that end now")
	r.queue.wake()
	return nil
}

// isFenceAhead reports whether a fence stands since a time that Cloudflare's clock has not reached:
// it was written by a clock that was ahead.
func (r *reconciler) isFenceAhead(row *entry) bool {
	return row.FencedAt != nil && row.FencedAt.Time().After(r.queue.workerNow().Add(time.Second))
}

// due returns the posts of the worker that are due within a time, or, where that is below zero,
// have been due for so long. It goes by the worker's time, because this machine's clock may be
// wrong.
func (r *reconciler) due(ctx context.Context, within time.Duration) ([]wireid.ID, error) {
	ids, err := r.posts.DueInCloud(ctx, wiretime.Of(r.queue.workerNow().Add(within)))
	if err != nil || len(r.queue.foreign) == 0 {
		return ids, err
	}
	rows, err := r.queue.entries(ctx)
	return slices.DeleteFunc(ids, func(id wireid.ID) bool {
		return !slices.ContainsFunc(rows, func(row entry) bool { return row.PostID == id })
	}), err
}

// compareNow compares what the worker has with what it should have, once an hour, and each minute
// while a post is overdue.
func (r *reconciler) compareNow(ctx context.Context, n int, now time.Time) error {
	late, err := r.due(ctx, -overdue)
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

// unheard shows on due posts that their results are not known. A worker that does not answer is no
// failure of the chore.
func (r *reconciler) unheard(ctx context.Context, entries int, err error) error {
	if cloud.AsWorkerError(err) == nil {
		return err
	}
	r.log.Info("schedule: the cloud worker could not be asked", "error", err)
	return r.showUnheard(ctx, entries, err)
}

func (r *reconciler) showUnheard(ctx context.Context, entries int, why error) error {
	if entries == 0 {
		return nil
	}
	late, err := r.due(ctx, -overdue)
	if err != nil || len(late) == 0 {
		return err
	}
	problem := apperror.New(apperror.WorkerUnreachable, "%s", why.Error())
	if failed := cloud.AsWorkerError(why); failed != nil {
		problem = postError(failed)
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

// Compare finds posts that the worker should have and does not have, shows on the others why the
// worker holds them, and records those that the worker has and this folder does not know.
func (r *reconciler) Compare(ctx context.Context) error {
	rows, err := r.queue.entries(ctx)
	if err != nil {
		return err
	}
	open, err := r.exchange.open(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for i := range rows {
		row := &rows[i]
		if row.NextAttemptAt != nil || row.FencedAt != nil {
			continue
		}
		if job, ok := open[row.PostID]; ok && !row.mustResend(job) {
			errs = append(errs, r.records.showHeld(ctx, row, job))
			continue
		}
		errs = append(errs, r.find(ctx, row))
	}
	return errors.Join(append(errs, r.strays.note(ctx))...)
}

// find asks for a post that is not among the open jobs of the worker. A post that the worker does
// not know at all is sent again, or looked for on the network when it was due: another folder may
// have had the worker publish and forget it.
func (r *reconciler) find(ctx context.Context, seen *entry) error {
	return r.queue.withLock(ctx, seen.PostID, func(row *entry) error {
		if row.Rev != seen.Rev || row.NextAttemptAt != nil || row.FencedAt != nil {
			return nil
		}
		job, err := r.exchange.link.Job(ctx, row.PostID)
		failed := cloud.AsWorkerError(err)
		switch {
		case err == nil && (job.State == cloud.JobCancelled || job.State == cloud.JobFenced):
			return r.givenUp(ctx, row, job)
		case err == nil && row.mustResend(job):
			return r.queue.sendAgain(ctx, row)
		case err == nil && job.HasEnded():
			return r.results.applyLocked(ctx, job)
		case err == nil:
			return nil
		case failed == nil || failed.Code != cloud.CodeUnknownJob:
			return err
		}
		return r.lost(ctx, row)
	})
}

// lost handles a post that the worker had and does not know any more.
func (r *reconciler) lost(ctx context.Context, row *entry) error {
	post, err := r.posts.Post(ctx, row.PostID)
	if err != nil {
		return err
	}
	r.log.Warn("schedule: the cloud worker no longer knows a post that it had", "post", row.PostID)
	if post.ScheduledFor.Time().After(r.queue.workerNow()) {
		return r.queue.sendAgain(ctx, row)
	}
	return r.seeker.missing(ctx, row, post)
}

// givenUp handles a post that the worker has given up without this folder knowing why, as after a
// data folder was restored. A due post may have been published from here since.
func (r *reconciler) givenUp(ctx context.Context, row *entry, job cloud.JobState) error {
	post, err := r.posts.Post(ctx, row.PostID)
	switch {
	case err != nil:
		return err
	case !post.ScheduledFor.Time().After(r.queue.workerNow()):
		return r.seeker.missing(ctx, row, post)
	case job.State == cloud.JobFenced:
		return r.results.applyLocked(ctx, job)
	}
	return r.queue.sendAgain(ctx, row)
}
