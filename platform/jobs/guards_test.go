package jobs

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// noon is the time of the tests of this file.
var noon = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

type stand struct {
	db     *database.DB
	clock  *clock.Fake
	runner *Runner
	log    bytes.Buffer
}

func newStand(t *testing.T, handlers ...Handler) *stand {
	t.Helper()
	s := &stand{db: databasetest.New(t), clock: clock.NewFake(noon)}
	r, err := NewRunner(s.db, NewQueue(s.clock), slog.New(slog.NewTextHandler(&s.log, nil)), handlers)
	if err != nil {
		t.Fatal(err)
	}
	s.runner = r
	return s
}

// add stores a PENDING job that is due, after change.
func (s *stand) add(t *testing.T, change func(*ScheduledJob)) ScheduledJob {
	t.Helper()
	return s.addAll(t, []func(*ScheduledJob){change})[0]
}

// addAll is add for many, in one statement.
func (s *stand) addAll(t *testing.T, changes []func(*ScheduledJob)) []ScheduledJob {
	t.Helper()
	all := make([]ScheduledJob, len(changes))
	for i, change := range changes {
		all[i] = made(change)
	}
	if _, err := s.db.NewInsert().Model(&all).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	return all
}

func made(change func(*ScheduledJob)) ScheduledJob {
	id := wireid.New()
	job := ScheduledJob{
		ID: id, Type: publish, Status: Pending, MaxAttempts: MaxAttempts, SubjectID: wireid.New(), Lane: id.String(),
		RunAt: wiretime.Of(noon), CreatedAt: wiretime.Of(noon), UpdatedAt: wiretime.Of(noon),
	}
	change(&job)
	if job.Status == Processing && job.LeaseToken == nil {
		job.LeaseToken, job.LeaseUntil = new("token "+id.String()), wiretime.Ptr(noon.Add(lease))
	}
	return job
}

func (s *stand) read(t *testing.T, id wireid.ID) (job ScheduledJob) {
	t.Helper()
	if err := s.db.NewSelect().Model(&job).Where("id = ?", id).Scan(t.Context()); err != nil {
		t.Fatal(err)
	}
	return job
}

func inWork(j *ScheduledJob) { j.Status = Processing }

// TestClaim_HoldsByItsTokenAndItsLease: a claim changes nothing once another claim has the job, or
// from the instant at which its lease ends.
func TestClaim_HoldsByItsTokenAndItsLease(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(ctx context.Context, s *stand, id wireid.ID) error{
		"another claim has the job": func(ctx context.Context, s *stand, id wireid.ID) error {
			_, err := s.db.ExecContext(ctx, "UPDATE scheduled_jobs SET lease_token = 'another' WHERE id = ?", id)
			return err
		},
		"the lease ends now": func(_ context.Context, s *stand, _ wireid.ID) error { s.clock.Jump(lease); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStand(t, idle{})
			job := s.add(t, func(*ScheduledJob) {})
			claim, err := s.runner.take(t.Context(), job.ID)
			if err != nil || claim == nil {
				t.Fatal(claim, err)
			}
			nothing := func(context.Context, bun.IDB) error { return nil }
			if err := claim.InTx(t.Context(), nothing); err != nil {
				t.Fatal(err)
			}
			if err := lose(t.Context(), s, job.ID); err != nil {
				t.Fatal(err)
			}
			before := s.read(t, job.ID)
			changes := func(context.Context, bun.IDB) error { t.Error("a lost claim changed something"); return nil }
			for what, err := range map[string]error{
				"a step": claim.InTx(t.Context(), changes), "the end": claim.Complete(t.Context(), changes),
				"a wait": claim.Snooze(t.Context(), time.Minute, Reason{Wait: BackOff, Text: "why"}, changes),
			} {
				if !errors.Is(err, ErrLost) {
					t.Errorf("%s: %v", what, err)
				}
			}
			if before.LeaseToken != nil && *before.LeaseToken == "another" {
				s.runner.release(t.Context(), claim, errPanicked)
			}
			same(t, before, s.read(t, job.ID))
		})
	}
}

func same(t *testing.T, want, got ScheduledJob) {
	t.Helper()
	if w, g := describeJob(want), describeJob(got); w != g {
		t.Errorf("the job is %s, not %s", g, w)
	}
}

func describeJob(j ScheduledJob) string {
	text := func(s *string) string {
		if s == nil {
			return "-"
		}
		return *s
	}
	return string(j.Type) + " " + string(j.Status) + " in " + j.Lane + ", due " + j.RunAt.String() + ", changed " + j.UpdatedAt.String() +
		", token " + text(j.LeaseToken) + ", waits for " + string(j.Wait) + ", error " + text(j.LastError) + ", key " + text(j.RepeatKey)
}

// TestTake_OnlyWhatIsStillDue: between the look that found a job and its claim, the job may have
// been cancelled, moved or taken. It is not claimed then, and a post does not go out.
func TestTake_OnlyWhatIsStillDue(t *testing.T) {
	t.Parallel()
	s := newStand(t, idle{})
	for name, change := range map[string]func(*ScheduledJob){
		"cancelled":             func(j *ScheduledJob) { j.Status, j.CompletedAt = Cancelled, wiretime.Ptr(noon) },
		"completed":             func(j *ScheduledJob) { j.Status, j.CompletedAt = Completed, wiretime.Ptr(noon) },
		"moved by a ms":         func(j *ScheduledJob) { j.RunAt = wiretime.Of(noon.Add(time.Millisecond)) },
		"taken by another":      inWork,
		"its lane became busy":  func(j *ScheduledJob) { j.Lane = "busy" },
		"due at this very time": func(*ScheduledJob) {},
	} {
		if name == "its lane became busy" {
			s.add(t, func(j *ScheduledJob) { j.Status, j.Lane = Processing, "busy" })
		}
		job := s.add(t, change)
		claim, err := s.runner.take(t.Context(), job.ID)
		if isDue := name == "due at this very time"; err != nil || (claim != nil) != isDue {
			t.Errorf("%s: claimed %t, %v", name, claim != nil, err)
		} else if !isDue {
			same(t, job, s.read(t, job.ID))
		}
	}
}

// TestReclaim_OnlyWhatIsStillInWork: a job that ended since the look for leases that ran out stays
// ended, and one that nobody abandoned stays in work: otherwise their work would be done twice.
func TestReclaim_OnlyWhatIsStillInWork(t *testing.T) {
	t.Parallel()
	s := newStand(t, idle{})
	ended := s.add(t, func(j *ScheduledJob) { j.Status, j.CompletedAt = Completed, wiretime.Ptr(noon) })
	abandoned, other := s.add(t, inWork), s.add(t, inWork)
	n, err := s.runner.reclaim(t.Context(), []wireid.ID{ended.ID, abandoned.ID})
	if err != nil || n != 1 {
		t.Errorf("%d jobs, %v", n, err)
	}
	same(t, ended, s.read(t, ended.ID))
	same(t, other, s.read(t, other.ID))
	if got := s.read(t, abandoned.ID); got.Status != Pending || got.LeaseToken != nil {
		t.Errorf("the abandoned one is %s", describeJob(got))
	}
	// A lease has run out at the instant at which its claim holds no more.
	if err := s.runner.takeBackExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, other, s.read(t, other.ID))
	s.clock.Jump(lease)
	if err := s.runner.takeBackExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.read(t, other.ID); got.Status != Pending {
		t.Errorf("the one whose lease ran out is %s", describeJob(got))
	}
}

// TestKeepLease_TellsTheHandlerOfALoss: the renewal finds that another claim has the job, although
// the lease has not run out. The handler is told to stop, and the job is left alone.
func TestKeepLease_TellsTheHandlerOfALoss(t *testing.T) {
	t.Parallel()
	s := newStand(t, idle{})
	job := s.add(t, func(*ScheduledJob) {})
	claim, err := s.runner.take(t.Context(), job.ID)
	if err != nil || claim == nil {
		t.Fatal(claim, err)
	}
	if _, err := s.db.ExecContext(t.Context(), "UPDATE scheduled_jobs SET lease_token = 'another' WHERE id = ?", job.ID); err != nil {
		t.Fatal(err)
	}
	want := s.read(t, job.ID)
	ctx, cancel := context.WithCancelCause(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.runner.keepLease(ctx, cancel, claim)
	}()
	if err := s.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(renew)
	<-ended
	if cause := context.Cause(ctx); !errors.Is(cause, ErrLost) {
		t.Errorf("the handler is told %v", cause)
	}
	same(t, want, s.read(t, job.ID))
}

// TestRelease: a job whose work did not come to an end rests, and says why: without a reason it
// would count as one that waits for a user's time. One that a stop ended is due as before.
func TestRelease(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		cause         error
		stops         bool
		pause         time.Duration
		says          bool
		suspicions    int
		interruptions int
	}{
		"an error": {cause: errors.New("boom"), pause: unsettledPause, says: true},
		"a panic":  {cause: errPanicked, pause: unsettledPause, says: true, interruptions: 1},
		"a stop":   {cause: ErrStopping, stops: true, suspicions: 2},
		"a loss":   {cause: ErrLost, suspicions: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStand(t, idle{})
			job, other := s.add(t, func(j *ScheduledJob) { j.Suspicions = 2 }), s.add(t, inWork)
			claim, err := s.runner.take(t.Context(), job.ID)
			if err != nil || claim == nil {
				t.Fatal(claim, err)
			}
			if c.stops {
				close(s.runner.stopping)
			}
			s.runner.release(t.Context(), claim, c.cause)
			got := s.read(t, job.ID)
			if got.Status != Pending || got.LeaseToken != nil || got.RunAt != wiretime.Of(noon.Add(c.pause)) || (got.LastError != nil) != c.says ||
				got.Suspicions != c.suspicions || got.Interruptions != c.interruptions || got.Attempts != 0 {
				t.Errorf("the job is %+v", got)
			}
			same(t, other, s.read(t, other.ID))
		})
	}
}

// TestRunner_AJobThatEndedIsNotGivenBack: the log tells of no job that did not end, and the Runner
// takes nobody for working on it.
func TestRunner_AJobThatEndedIsNotGivenBack(t *testing.T) {
	t.Parallel()
	s := newStand(t, idle{})
	s.add(t, func(*ScheduledJob) {})
	ended := s.runner.Ended()
	if err := s.runner.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-ended
	if err := s.runner.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	if s.log.Len() > 0 || len(s.runner.active) > 0 {
		t.Errorf("%d handlers are known; the log says %s", len(s.runner.active), s.log.String())
	}
}

func TestLastAttempt(t *testing.T) {
	t.Parallel()
	for attempts, want := range map[int]bool{0: false, 1: false, 2: true, 3: true} {
		if got := (ScheduledJob{Attempts: attempts, MaxAttempts: 3}).LastAttempt(); got != want {
			t.Errorf("after %d of 3 attempts: %t", attempts, got)
		}
	}
}
