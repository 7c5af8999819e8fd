package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/jobs"
	_ "crier/platform/needtest/raced"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// someType is the type of all jobs here; the table takes the types of contract 2 alone.
const someType jobs.Type = "PUBLISH"

// handler is a Handler made of functions; each run is announced on begun when it begins, and on ran
// when it has ended. Runs of a lane begin one after the other, but the next one may overtake what a
// run still does after its job has ended.
type handler struct {
	claimed func(context.Context, bun.IDB, jobs.ScheduledJob) error
	run     func(context.Context, *jobs.Claim) error
	begun   chan jobs.ScheduledJob
	ran     chan jobs.ScheduledJob
}

func (h *handler) Type() jobs.Type { return someType }

func (h *handler) Claimed(ctx context.Context, tx bun.IDB, job jobs.ScheduledJob) error {
	if h.claimed == nil {
		return nil
	}
	return h.claimed(ctx, tx, job)
}

func (h *handler) Run(ctx context.Context, claim *jobs.Claim) error {
	h.begun <- claim.Job
	defer func() { h.ran <- claim.Job }()
	if h.run == nil {
		return claim.Complete(ctx, nil)
	}
	return h.run(ctx, claim)
}

type bundle struct {
	db      *database.DB
	clock   *clock.Fake
	queue   *jobs.Queue
	handler *handler
}

func setup(t *testing.T) *bundle {
	t.Helper()
	clk := clock.NewFake(start)
	return &bundle{
		db: databasetest.New(t), clock: clk, queue: jobs.NewQueue(clk),
		handler: &handler{begun: make(chan jobs.ScheduledJob, 1000), ran: make(chan jobs.ScheduledJob, 1000)},
	}
}

// start runs a Runner until the test ends, or until the returned function is called.
func (b *bundle) start(t *testing.T) (*jobs.Runner, func()) {
	t.Helper()
	r, err := jobs.NewRunner(b.db, b.queue, slog.New(slog.DiscardHandler), []jobs.Handler{b.handler})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	stop := sync.OnceFunc(func() {
		if err := r.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return r, stop
}

func (b *bundle) add(t *testing.T, lane string, runAt time.Time) wireid.ID {
	t.Helper()
	id, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{Type: someType, SubjectID: wireid.New(), Lane: lane, RunAt: runAt})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (b *bundle) job(t *testing.T, id wireid.ID) jobs.ScheduledJob {
	t.Helper()
	var j jobs.ScheduledJob
	if err := b.db.NewSelect().Model(&j).Where("id = ?", id).Scan(t.Context()); err != nil {
		t.Fatal(err)
	}
	return j
}

// awaitStatus waits until the job has the status, looking again each time that a running job ends.
func (b *bundle) awaitStatus(t *testing.T, r *jobs.Runner, id wireid.ID, want jobs.Status) jobs.ScheduledJob {
	t.Helper()
	for {
		ended := r.Ended()
		if j := b.job(t, id); j.Status == want {
			return j
		}
		<-ended
	}
}

func TestRunner_RunsAtOnceAndAtTheInstant(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r, _ := b.start(t)
	now := b.add(t, "a", start)
	if got := <-b.handler.ran; got.ID != now {
		t.Fatalf("ran %v", got.ID)
	}
	b.awaitStatus(t, r, now, jobs.Completed)
	// Not a multiple of the poll: the runner must wake by itself at the instant.
	later := b.add(t, "a", start.Add(7301*time.Millisecond))
	for range 2 {
		if err := b.clock.BlockUntil(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(3650 * time.Millisecond)
	}
	if got := b.job(t, later); got.Status != jobs.Pending {
		t.Fatalf("1 ms early the job is %s", got.Status)
	}
	if err := b.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(time.Millisecond)
	// Who does not wake now never does: nobody moves the clock any more.
	if got := <-b.handler.ran; got.ID != later {
		t.Errorf("ran %v", got.ID)
	}
	if j := b.awaitStatus(t, r, later, jobs.Completed); j.Attempts != 1 || j.CompletedAt == nil || j.LeaseToken != nil {
		t.Errorf("the completed job is %+v", j)
	}
}

// leaping is a clock that moves on just before the first timer is set.
type leaping struct {
	*clock.Fake

	by   time.Duration
	once sync.Once
}

func (l *leaping) NewTimer(d time.Duration) *clock.Timer {
	l.once.Do(func() { l.Advance(l.by) })
	return l.Fake.NewTimer(d)
}

// TestRunner_TheClockMovesBeforeTheTimerRuns: what falls due meanwhile, or soon after, does not
// wait for the poll.
func TestRunner_TheClockMovesBeforeTheTimerRuns(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ due, by, rest time.Duration }{
		"past the job":   {30 * time.Minute, time.Hour, 0},
		"nearly there":   {4 * time.Second, 3 * time.Second, time.Second},
		"past the poll":  {8 * time.Second, 6 * time.Second, 2 * time.Second},
		"by the instant": {4 * time.Second, 4 * time.Second, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			leap := &leaping{Fake: b.clock, by: c.by}
			b.queue = jobs.NewQueue(leap)
			id := b.add(t, "a", start.Add(c.due))
			// No wake that is still pending may help.
			b.queue = jobs.NewQueue(leap)
			b.start(t)
			if c.rest > 0 {
				if err := b.clock.BlockUntil(t.Context(), 1); err != nil {
					t.Fatal(err)
				}
				b.clock.Advance(c.rest)
			}
			if got := <-b.handler.ran; got.ID != id || !b.clock.Now().Equal(start.Add(c.by+c.rest)) {
				t.Errorf("ran %v at %s", got.ID, b.clock.Now())
			}
		})
	}
}

func TestRunner_OneJobALaneOldestFirst(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var mu sync.Mutex
	busy := map[string]int{}
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		mu.Lock()
		busy[c.Job.Lane]++
		if busy[c.Job.Lane] > 1 {
			t.Errorf("two jobs at once in lane %s", c.Job.Lane)
		}
		mu.Unlock()
		err := c.Complete(ctx, func(context.Context, bun.IDB) error {
			// Within the transaction that ends the claim: from here on the lane may be given away.
			mu.Lock()
			busy[c.Job.Lane]--
			mu.Unlock()
			return nil
		})
		return err
	}
	want := map[string][]wireid.ID{}
	for i := range 30 {
		lane := string(rune('a' + i%3))
		want[lane] = append(want[lane], b.add(t, lane, start.Add(time.Duration(i-60)*time.Second)))
	}
	b.start(t)
	got := map[string][]wireid.ID{}
	for range 30 {
		j := <-b.handler.begun
		got[j.Lane] = append(got[j.Lane], j.ID)
	}
	for lane, ids := range want {
		if !slices.Equal(got[lane], ids) {
			t.Errorf("lane %s ran in another order than it was due", lane)
		}
	}
}

func TestRunner_ClaimedIsPartOfTheClaim(t *testing.T) {
	t.Parallel()
	b := setup(t)
	refused := errors.New("not now")
	var bad wireid.ID
	tried := make(chan struct{}, 10)
	b.handler.claimed = func(_ context.Context, _ bun.IDB, job jobs.ScheduledJob) error {
		if job.ID == bad {
			tried <- struct{}{}
			return refused
		}
		return nil
	}
	bad = b.add(t, "a", start.Add(-time.Minute))
	good := b.add(t, "b", start)
	r, _ := b.start(t)
	<-tried
	if err := b.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	b.queue.Wake()
	if j := <-b.handler.ran; j.ID != good {
		t.Errorf("ran %v", j)
	}
	b.awaitStatus(t, r, good, jobs.Completed)
	if j := b.job(t, bad); j.Status != jobs.Pending || j.LeaseToken != nil || !j.RunAt.Time().After(start) {
		t.Errorf("the refused job is %+v", j)
	}
}

func TestClaim_RetrySnoozeFail(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const pause = 90 * time.Second
	at := start.Add(pause)
	for name, c := range map[string]struct {
		settle   func(context.Context, *jobs.Claim) error
		status   jobs.Status
		attempts int
		runAt    time.Time
		ended    bool
	}{
		"retry": {func(ctx context.Context, c *jobs.Claim) error { return c.Retry(ctx, pause, "why", nil) }, jobs.Pending, 1, at, false},
		"snooze": {func(ctx context.Context, c *jobs.Claim) error {
			return c.Snooze(ctx, pause, jobs.Reason{Wait: jobs.BackOff, Text: "why"}, nil)
		}, jobs.Pending, 0, at, false},
		"wait": {func(ctx context.Context, c *jobs.Claim) error {
			return c.Wait(ctx, pause, jobs.Reason{Wait: jobs.BackOff, Text: "why"}, nil)
		}, jobs.Pending, 0, at, false},
		"fail":             {func(ctx context.Context, c *jobs.Claim) error { return c.Fail(ctx, "why", nil) }, jobs.Failed, 1, start, true},
		"complete":         {func(ctx context.Context, c *jobs.Claim) error { return c.Complete(ctx, nil) }, jobs.Completed, 1, start, true},
		"complete relaxed": {func(ctx context.Context, c *jobs.Claim) error { return c.CompleteRelaxed(ctx, nil) }, jobs.Completed, 1, start, true},
	} {
		t.Run(name, func(t *testing.T) {
			b := *b
			b.handler = &handler{begun: make(chan jobs.ScheduledJob, 10), ran: make(chan jobs.ScheduledJob, 10), run: c.settle}
			id := b.add(t, name, start)
			_, stop := b.start(t)
			<-b.handler.ran
			stop()
			j := b.job(t, id)
			if j.Status != c.status {
				t.Errorf("the status is %s", j.Status)
			}
			if j.Attempts != c.attempts || !j.RunAt.Time().Equal(c.runAt) || (j.CompletedAt != nil) != c.ended {
				t.Errorf("got %+v", j)
			}
			if (j.LastError != nil) != (c.status != jobs.Completed) {
				t.Errorf("last error is %v", j.LastError)
			}
		})
	}
}

func TestClaim_SettlesTogetherWithItsSubject(t *testing.T) {
	t.Parallel()
	b := setup(t)
	boom := errors.New("boom")
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		return c.Complete(ctx, func(context.Context, bun.IDB) error { return boom })
	}
	id := b.add(t, "a", start)
	r, _ := b.start(t)
	<-b.handler.ran
	if j := b.awaitStatus(t, r, id, jobs.Pending); j.Attempts != 0 || !j.RunAt.Time().Equal(start.Add(15*time.Second)) {
		t.Errorf("a job whose end could not be recorded is %+v", j)
	}
}

func TestRunner_LostLease(t *testing.T) {
	t.Parallel()
	b := setup(t)
	runs := make(chan int, 2)
	runs <- 1
	entered, lost := make(chan struct{}, 2), make(chan error, 1)
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		entered <- struct{}{}
		if <-runs != 1 {
			return c.Complete(ctx, nil)
		}
		runs <- 2
		<-ctx.Done()
		err := c.Complete(context.WithoutCancel(ctx), func(context.Context, bun.IDB) error {
			t.Error("a lost claim changed something")
			return nil
		})
		lost <- err
		return err
	}
	id := b.add(t, "a", start)
	r, _ := b.start(t)
	<-entered
	if err := b.clock.BlockUntil(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	// The machine sleeps: the wall clock passes the lease while no timer runs. Then the renewal
	// comes, too late.
	b.clock.Jump(time.Hour)
	b.clock.Advance(20 * time.Second)
	if err := <-lost; !errors.Is(err, jobs.ErrLost) {
		t.Errorf("the first claim ended with %v", err)
	}
	<-entered
	b.awaitStatus(t, r, id, jobs.Completed)
	if j := b.job(t, id); j.Interruptions != 0 || j.Attempts != 1 {
		t.Errorf("the job is %+v", j)
	}
}

// TestRunner_NeverTwoHandlersOfOneJob: a machine that wakes has a handler that is still at it, in a
// call that hangs perhaps. Anyone who takes the job over waits until that one is done.
func TestRunner_NeverTwoHandlersOfOneJob(t *testing.T) {
	t.Parallel()
	b := setup(t)
	leave := make(chan struct{})
	release := sync.OnceFunc(func() { close(leave) })
	defer release()
	isFirst := true
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		if c.Job.Lane == "a" && isFirst {
			isFirst = false
			<-ctx.Done()
			<-leave
			return ctx.Err()
		}
		return c.Complete(ctx, nil)
	}
	id := b.add(t, "a", start)
	r, _ := b.start(t)
	<-b.handler.begun
	if err := b.clock.BlockUntil(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	held := text(b.job(t, id).LeaseToken)
	b.clock.Jump(time.Hour)
	// Two looks for leases that ran out. Each is over when a job is claimed that was added after
	// the jump: one that was due for longer is claimed before it.
	for range 2 {
		b.clock.Jump(time.Second)
		later := b.add(t, "b", b.clock.Now())
		if got := <-b.handler.begun; got.ID != later {
			t.Fatal("a second handler works on the job")
		}
		if j := b.job(t, id); j.Status != jobs.Processing || text(j.LeaseToken) != held {
			t.Fatalf("another claim has the job: %+v", j)
		}
		b.awaitStatus(t, r, later, jobs.Completed)
	}
	release()
	if j := b.awaitStatus(t, r, id, jobs.Completed); j.Interruptions != 0 || !j.RunAt.Time().Equal(start) {
		t.Errorf("the job is %+v", j)
	}
}

// TestRunner_AtOneInstantInTheOrderOfAdding: of posts that are due at one instant, the first that
// was taken in goes first.
func TestRunner_AtOneInstantInTheOrderOfAdding(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var want []wireid.ID
	for range 30 {
		want = append(want, b.add(t, "a", start))
	}
	b.start(t)
	for i, id := range want {
		if got := <-b.handler.begun; got.ID != id {
			t.Fatalf("the job that ran as number %d is another one", i)
		}
	}
}

func TestRunner_RenewsTheLease(t *testing.T) {
	t.Parallel()
	b := setup(t)
	entered, leave := make(chan struct{}), make(chan struct{})
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		close(entered)
		<-leave
		return c.Complete(ctx, nil)
	}
	id := b.add(t, "a", start)
	r, _ := b.start(t)
	<-entered
	for range 30 {
		// The runner's own timer and the renewal's.
		if err := b.clock.BlockUntil(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(5 * time.Second)
	}
	close(leave)
	if j := b.awaitStatus(t, r, id, jobs.Completed); j.Attempts != 1 {
		t.Errorf("after 150 s of work the job is %+v", j)
	}
}

// TestRunner_AsksAgainToGiveAJobBack: the database fails when the runner gives a job back, and
// works a moment later.
func TestRunner_AsksAgainToGiveAJobBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.handler.run = func(ctx context.Context, _ *jobs.Claim) error {
		_, err := b.db.ExecContext(ctx, "CREATE TRIGGER broken BEFORE UPDATE ON scheduled_jobs BEGIN SELECT RAISE(ABORT, 'broken'); END")
		return errors.Join(err, errors.New("the work failed"))
	}
	id := b.add(t, "a", start)
	r, _ := b.start(t)
	<-b.handler.ran
	// The runner's own timer, and the pause before it asks again.
	if err := b.clock.BlockUntil(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if j := b.job(t, id); j.Status != jobs.Processing {
		t.Fatalf("the database has taken the job back: %+v", j)
	}
	if _, err := b.db.ExecContext(t.Context(), "DROP TRIGGER broken"); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(time.Second)
	if j := b.awaitStatus(t, r, id, jobs.Pending); !j.RunAt.Time().After(start) {
		t.Errorf("the job that was given back is %+v", j)
	}
}

func TestRunner_StopLeavesTheJobToTheNextStart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	entered := make(chan struct{})
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		close(entered)
		return c.Sleep(ctx, time.Hour)
	}
	id := b.add(t, "a", start)
	_, stop := b.start(t)
	<-entered
	stop()
	if j := b.job(t, id); j.Status != jobs.Pending || j.Interruptions != 0 || j.Attempts != 0 || !j.RunAt.Time().Equal(start) {
		t.Errorf("after a stop the job is %+v", j)
	}
	b.handler = &handler{begun: make(chan jobs.ScheduledJob, 1), ran: make(chan jobs.ScheduledJob, 1)}
	r, _ := b.start(t)
	b.awaitStatus(t, r, id, jobs.Completed)
}

func TestRunner_StartTakesBackWhatADeadProcessHeld(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.add(t, "a", start.Add(-time.Hour))
	_, err := b.db.ExecContext(t.Context(),
		"UPDATE scheduled_jobs SET status = 'PROCESSING', lease_token = 'dead', lease_until = ?", start.Add(time.Hour).UnixMilli())
	if err != nil {
		t.Fatal(err)
	}
	r, _ := b.start(t)
	j := b.awaitStatus(t, r, id, jobs.Completed)
	if j.Interruptions != 1 || j.Attempts != 1 {
		t.Errorf("got %+v", j)
	}
	// How late it is shows in when it was due, however often it was taken back.
	if !j.RunAt.Time().Equal(start.Add(-time.Hour)) {
		t.Errorf("it was due at %s", j.RunAt)
	}
}

// TestClaim_ProgressIsNoInterruption: interruptions count from where the work last got further.
// TestClaim_ProgressIsNoInterruption: a step that the work takes once ends the count, and a
// transaction alone does not.
func TestClaim_ProgressIsNoInterruption(t *testing.T) {
	t.Parallel()
	nothing := func(context.Context, bun.IDB) error { return nil }
	for name, step := range map[string]func(*jobs.Claim, context.Context) error{
		"Progress": func(c *jobs.Claim, ctx context.Context) error { return c.Progress(ctx, nothing) },
		"Prepared": func(c *jobs.Claim, ctx context.Context) error { return c.Prepared(ctx, nothing) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
				if c.Job.Interruptions == 2 {
					if err := step(c, ctx); err != nil {
						t.Error(err)
					}
				}
				if err := c.InTx(ctx, nothing); err != nil {
					t.Error(err)
				}
				panic("boom")
			}
			id := b.add(t, "a", start)
			r, _ := b.start(t)
			for _, want := range []int{1, 2, 1, 2, 1} {
				<-b.handler.ran
				if j := b.awaitStatus(t, r, id, jobs.Pending); j.Interruptions != want {
					t.Errorf("%d interruptions, not %d", j.Interruptions, want)
				}
				b.clock.Advance(15 * time.Second)
			}
		})
	}
}

// TestClaim_PreparedOfALostClaim: it changes nothing.
func TestClaim_PreparedOfALostClaim(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ended := make(chan error, 1)
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		b.clock.Jump(time.Hour)
		ended <- c.Prepared(context.WithoutCancel(ctx), func(context.Context, bun.IDB) error {
			t.Error("a lost claim changed something")
			return nil
		})
		return nil
	}
	b.add(t, "a", start)
	b.start(t)
	if err := <-ended; !errors.Is(err, jobs.ErrLost) {
		t.Errorf("it ended with %v", err)
	}
}

func TestRunner_PanicCountsAsInterruption(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.handler.run = func(context.Context, *jobs.Claim) error { panic("boom") }
	id := b.add(t, "a", start)
	r, _ := b.start(t)
	<-b.handler.ran
	if j := b.awaitStatus(t, r, id, jobs.Pending); j.Interruptions != 1 || !j.RunAt.Time().Equal(start.Add(15*time.Second)) {
		t.Errorf("got %+v", j)
	}
}

func TestRunner_NeverTwoClaimsOfOneJob(t *testing.T) {
	t.Parallel()
	b := setup(t)
	// A start takes back what is being worked on, so all of them come before the first job.
	for range 3 {
		b.start(t)
	}
	const n = 200
	for i := range n {
		b.add(t, string(rune('a'+i%20)), start)
	}
	seen := map[wireid.ID]bool{}
	for range n {
		j := <-b.handler.ran
		if seen[j.ID] {
			t.Errorf("job %s ran twice", j.ID)
		}
		seen[j.ID] = true
	}
}

// TestRunner_CancelledWhileItIsClaimed: a job is cancelled while its claim waits for its turn to
// write. The next one is claimed at once, although nothing wakes the runner for it.
func TestRunner_CancelledWhileItIsClaimed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	// The jobs come from another queue, which does not wake the runner.
	adding, subject, due := jobs.NewQueue(b.clock), wireid.New(), start.Add(time.Second)
	var ids []wireid.ID
	for _, r := range []jobs.Request{{SubjectID: subject, Lane: "a"}, {SubjectID: wireid.New(), Lane: "b"}} {
		r.Type, r.RunAt = someType, due
		id, err := adding.Enqueue(t.Context(), b.db, r)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	r, err := jobs.NewRunner(b.db, b.queue, slog.New(slog.DiscardHandler), []jobs.Handler{b.handler})
	if err != nil {
		t.Fatal(err)
	}
	awaited := make(chan struct{}, 1)
	r.Wrap(func(ctx context.Context) context.Context { return signalling{ctx, awaited} })
	if err := errors.Join(r.Start(t.Context()), b.clock.BlockUntil(t.Context(), 1)); err != nil {
		t.Fatal(err)
	}
	err = b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		b.clock.Advance(time.Second)
		<-awaited
		cancelled, err := b.queue.Cancel(ctx, tx, someType, subject)
		if !cancelled {
			t.Error("the job cannot be cancelled")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if got := b.job(t, ids[1]); got.Status == jobs.Pending {
		t.Error("the runner sleeps, and the next job waits")
	}
	if err := r.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
}

func TestQueue_CancelMoveCount(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ctx := t.Context()
	due, later := wireid.New(), wireid.New()
	for subject, at := range map[wireid.ID]time.Time{due: start, later: start.Add(time.Hour)} {
		if _, err := b.queue.Enqueue(ctx, b.db, jobs.Request{Type: someType, SubjectID: subject, Lane: "a", RunAt: at}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.queue.Enqueue(ctx, b.db, jobs.Request{Type: someType, SubjectID: due, Lane: "a", RunAt: start}); err == nil {
		t.Error("a second open job for one post was accepted")
	}
	if c, err := b.queue.Counts(ctx, b.db); err != nil || c != (jobs.Counts{Waiting: 1, Delayed: 1, Total: 2}) {
		t.Errorf("counts %+v, %v", c, err)
	}
	if ok, err := b.queue.Move(ctx, b.db, someType, later, start); !ok || err != nil {
		t.Errorf("move: %v, %v", ok, err)
	}
	if ok, err := b.queue.Cancel(ctx, b.db, someType, due); !ok || err != nil {
		t.Errorf("cancel: %v, %v", ok, err)
	}
	if ok, err := b.queue.Cancel(ctx, b.db, someType, due); ok || err != nil {
		t.Errorf("a second cancel: %v, %v", ok, err)
	}
	if c, err := b.queue.Counts(ctx, b.db); err != nil || c != (jobs.Counts{Waiting: 1, Total: 1}) {
		t.Errorf("counts %+v, %v", c, err)
	}
}

func TestBackoff(t *testing.T) {
	t.Parallel()
	for failed, want := range map[int]time.Duration{1: 15 * time.Second, 2: time.Minute, 3: 4 * time.Minute} {
		for range 100 {
			if got := jobs.Backoff(failed); got < jobs.LeastBackoff(failed) || got < want*8/10 || got > want*12/10 {
				t.Errorf("after %d: %v", failed, got)
			}
		}
	}
}

func TestNewRunner_RefusesTwoHandlersOfAType(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if _, err := jobs.NewRunner(b.db, b.queue, slog.New(slog.DiscardHandler), []jobs.Handler{b.handler, b.handler}); err == nil {
		t.Error("accepted")
	}
}
