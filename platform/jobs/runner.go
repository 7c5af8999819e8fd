package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	pollInterval = 5 * time.Second
	// lease is how long a claim holds without being renewed, by the wall clock.
	lease = time.Minute
	renew = 20 * time.Second
	// expiryInterval is how often the loop looks for leases that ran out, however often it claims.
	expiryInterval = time.Second
	// slots is how many jobs run at once.
	slots = 8
	// grace is how long running handlers may go on once the Runner stops, before their context
	// ends.
	grace = 5 * time.Second
	// unsettledPause is how long a job rests whose handler could not record how it ended.
	unsettledPause = 15 * time.Second
	// giveBackPause is how long to wait until the database is asked again to take a job back.
	giveBackPause = time.Second
	// turnPatience is for how long the loop may be busy with the jobs that are due at one instant.
	turnPatience = 30 * time.Second
	// timerSlack is how late the timer of the loop may fire.
	timerSlack = 100 * time.Millisecond
)

// Handler runs the jobs of one type.
type Handler interface {
	// Type returns the type of job that the handler runs.
	Type() Type
	// Claimed is called inside the transaction that claims the job, so that the subject can change
	// with it. An error cancels the claim.
	Claimed(ctx context.Context, tx bun.IDB, job ScheduledJob) error
	// Run works on a claimed job and settles the claim by Complete, Fail, Retry or Snooze. It
	// returns ErrStopping when it was stopped before it could. After any other error the job gets
	// another try later, which does not count as an attempt.
	Run(ctx context.Context, claim *Claim) error
}

// Runner claims due jobs and runs them.
type Runner struct {
	db       *database.DB
	queue    *Queue
	clock    clock.Clock
	log      *slog.Logger
	handlers map[Type]Handler
	types    []Type

	freed    chan struct{}
	slots    chan struct{}
	stopping chan struct{}
	work     context.Context
	endWork  context.CancelCauseFunc
	running  sync.WaitGroup
	loopDone chan struct{}
	suspects *suspects
	// lastLook is when the loop last looked at the clock.
	lastLook time.Time
	// rebaseDue says that the clock was set back and the waits were not moved yet.
	rebaseDue bool
	// lastExpiry is when the loop last looked for leases that ran out.
	lastExpiry time.Time
	// turned is when the loop last heard from the database, by how long the machine was awake.
	turned   atomic.Int64
	endedMu  sync.Mutex
	ended    chan struct{}
	activeMu sync.Mutex
	active   map[wireid.ID]context.CancelCauseFunc
}

// NewRunner returns a Runner for the given handlers. It returns an error when two handle one type.
func NewRunner(db *database.DB, queue *Queue, log *slog.Logger, handlers []Handler) (*Runner, error) {
	byType := make(map[Type]Handler, len(handlers))
	for _, h := range handlers {
		if _, taken := byType[h.Type()]; taken {
			return nil, fmt.Errorf("jobs: two handlers for %s", h.Type())
		}
		byType[h.Type()] = h
	}
	r := &Runner{
		db: db, queue: queue, clock: queue.clock, log: log, handlers: byType,
		freed: make(chan struct{}, 1), slots: make(chan struct{}, slots),
		stopping: make(chan struct{}), loopDone: make(chan struct{}), ended: make(chan struct{}),
		active: make(map[wireid.ID]context.CancelCauseFunc), suspects: newSuspects(db, queue.clock),
	}
	r.types = slices.Sorted(maps.Keys(byType))
	r.work, r.endWork = context.WithCancelCause(context.Background())
	return r, nil
}

// Start takes back the claims of a process that died, and begins to run jobs. Jobs of a type
// without a handler stay as they are.
func (r *Runner) Start(ctx context.Context) error {
	if err := r.reclaimOrphans(ctx); err != nil {
		return fmt.Errorf("take back interrupted jobs: %w", err)
	}
	if err := r.rebase(ctx); err != nil {
		return fmt.Errorf("look for waits of another time: %w", err)
	}
	go r.loop() //nolint:contextcheck // The start's context ends with the start; the loop has its own.
	return nil
}

// Stop claims no more jobs and waits for the running ones. Handlers that sleep are woken; the
// others get a grace of five seconds before their context ends. Jobs that did not settle are
// PENDING again when Stop returns nil. It returns an error when ctx ends before that.
func (r *Runner) Stop(ctx context.Context) error {
	defer r.endWork(ErrStopping)
	close(r.stopping)
	select {
	case <-r.loopDone: // Until then it may claim one more job.
	case <-ctx.Done():
		return fmt.Errorf("a job is still being claimed: %w", context.Cause(ctx))
	}
	ended := make(chan struct{})
	go func() { r.running.Wait(); close(ended) }()
	timer := r.clock.NewTimer(grace)
	defer timer.Stop()
	for {
		select {
		case <-ended:
			return nil
		case <-timer.C:
			r.endWork(ErrStopping)
		case <-ctx.Done():
			return fmt.Errorf("jobs still run: %w", context.Cause(ctx))
		}
	}
}

// Ended returns a channel that is closed when the next running job ends, however it ends.
func (r *Runner) Ended() <-chan struct{} {
	r.endedMu.Lock()
	defer r.endedMu.Unlock()
	return r.ended
}

func (r *Runner) announceEnd() {
	r.endedMu.Lock()
	defer r.endedMu.Unlock()
	close(r.ended)
	r.ended = make(chan struct{})
}

// Turns reports whether the loop has looked for jobs lately, and the database answered it. The time
// that the machine slept does not count.
func (r *Runner) Turns() bool {
	return r.clock.Running().Awake-time.Duration(r.turned.Load()) < turnPatience
}

func (r *Runner) loop() {
	defer close(r.loopDone)
	for !r.isStopping() {
		next := r.dispatch()
		before := r.clock.Now()
		timer := r.clock.NewTimer(min(next.Sub(before), pollInterval))
		if after := r.clock.Now(); !after.Before(next) || after.Sub(before) > timerSlack {
			// The clock moved before the timer started, for example because the machine slept. The
			// timer would fire too late by that.
			timer.Stop()
			continue
		}
		select {
		case <-timer.C:
		case <-r.queue.wake:
		case <-r.freed:
		case <-r.stopping:
		}
		timer.Stop()
	}
}

// dispatch claims due jobs as long as there are free slots, and returns when to look again.
func (r *Runner) dispatch() (next time.Time) {
	began := r.clock.Now()
	r.followClock(began)
	r.claimDue()
	return began.Add(r.untilNext(began))
}

func (r *Runner) claimDue() {
	if now := r.clock.Now(); now.Sub(r.lastExpiry).Abs() >= expiryInterval {
		if err := r.takeBackExpired(r.work); err != nil {
			r.log.Error("jobs: take back expired leases", "error", err)
		} else {
			r.lastExpiry = now
		}
	}
	for !r.isStopping() {
		select {
		case r.slots <- struct{}{}:
		default:
			return
		}
		claim, err := r.claim(r.work)
		if err != nil || claim == nil {
			<-r.slots
			if err != nil {
				r.log.Error("jobs: claim", "error", err)
			}
			return
		}
		ctx, cancel := context.WithCancelCause(r.work)
		r.setActive(claim.Job.ID, cancel)
		r.running.Go(func() { r.run(ctx, cancel, claim) })
	}
}

func (r *Runner) setActive(job wireid.ID, cancel context.CancelCauseFunc) {
	r.activeMu.Lock()
	defer r.activeMu.Unlock()
	r.active[job] = cancel
}

func (r *Runner) dropActive(job wireid.ID) {
	r.activeMu.Lock()
	defer r.activeMu.Unlock()
	delete(r.active, job)
}

func (r *Runner) isStopping() bool {
	select {
	case <-r.stopping:
		return true
	default:
		return false
	}
}

// untilNext returns how long after now the loop may sleep. Due jobs that could not be claimed now
// become claimable when a slot or a lane is freed, which wakes the loop, so only later ones count.
func (r *Runner) untilNext(now time.Time) time.Duration {
	next, err := database.Value[sql.NullInt64](r.work, r.db, "SELECT min(run_at) FROM scheduled_jobs WHERE status = 'PENDING' AND run_at > ?", wiretime.Of(now))
	if err == nil {
		r.turned.Store(int64(r.clock.Running().Awake))
	}
	if err != nil || !next.Valid {
		return pollInterval
	}
	return min(pollInterval, time.UnixMilli(next.Int64).Sub(now))
}

// claim claims a suspect, or else the job that has been due for longest in a free lane. It returns
// nil when there is none or when a suspect must run alone.
func (r *Runner) claim(ctx context.Context) (*Claim, error) {
	types, err := database.List(r.types)
	if err != nil {
		return nil, err
	}
	held, err := database.List(r.queue.held)
	if err != nil {
		return nil, err
	}
	for {
		job, err := r.next(ctx, types, held)
		if err != nil || job.IsZero() {
			return nil, err
		}
		claim, err := r.take(ctx, job)
		if claim != nil || err != nil || r.isStopping() {
			return claim, err
		}
		// The job was cancelled or put off since the look, or the clock was set back. Nothing else
		// would wake the loop for the next job.
	}
}

// next returns the job to claim now, and the zero ID for none. It is called often and mostly finds
// none. It uses the connections that read, and blocks no writer. A job that becomes claimable later
// wakes the loop.
func (r *Runner) next(ctx context.Context, types, held string) (wireid.ID, error) {
	now := wiretime.Of(r.clock.Now())
	suspect, wait, err := r.suspects.next(ctx, now, types, held)
	switch {
	case err != nil || wait:
		return wireid.ID{}, err
	case suspect != nil:
		return suspect.ID, nil
	}
	return database.Value[wireid.ID](ctx, r.db, firstDue, now, types, held)
}

// errNotClaimable says that a job was taken, moved or cancelled since the look that found it.
var errNotClaimable = errors.New("jobs: the job cannot be claimed any more")

// take claims the job, and returns nil when it is not claimable any more.
func (r *Runner) take(ctx context.Context, id wireid.ID) (*Claim, error) {
	var job ScheduledJob
	err := r.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		if r.isStopping() {
			// Jobs that were given back by the stop are for the next start. They were written after
			// the stop began, so a check within a transaction sees them.
			return errNotClaimable
		}
		now := r.clock.Now()
		job, err = claimJob.One(ctx, tx, wireid.New(), wiretime.Of(now.Add(lease)), wiretime.Of(now), id)
		if errors.Is(err, sql.ErrNoRows) {
			return errNotClaimable
		}
		if err != nil {
			return err
		}
		failpoint.Reach("jobs.claiming")
		return r.handlers[job.Type].Claimed(ctx, tx, job)
	})
	switch {
	case errors.Is(err, errNotClaimable):
		return nil, nil
	case err != nil && !job.ID.IsZero():
		return nil, errors.Join(fmt.Errorf("job %s: %w", job.ID, err), r.putOff(ctx, job))
	case err != nil:
		return nil, err
	}
	failpoint.Reach("jobs.claimed")
	return &Claim{Job: job, db: r.db, clock: r.clock, stopping: r.stopping, freed: r.freed}, nil
}

// putOff lets the other jobs go first when the claim of one failed. It reads the clock within the
// transaction, as putBack does. The job keeps what it waited for before, which its handler has not
// seen yet. One that waited for an instant that a user named is due after it, whatever the clock
// does.
func (r *Runner) putOff(ctx context.Context, job ScheduledJob) error {
	return r.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		now := r.clock.Now()
		_, err := tx.NewUpdate().Model((*ScheduledJob)(nil)).
			Set("run_at = ?, updated_at = ?, suspicions = 0", wiretime.Of(now.Add(unsettledPause)), wiretime.Of(now)).
			Set("wait = CASE wait WHEN '' THEN ? ELSE wait END, last_error = coalesce(last_error, ?)", BrokenOff, "the work could not begin; the log says why").
			Where("id = ? AND status = ?", job.ID, Pending).Exec(ctx)
		return err
	})
}
