package jobs

import (
	"context"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// firstAlone is for how long a suspect of one death has the queue to itself. It doubles with
	// each further death.
	firstAlone = 10 * time.Second
	// maxAloneDoublings bounds that to 320 seconds, which is reached with the sixth death.
	maxAloneDoublings = 5
)

// suspects are the jobs that were in work when the process died. One of them may have killed it, so
// each runs with nothing else in work, before the other due jobs: another death is then caused by
// that job. Only the loop of the Runner uses it.
type suspects struct {
	db    *database.DB
	clock clock.Clock
	// exist says that there may be suspects.
	exist bool
	// turn is the suspect for which the others wait, what it does, and since when, in time in which
	// the machine was awake.
	turn struct {
		job    wireid.ID
		status Status
		since  time.Duration
	}
	// outlived are the suspects that used up their time alone and were still in work. They count as
	// ordinary jobs until the process dies again.
	outlived map[wireid.ID]bool
}

func newSuspects(db *database.DB, clk clock.Clock) *suspects {
	return &suspects{db: db, clock: clk, outlived: make(map[wireid.ID]bool)}
}

// reclaim makes all jobs PENDING that a dead process left in work, and returns how many they are.
// All become suspects. The death is charged to a job, as an interruption, only when that was the
// only one: of several nobody knows which one it was.
func (s *suspects) reclaim(ctx context.Context) (n int64, err error) {
	err = s.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		now := wiretime.Of(s.clock.Now())
		inWork, err := database.Value[int64](ctx, tx, "SELECT count(*) FROM scheduled_jobs WHERE status = 'PROCESSING'")
		if err != nil {
			return err
		}
		charged := 0
		if inWork == 1 {
			charged = 1
		}
		result, err := database.Exec(ctx, tx, `UPDATE scheduled_jobs
			SET status = 'PENDING', lease_token = NULL, lease_until = NULL, updated_at = ?, suspicions = suspicions + 1, interruptions = interruptions + ?, `+dueByNow+`
			WHERE status = 'PROCESSING'`, now, charged, now)
		if err != nil {
			return err
		}
		n, err = result.RowsAffected()
		return err
	})
	s.exist = true // Some may be left of the deaths before.
	return n, err
}

// claimable returns the suspects in work, and behind them those that can be claimed.
var claimable = database.SelectFrom[ScheduledJob](`WHERE suspicions > 0 AND (status = 'PROCESSING'
	OR status = 'PENDING' AND run_at <= ?1 AND ` + mayRun("job") + ` AND ` + laneIsFree("job") + `)
	ORDER BY status = 'PENDING', run_at, rowid`)

// next returns the suspect to claim now, nil for any job, and whether the runner must claim nothing
// at all: a suspect has the queue to itself, or waits for the jobs in work to end. Either lasts for
// aloneFor at most, so that nobody waits for ever.
func (s *suspects) next(ctx context.Context, now wiretime.Time, types, held string) (job *ScheduledJob, wait bool, err error) {
	if !s.exist {
		return nil, false, nil
	}
	all, err := claimable.All(ctx, s.db, now, types, held)
	if err != nil {
		return nil, false, err
	}
	for _, suspect := range all {
		switch {
		case s.outlived[suspect.ID]:
		case suspect.Status == Processing && s.hadItsTime(suspect):
			s.outlived[suspect.ID] = true
		case suspect.Status == Processing:
			return nil, true, nil
		default:
			busy, err := s.isBusy(ctx)
			return &suspect, busy && !s.hadItsTime(suspect), err
		}
	}
	if len(all) == 0 {
		s.exist, err = database.Value[bool](ctx, s.db, "SELECT EXISTS (SELECT 1 FROM scheduled_jobs WHERE suspicions > 0 AND status IN ('PENDING', 'PROCESSING'))")
	}
	return nil, false, err
}

func (s *suspects) isBusy(ctx context.Context) (bool, error) {
	return database.Value[bool](ctx, s.db, "SELECT EXISTS (SELECT 1 FROM scheduled_jobs WHERE status = 'PROCESSING')")
}

// hadItsTime reports whether the others have waited for the suspect long enough. It begins to count
// on its first call.
func (s *suspects) hadItsTime(job ScheduledJob) bool {
	now := s.clock.Running().Awake
	if s.turn.job != job.ID || s.turn.status != job.Status {
		s.turn.job, s.turn.status, s.turn.since = job.ID, job.Status, now
	}
	return now-s.turn.since >= aloneFor(job.Suspicions)
}

// aloneFor returns for how long a job that was in work at so many deaths has the queue to itself:
// what takes the process down after a while is alone in work at that moment, if not at the first
// death then at a later one.
func aloneFor(suspicions int) time.Duration {
	return firstAlone << min(max(suspicions-1, 0), maxAloneDoublings)
}
