package schedule

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"crier/modules/cloud"
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

// Tend is the chore: it notices what the worker has to be told anew, asks what became of posts, and compares. It does as much as
// there is reason for.
func (o *Outbox) Tend(ctx context.Context) error {
	rows, err := o.entries(ctx)
	if err != nil {
		return err
	}
	// The clock is read after the rows: what is written meanwhile is not of another time.
	n, now := len(rows), o.Clock.Now()
	if err := o.heedClock(ctx, rows, now); err != nil {
		return err
	}
	if n > 0 && o.paces.due(&o.paces.looked, now, betweenLooks) {
		err = errors.Join(o.lookForChanges(ctx), o.takeOverDue(ctx))
	}
	if !o.Link.HasWorker() {
		return errors.Join(err, o.showUnheard(ctx, n, errors.New("there is no cloud worker")))
	}
	due, dueErr := o.due(ctx, now.Add(dueSoon))
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
	if o.pause.until().After(now) && len(due) == 0 {
		return o.showUnheard(ctx, n, errors.New("the cloud worker does not answer"))
	}
	if !o.paces.due(&o.paces.asked, now, pace) {
		return nil
	}
	wasSilent := !o.pause.until().IsZero()
	if _, err := o.FetchResults(ctx); err != nil {
		return o.unheard(ctx, n, err)
	}
	if wasSilent {
		// What waits need not wait to its end.
		if err := o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error { return hasten(ctx, tx, o.now()) }); err != nil {
			return err
		}
		o.Wake()
	}
	return o.compareNow(ctx, n, now)
}

// entries returns what the worker is to know, but for the accounts of the other network mode, which has a worker of its own.
func (o *Outbox) entries(ctx context.Context) ([]entry, error) {
	rows, err := selectEntries(ctx, o.DB)
	if err != nil {
		return nil, fmt.Errorf("read what the worker is to know: %w", err)
	}
	return slices.DeleteFunc(rows, func(row entry) bool { return o.isForeign(row.AccountID) }), nil
}

func (o *Outbox) isForeign(account wireid.ID) bool { return slices.Contains(o.foreign, account) }

// due returns the posts that are the worker's and due at the instant.
func (o *Outbox) due(ctx context.Context, at time.Time) ([]wireid.ID, error) {
	ids, err := o.Posts.DueInCloud(ctx, wiretime.Of(at))
	if err != nil || len(o.foreign) == 0 {
		return ids, err
	}
	rows, err := o.entries(ctx)
	return slices.DeleteFunc(ids, func(id wireid.ID) bool {
		return !slices.ContainsFunc(rows, func(row entry) bool { return row.PostID == id })
	}), err
}

// compareNow compares what the worker has with what it is to have, once an hour, and each minute while a post is overdue.
func (o *Outbox) compareNow(ctx context.Context, n int, now time.Time) error {
	late, err := o.due(ctx, now.Add(-overdue))
	if err != nil || n == 0 {
		return err
	}
	every := betweenCompare
	if len(late) > 0 {
		every = betweenLooks
	}
	if !o.paces.due(&o.paces.compared, now, every) {
		return nil
	}
	if err := o.Compare(ctx); err != nil {
		return o.unheard(ctx, n, err)
	}
	return nil
}

// unheard shows on posts that are due that nobody knows what became of them. That the worker does not answer is no failure of
// the chore.
func (o *Outbox) unheard(ctx context.Context, entries int, err error) error {
	if cloud.AsWorkerError(err) == nil {
		return err
	}
	o.Log.Info("schedule: the cloud worker could not be asked", "error", err)
	return o.showUnheard(ctx, entries, err)
}

func (o *Outbox) showUnheard(ctx context.Context, entries int, why error) error {
	if entries == 0 {
		return nil
	}
	late, err := o.due(ctx, o.Clock.Now().Add(-overdue))
	if err != nil || len(late) == 0 {
		return err
	}
	problem := apperror.New(apperror.WorkerUnreachable, "%s", why.Error())
	if failed := cloud.AsWorkerError(why); failed != nil {
		problem = shown(failed)
	}
	text := problem.Message + "; the time of the post has come, and it is not known whether the cloud worker publishes it. It is not published from here; it can be taken back (crier cloud takeover)"
	return o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		var errs []error
		for _, id := range late {
			errs = append(errs, o.Posts.ShowProblem(ctx, tx, id, problem.Code, text))
		}
		return errors.Join(errs...)
	})
}

// lookForChanges has posts sent anew whose token or files are not those any more that the worker has.
func (o *Outbox) lookForChanges(ctx context.Context) error {
	accounts, err := selectAccounts(ctx, o.DB)
	if err != nil {
		return fmt.Errorf("find the accounts of posts: %w", err)
	}
	var touched int64
	for _, account := range accounts {
		by, err := o.identify(ctx, account)
		if apperror.From(err) != nil {
			continue // It cannot be used: what the worker has is all there is.
		}
		if err != nil {
			return err
		}
		n, err := o.touchWhere(ctx, func(u *bun.UpdateQuery) { u.Where("account_id = ? AND token_mark <> ?", account, by.mark) })
		if err != nil {
			return err
		}
		touched += n
	}
	changed, err := o.Posts.ChangedInCloud(ctx)
	if err != nil {
		return err
	}
	if len(changed) > 0 {
		n, err := o.touchWhere(ctx, func(u *bun.UpdateQuery) { u.Where("post_id IN (?)", bun.List(changed)) })
		if err != nil {
			return err
		}
		touched += n
	}
	if touched > 0 {
		o.Wake()
	}
	return nil
}

func (o *Outbox) touchWhere(ctx context.Context, which func(*bun.UpdateQuery)) (n int64, err error) {
	err = o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		n, err = touch(ctx, tx, o.now(), which)
		return err
	})
	return n, err
}

// Compare finds posts that the worker is thought to have and does not have, and shows on the others what they are held for.
func (o *Outbox) Compare(ctx context.Context) error {
	rows, err := o.entries(ctx)
	if err != nil {
		return err
	}
	open, err := o.openJobs(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for i := range rows {
		row := &rows[i]
		if row.NextAttemptAt != nil || row.FencedAt != nil {
			continue
		}
		if job, ok := open[row.PostID]; ok && !row.isOther(job) {
			errs = append(errs, o.showHeld(ctx, row, job))
			continue
		}
		errs = append(errs, o.find(ctx, row))
	}
	return errors.Join(errs...)
}

func (o *Outbox) openJobs(ctx context.Context) (map[wireid.ID]cloud.JobState, error) {
	const perPage = 200
	open := map[wireid.ID]cloud.JobState{}
	var after *wireid.ID
	for {
		jobs, next, err := o.Link.Open(ctx, after, perPage)
		o.notePace(err)
		if err != nil {
			return nil, err
		}
		for _, job := range jobs {
			open[job.ID] = job
		}
		if next == nil || after != nil && next.String() <= after.String() {
			return open, nil
		}
		after = next
	}
}

// showHeld shows on a post why the worker holds it, or that it does not any more.
func (o *Outbox) showHeld(ctx context.Context, row *entry, job cloud.JobState) error {
	code, text := apperror.Code(""), ""
	if job.ErrorCode != nil {
		r := resultOf(job)
		code, text = r.ErrorCode, "the cloud worker holds the post: "+r.ErrorMessage
	}
	return o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return o.Posts.ShowProblem(ctx, tx, row.PostID, code, text)
	})
}

// find asks for a post that is not among those that the worker has before it. One that it does not know at all is sent anew, or looked
// for on the network when it was due: then somebody else may have had the worker publish and forget it.
func (o *Outbox) find(ctx context.Context, seen *entry) error {
	return o.held(ctx, seen.PostID, func(row *entry) error {
		if row.Rev != seen.Rev || row.NextAttemptAt != nil || row.FencedAt != nil {
			return nil
		}
		job, err := o.Link.Job(ctx, row.PostID)
		failed := cloud.AsWorkerError(err)
		switch {
		case err == nil && (job.State == cloud.JobCancelled || job.State == cloud.JobFenced):
			return o.givenUp(ctx, row, job)
		case err == nil && row.isOther(job):
			return o.sendAnew(ctx, row)
		case err == nil && job.HasEnded():
			return o.bringHome(ctx, job)
		case err == nil:
			return nil
		case failed == nil || failed.Code != cloud.CodeUnknownJob:
			return err
		}
		return o.lost(ctx, row)
	})
}

// lost is for a post that the worker had and does not know any more.
func (o *Outbox) lost(ctx context.Context, row *entry) error {
	post, err := o.Posts.Post(ctx, row.PostID)
	if err != nil {
		return err
	}
	o.Log.Warn("schedule: the cloud worker does not know a post any more that it had", "post", row.PostID)
	if post.ScheduledFor.Time().After(o.Clock.Now()) {
		return o.sendAnew(ctx, row)
	}
	return o.seek(ctx, row, post)
}

// givenUp is for a post that the worker has given up and nobody here knows why: a data folder that was put back does not. What is due may
// have been published from here since.
func (o *Outbox) givenUp(ctx context.Context, row *entry, job cloud.JobState) error {
	post, err := o.Posts.Post(ctx, row.PostID)
	switch {
	case err != nil:
		return err
	case !post.ScheduledFor.Time().After(o.Clock.Now()):
		return o.seek(ctx, row, post)
	case job.State == cloud.JobFenced:
		return o.bringHome(ctx, job)
	}
	return o.sendAnew(ctx, row)
}

func (o *Outbox) sendAnew(ctx context.Context, row *entry) error {
	o.Wake()
	return o.change(ctx, row, func(_ context.Context, _ bun.IDB, stored *entry) error {
		stored.NextAttemptAt = o.nowPtr()
		return nil
	})
}
