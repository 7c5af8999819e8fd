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
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/instance"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	pollInterval = 5 * time.Second
	// lease is how long a claim holds without being renewed, by the wall clock.
	lease = time.Minute
	renew = 20 * time.Second
	// slots is how many jobs run at once.
	slots = 8
	// grace is how long running handlers may go on once the Runner stops, before their context
	// ends.
	grace = 5 * time.Second
	// unsettledPause is how long a job rests whose handler could not record how it ended.
	unsettledPause = 15 * time.Second
	// giveBackPause is how long to wait until the database is asked again to take a job back.
	giveBackPause = time.Second
	// timerSlack is how late the timer of the loop may be.
	timerSlack = 100 * time.Millisecond
)

// Handler runs the jobs of one type.
type Handler interface {
	// Type returns the type of job that the handler runs.
	Type() Type
	// Claimed is called inside the transaction that claims the job, so that the subject can change
	// with it. An error takes the claim back.
	Claimed(ctx context.Context, tx bun.IDB, job ScheduledJob) error
	// Run works on a claimed job and settles the claim by Complete, Fail, Retry or Snooze. It
	// returns ErrStopping when it was told to stop before it could; after any other error the job
	// is given another try later, uncounted.
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
// PENDING again when Stop returns.
func (r *Runner) Stop(ctx context.Context) error {
	close(r.stopping)
	<-r.loopDone
	ended := make(chan struct{})
	go func() { r.running.Wait(); close(ended) }()
	timer := r.clock.NewTimer(grace)
	defer timer.Stop()
	defer r.endWork(ErrStopping)
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

func (r *Runner) loop() {
	defer close(r.loopDone)
	for !r.isStopping() {
		next := r.dispatch()
		before := r.clock.Now()
		timer := r.clock.NewTimer(min(next.Sub(before), pollInterval))
		if after := r.clock.Now(); !after.Before(next) || after.Sub(before) > timerSlack {
			// The clock moved on before the timer ran, because the machine slept perhaps: the timer
			// would come late by that.
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
	if r.hasGoneBack(began) {
		if err := r.rebase(r.work); err != nil {
			r.log.Error("jobs: move waits to the new time", "error", err)
		}
	}
	r.claimDue()
	return began.Add(r.untilNext(began))
}

func (r *Runner) claimDue() {
	if err := r.takeBackExpired(r.work); err != nil {
		r.log.Error("jobs: take back expired leases", "error", err)
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
	if err != nil || !next.Valid {
		return pollInterval
	}
	return min(pollInterval, time.UnixMilli(next.Int64).Sub(now))
}

// claim claims a suspect or else the job that has been due for longest in a lane that is free, and
// returns nil when there is none or a suspect must run alone.
func (r *Runner) claim(ctx context.Context) (*Claim, error) {
	var job ScheduledJob
	types, err := database.List(r.types)
	if err != nil {
		return nil, err
	}
	held, err := database.List(r.queue.held)
	if err != nil {
		return nil, err
	}
	suspect, wait, err := r.suspects.next(ctx, wiretime.Of(r.clock.Now()), types, held)
	if err != nil || wait {
		return nil, err
	}
	if suspect == nil {
		found, err := database.Value[bool](ctx, r.db, anyDue, wiretime.Of(r.clock.Now()), types, held)
		if err != nil || !found {
			return nil, err
		}
	}
	err = r.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		now := r.clock.Now()
		token, until := wireid.New(), wiretime.Of(now.Add(lease))
		switch {
		case r.isStopping():
			// What the stop gave back is for the next start. It wrote that after the stop began, so
			// a look from within a transaction comes late enough.
			return sql.ErrNoRows
		case suspect != nil:
			job, err = claimSuspect.One(ctx, tx, token, until, wiretime.Of(now), suspect.ID)
		default:
			job, err = claimFirst.One(ctx, tx, wiretime.Of(now), types, held, token, until)
		}
		if err != nil {
			return err
		}
		failpoint.Reach("jobs.claiming")
		return r.handlers[job.Type].Claimed(ctx, tx, job)
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil && !job.ID.IsZero():
		return nil, errors.Join(fmt.Errorf("job %s: %w", job.ID, err), r.putOff(ctx, job))
	case err != nil:
		return nil, err
	}
	failpoint.Reach("jobs.claimed")
	return &Claim{Job: job, db: r.db, clock: r.clock, stopping: r.stopping, freed: r.freed}, nil
}

// firstDue is the job that has been due for longest of the first ones of the lanes that are free;
// it goes from lane to lane, so that the jobs that wait behind a busy one cost nothing. Jobs of one
// instant come in the order in which they were added, which is that of their rowid. The statuses
// stand in the text, for by them SQLite knows which indexes serve.
var firstDue = `WITH RECURSIVE lanes (lane) AS (
		SELECT min(lane) FROM scheduled_jobs WHERE status = 'PENDING'
		UNION ALL
		SELECT (SELECT min(further.lane) FROM scheduled_jobs AS further WHERE further.status = 'PENDING' AND further.lane > lanes.lane)
		FROM lanes WHERE lanes.lane IS NOT NULL)
	SELECT due.rowid FROM lanes JOIN scheduled_jobs AS due ON due.rowid = (
		SELECT first.rowid FROM scheduled_jobs AS first
		WHERE first.lane = lanes.lane AND first.status = 'PENDING' AND first.run_at <= ?1 AND first.type IN (SELECT value FROM json_each(?2))
		AND ` + notQuarantined("first") + `
		ORDER BY first.run_at, first.rowid LIMIT 1)
	WHERE lanes.lane NOT IN (SELECT value FROM json_each(?3))
	AND NOT EXISTS (SELECT 1 FROM scheduled_jobs AS busy WHERE busy.status = 'PROCESSING' AND busy.lane = lanes.lane)
	ORDER BY due.run_at, due.rowid LIMIT 1`

// notQuarantined is the condition that the quarantine of the data folder does not hold what the job
// is about.
func notQuarantined(alias string) string { return instance.MayBeClaimed(alias + ".subject_id") }

// anyDue reports whether there is such a job. Most looks find none, and a look alone takes a
// fraction of a transaction and blocks no writer. A job that becomes claimable later wakes the
// loop.
var anyDue = "SELECT EXISTS (" + firstDue + ")"

var claimFirst = database.Returning[ScheduledJob](`UPDATE scheduled_jobs SET status = 'PROCESSING', lease_token = ?4, lease_until = ?5, updated_at = ?1
	WHERE rowid = (` + firstDue + ")")

// putOff lets the other jobs go first when the claim of one failed.
func (r *Runner) putOff(ctx context.Context, job ScheduledJob) error {
	_, err := r.db.NewUpdate().Model((*ScheduledJob)(nil)).
		Set("run_at = ?, suspicions = 0", wiretime.Of(r.clock.Now().Add(unsettledPause))).
		Where("id = ? AND status = ?", job.ID, Pending).Exec(ctx)
	return err
}
