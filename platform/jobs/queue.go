package jobs

import (
	"context"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Queue adds, moves, cancels and counts jobs. It does not run them.
type Queue struct {
	clock clock.Clock
	wake  chan struct{}
	held  []string
}

// NewQueue returns a queue on the clock clk.
func NewQueue(clk clock.Clock) *Queue {
	return &Queue{clock: clk, wake: make(chan struct{}, 1)}
}

// Request describes a job to add.
type Request struct {
	Type      Type
	SubjectID wireid.ID
	Lane      string
	// RunAt is when the job is due; zero means at once.
	RunAt time.Time
	// Reason is why the job waits until RunAt, where that is a pause from now on; it is zero where
	// a user named the instant. A pause does not become longer when the clock is set back.
	Reason Reason
	// RepeatKey names a job that comes again and again and is open at most once at a time; empty
	// for any other.
	RepeatKey string
	// Every is the interval of a repeating job, for display only: the handler that ends a job adds
	// the next one.
	Every time.Duration
}

// Enqueue adds a PENDING job on db, the transaction that changes the job's subject, and returns the
// job's id. The Runner wakes once that transaction commits.
func (q *Queue) Enqueue(ctx context.Context, db bun.IDB, r Request) (wireid.ID, error) {
	now, running := wiretime.Of(q.clock.Now()), q.clock.Running()
	runAt := now
	if !r.RunAt.IsZero() {
		runAt = wiretime.Of(r.RunAt)
	}
	job := &ScheduledJob{
		ID: wireid.New(), Type: r.Type, Status: Pending, RunAt: runAt, MaxAttempts: MaxAttempts,
		SubjectID: r.SubjectID, Lane: r.Lane, CreatedAt: now, UpdatedAt: now,
		CreatedBoot: boot(running), CreatedElapsedMs: running.Elapsed.Milliseconds(),
	}
	if runAt.Time().After(now.Time()) {
		job.Wait, job.NamedInstant = r.Reason.Wait, r.Reason.Wait == NoWait && r.RepeatKey == ""
		if job.Wait != NoWait {
			job.LastError = &r.Reason.Text
		}
	}
	if r.RepeatKey != "" {
		every := r.Every.Milliseconds()
		job.RepeatKey, job.RepeatIntervalMs = &r.RepeatKey, &every
	}
	if _, err := db.NewInsert().Model(job).Exec(ctx); err != nil {
		return wireid.ID{}, err
	}
	failpoint.Reach("jobs.enqueued")
	database.AfterCommit(ctx, q.Wake)
	return job.ID, nil
}

// Upsert schedules the repeating job of r.RepeatKey for r.RunAt: it moves the PENDING job, or adds
// one when there is none. It leaves a job in work alone, because its handler schedules the next
// one.
func (q *Queue) Upsert(ctx context.Context, db bun.IDB, r Request) error {
	open, err := db.NewSelect().Model((*ScheduledJob)(nil)).
		Where("repeat_key = ? AND status IN (?, ?)", r.RepeatKey, Pending, Processing).Exists(ctx)
	if err != nil {
		return err
	}
	if !open {
		_, err := q.Enqueue(ctx, db, r)
		return err
	}
	_, err = db.NewUpdate().Model((*ScheduledJob)(nil)).
		Set("run_at = ?, repeat_interval_ms = ?, updated_at = ?", wiretime.Of(r.RunAt), r.Every.Milliseconds(), wiretime.Of(q.clock.Now())).
		Where("repeat_key = ? AND status = ?", r.RepeatKey, Pending).Exec(ctx)
	database.AfterCommit(ctx, q.Wake)
	return err
}

// Cancel cancels the subject's PENDING job on db. It reports false, and changes nothing, when there
// is none: the job is in work, has ended or never existed.
func (q *Queue) Cancel(ctx context.Context, db bun.IDB, typ Type, subject wireid.ID) (bool, error) {
	now := wiretime.Of(q.clock.Now())
	cancelled, err := database.Changed(q.pending(db, typ, subject).Set("status = ?, updated_at = ?, completed_at = ?", Cancelled, now, now).Exec(ctx))
	failpoint.Reach("jobs.cancelled")
	return cancelled, err
}

// IsInWork reports whether a worker is at the subject's job.
func (q *Queue) IsInWork(ctx context.Context, db bun.IDB, typ Type, subject wireid.ID) (bool, error) {
	return database.Value[bool](ctx, db, "SELECT EXISTS (SELECT 1 FROM scheduled_jobs WHERE subject_id = ? AND type = ? AND status = 'PROCESSING')", subject, typ)
}

// Move changes when the subject's PENDING job runs. It reports false, and changes nothing, when
// there is none. The job forgets why it was put off: it waits for an instant that a user named.
func (q *Queue) Move(ctx context.Context, db bun.IDB, typ Type, subject wireid.ID, runAt time.Time) (bool, error) {
	now := wiretime.Of(q.clock.Now())
	moved, err := database.Changed(q.pending(db, typ, subject).Set("run_at = ?, updated_at = ?, last_error = NULL, wait = '', named_instant = 1", wiretime.Of(runAt), now).Exec(ctx))
	if moved {
		failpoint.Reach("jobs.moved")
		database.AfterCommit(ctx, q.Wake)
	}
	return moved, err
}

// MakeDue makes those of the lane's PENDING jobs due that wait for the given reason.
func (q *Queue) MakeDue(ctx context.Context, db bun.IDB, lane string, wait Wait) error {
	now := q.clock.Now()
	_, err := db.NewUpdate().Model((*ScheduledJob)(nil)).Set("run_at = ?, updated_at = ?", wiretime.Of(now), wiretime.Of(now)).
		Where("lane = ? AND status = ? AND wait = ? AND run_at > ?", lane, Pending, wait, wiretime.Of(now)).Exec(ctx)
	database.AfterCommit(ctx, q.Wake)
	return err
}

// MakeLaneDue makes all of the lane's PENDING jobs of a type due that were put off. Those that wait
// for an instant that a user named are left alone.
func (q *Queue) MakeLaneDue(ctx context.Context, db bun.IDB, typ Type, lane string) error {
	now := wiretime.Of(q.clock.Now())
	_, err := database.Exec(ctx, db, `UPDATE scheduled_jobs SET run_at = ?1, updated_at = ?1
		WHERE lane = ?2 AND type = ?3 AND status = 'PENDING' AND named_instant = 0 AND run_at > ?1`, now, lane, typ)
	database.AfterCommit(ctx, q.Wake)
	return err
}

// MakeAllDue is MakeDue for all lanes. It looks at every waiting job, so use it for rare events,
// such as the network's return.
func (q *Queue) MakeAllDue(ctx context.Context, db bun.IDB, wait Wait) error {
	now := wiretime.Of(q.clock.Now())
	_, err := database.Exec(ctx, db,
		"UPDATE scheduled_jobs SET run_at = ?1, updated_at = ?1 WHERE status = 'PENDING' AND run_at > ?1 AND wait = ?2", now, wait)
	database.AfterCommit(ctx, q.Wake)
	return err
}

func (q *Queue) pending(db bun.IDB, typ Type, subject wireid.ID) *bun.UpdateQuery {
	return db.NewUpdate().Model((*ScheduledJob)(nil)).
		Where("subject_id = ? AND type = ? AND status = ?", subject, typ, Pending)
}

// Hold keeps the Runner from claiming jobs of the lanes while the process runs; the jobs stay as
// they are. Call it before the Runner starts.
func (q *Queue) Hold(lanes ...string) { q.held = append(q.held, lanes...) }

// Counts is the state of the local queue at one instant (contract 4, GET /schedule/queue/status).
type Counts struct {
	Waiting int64 `json:"waiting" doc:"Jobs that are due and wait for a worker." example:"0"`
	Active  int64 `json:"active"  doc:"Jobs that are being worked on." example:"1"`
	Delayed int64 `json:"delayed" doc:"Jobs whose time has not come." example:"4"`
	Total   int64 `json:"total"   doc:"Waiting, active and delayed jobs together." example:"5"`
}

// Counts counts the open jobs.
func (q *Queue) Counts(ctx context.Context, db bun.IDB) (Counts, error) {
	var c Counts
	err := db.NewSelect().Model((*ScheduledJob)(nil)).
		ColumnExpr("count(*) FILTER (WHERE status = ? AND run_at <= ?) AS waiting", Pending, wiretime.Of(q.clock.Now())).
		ColumnExpr("count(*) FILTER (WHERE status = ?) AS active", Processing).
		ColumnExpr("count(*) FILTER (WHERE status = ? AND run_at > ?) AS delayed", Pending, wiretime.Of(q.clock.Now())).
		Where("status IN (?, ?)", Pending, Processing).
		Scan(ctx, &c.Waiting, &c.Active, &c.Delayed)
	c.Total = c.Waiting + c.Active + c.Delayed
	return c, err
}

// Wake makes the Runner look for due jobs now.
func (q *Queue) Wake() { notify(q.wake) }

const (
	// keepEnded is how long a job stays in the database after its end.
	keepEnded = 30 * 24 * time.Hour
	// pruneBatch bounds how long one statement keeps other writers waiting.
	pruneBatch = 1000
)

// Prune removes the jobs that ended more than 30 days ago. Their subjects keep the outcome.
func (q *Queue) Prune(ctx context.Context, db bun.IDB) error {
	before := wiretime.Of(q.clock.Now().Add(-keepEnded))
	for {
		old := db.NewSelect().Model((*ScheduledJob)(nil)).Column("id").Where("completed_at < ?", before).Limit(pruneBatch)
		result, err := db.NewDelete().Model((*ScheduledJob)(nil)).Where("id IN (?)", old).Exec(ctx)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n < pruneBatch {
			return err
		}
	}
}
