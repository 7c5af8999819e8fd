package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// TestRunner_ClockSetBack: waits that were begun by a clock that was ahead do not last as much
// longer once it is put right, while an instant that somebody named stays.
func TestRunner_ClockSetBack(t *testing.T) {
	t.Parallel()
	for name, restarted := range map[string]bool{"while it runs": false, "while it is stopped": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.clock.Jump(24 * time.Hour)
			b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
				if c.Job.Wait != jobs.NoWait {
					return c.Complete(ctx, nil)
				}
				return c.Snooze(ctx, 10*time.Minute, jobs.Reason{Wait: jobs.BackOff, Text: "the network is away"}, nil)
			}
			waits := b.add(t, "a", b.clock.Now())
			named := b.add(t, "b", start.Add(26*time.Hour))
			paused, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{
				Type: someType, SubjectID: wireid.New(), Lane: "d", RunAt: b.clock.Now().Add(5 * time.Minute), Reason: jobs.Reason{Wait: jobs.BackOff, Text: "one after another"},
			})
			if err != nil {
				t.Fatal(err)
			}
			r, stop := b.start(t)
			<-b.handler.ran
			b.awaitStatus(t, r, waits, jobs.Pending)
			if restarted {
				stop()
			}
			b.clock.Jump(-24 * time.Hour)
			ahead := wiretime.Of(b.clock.Now().Add(24 * time.Hour))
			atOnce := jobs.ScheduledJob{
				ID: wireid.New(), Type: someType, Status: jobs.Pending, SubjectID: wireid.New(), Lane: "c", MaxAttempts: jobs.MaxAttempts,
				RunAt: ahead, CreatedAt: ahead, UpdatedAt: ahead,
			}
			if _, err := b.db.NewInsert().Model(&atOnce).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
			if restarted {
				b.start(t)
			} else {
				b.queue.Wake()
			}
			if ran := <-b.handler.ran; ran.ID != atOnce.ID {
				t.Errorf("%+v ran", ran)
			}
			if got := b.job(t, waits).RunAt.Time(); !got.Equal(start.Add(10 * time.Minute)) {
				t.Errorf("the wait ends at %s", got)
			}
			if got := b.job(t, paused).RunAt.Time(); !got.Equal(start.Add(5 * time.Minute)) {
				t.Errorf("the pause before the first run ends at %s", got)
			}
			if made := b.job(t, named).CreatedAt.Time(); made.After(b.clock.Now()) {
				t.Errorf("a job was made at %s", made)
			}
			if got := b.job(t, named).RunAt.Time(); !got.Equal(start.Add(26 * time.Hour)) {
				t.Errorf("the named instant became %s", got)
			}
		})
	}
}

// TestAge: no change of the wall clock affects how old a job is. Where the machine was started
// again since, nobody can tell, until the clock is set back: the job counts as created at that.
func TestAge(t *testing.T) {
	t.Parallel()
	const year = 365 * 24 * time.Hour
	b := setup(t)
	set := func(by time.Duration) {
		t.Helper()
		b.clock.Jump(by)
		_, stop := b.start(t)
		stop()
	}
	check := func(what string, id wireid.ID, want time.Duration, isKnown bool) {
		t.Helper()
		if got, known := b.job(t, id).Age(b.clock.Running()); known != isKnown || known && got != want {
			t.Errorf("%s: the job is %s old, known %t", what, got, known)
		}
	}
	one := b.add(t, "a", start.Add(2*year))
	b.clock.Advance(time.Hour)
	set(-year)
	check("set back", one, time.Hour, true)
	b.clock.Sleep(time.Hour)
	set(year)
	check("put right after a sleep", one, 2*time.Hour, true)
	other := b.add(t, "b", start.Add(2*year))
	b.clock.Reboot()
	b.clock.Advance(3 * time.Hour)
	check("started again", other, 0, false)
	set(-year)
	b.clock.Advance(time.Hour)
	set(year)
	check("started again, set back, and put right", other, time.Hour, true)
}

// TestRunner_ClockSetBackWhileTheDatabaseFails: waits cannot be moved when the clock is put right,
// because the database fails. They are moved once it works again.
func TestRunner_ClockSetBackWhileTheDatabaseFails(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Jump(24 * time.Hour)
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		if c.Job.Lane == "waits" {
			return c.Snooze(ctx, 10*time.Minute, jobs.Reason{Wait: jobs.BackOff, Text: "the network is away"}, nil)
		}
		return c.Complete(ctx, nil)
	}
	waits := b.add(t, "waits", b.clock.Now())
	r, _ := b.start(t)
	<-b.handler.ran
	b.awaitStatus(t, r, waits, jobs.Pending)
	_, err := b.db.ExecContext(t.Context(), `CREATE TRIGGER broken BEFORE UPDATE ON scheduled_jobs WHEN NEW.lane = 'waits'
		BEGIN SELECT RAISE(ABORT, 'broken'); END`)
	if err != nil {
		t.Fatal(err)
	}
	b.clock.Jump(-24 * time.Hour)
	b.look(t)
	if got := b.job(t, waits).RunAt.Time(); got.Before(start.Add(24 * time.Hour)) {
		t.Fatalf("the database has taken %s", got)
	}
	if _, err := b.db.ExecContext(t.Context(), "DROP TRIGGER broken"); err != nil {
		t.Fatal(err)
	}
	b.look(t)
	if got := b.job(t, waits).RunAt.Time(); !got.Equal(start.Add(10 * time.Minute)) {
		t.Errorf("the wait ends at %s", got)
	}
}

// look returns when the Runner has looked at the clock: it has run a job that is due now.
func (b *bundle) look(t *testing.T) {
	t.Helper()
	id := b.add(t, "look", b.clock.Now())
	for ran := range b.handler.ran {
		if ran.ID == id {
			return
		}
	}
}

// TestRunner_MovedBeforeTheClockIsSetBack: a job that was put off is moved to an instant that a
// user names. It keeps that instant when the clock is put right.
func TestRunner_MovedBeforeTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		if c.Job.Lane == "waits" {
			return c.Snooze(ctx, 10*time.Minute, jobs.Reason{Wait: jobs.BackOff, Text: "the network is away"}, nil)
		}
		return c.Complete(ctx, nil)
	}
	b.clock.Jump(24 * time.Hour)
	waits := b.add(t, "waits", b.clock.Now())
	r, _ := b.start(t)
	<-b.handler.ran
	named := start.Add(26 * time.Hour)
	moved, err := b.queue.Move(t.Context(), b.db, someType, b.awaitStatus(t, r, waits, jobs.Pending).SubjectID, named)
	if err != nil || !moved {
		t.Fatal(moved, err)
	}
	b.clock.Jump(-24 * time.Hour)
	b.look(t)
	if got := b.job(t, waits).RunAt.Time(); !got.Equal(named) {
		t.Errorf("it is due at %s", got)
	}
}

// busyClock is a clock during whose second reading somebody else adds a job.
type busyClock struct {
	*clock.Fake
	reads atomic.Int32
	write func()
}

func (c *busyClock) Now() time.Time {
	now := c.Fake.Now()
	if c.reads.Add(1) == 2 {
		c.write()
	}
	return now
}

// TestRunner_AddedWhileItStarts: a job that is added while the Runner starts, after it has looked
// at the clock, is no wait of another time, and nobody is told that the clock was set back.
func TestRunner_AddedWhileItStarts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var log strings.Builder
	busy := &busyClock{Fake: b.clock}
	busy.write = func() {
		b.clock.Advance(time.Millisecond)
		// A Runner that holds the database meanwhile keeps others from it.
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		now := b.clock.Now()
		_, err := b.queue.Enqueue(ctx, b.db, jobs.Request{Type: someType, SubjectID: wireid.New(), Lane: "a", RunAt: now})
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	}
	r, err := jobs.NewRunner(b.db, jobs.NewQueue(busy), slog.New(slog.NewTextHandler(&log, nil)), []jobs.Handler{b.handler})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := r.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	if log.Len() > 0 {
		t.Errorf("it says %s", log.String())
	}
}

// signalling is a context that tells when somebody waits for its end.
type signalling struct {
	context.Context
	awaited chan<- struct{}
}

func (s signalling) Done() <-chan struct{} {
	select {
	case s.awaited <- struct{}{}:
	default:
	}
	return s.Context.Done()
}

// TestClaim_SetBackBeforeItIsPutOff: the clock is set back, and the Runner has looked at it, while
// a job that its handler puts off waits for its turn to write. It is put off from the new time on.
func TestClaim_SetBackBeforeItIsPutOff(t *testing.T) {
	t.Parallel()
	const pause = 10 * time.Minute
	for name, putOff := range map[string]func(context.Context, *jobs.Claim) error{
		"retry": func(ctx context.Context, c *jobs.Claim) error { return c.Retry(ctx, pause, "why", nil) },
		"snooze": func(ctx context.Context, c *jobs.Claim) error {
			return c.Snooze(ctx, pause, jobs.Reason{Wait: jobs.BackOff, Text: "why"}, nil)
		},
		"wait": func(ctx context.Context, c *jobs.Claim) error {
			return c.Wait(ctx, pause, jobs.Reason{Wait: jobs.BackOff, Text: "why"}, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			writing, awaited := make(chan struct{}), make(chan struct{}, 1)
			b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
				go func() {
					err := b.db.InTx(ctx, func(context.Context, bun.Tx) error {
						close(writing)
						<-awaited
						b.clock.Jump(-24 * time.Hour)
						return nil
					})
					if err != nil {
						t.Error(err)
					}
				}()
				<-writing
				return putOff(signalling{ctx, awaited}, c)
			}
			b.clock.Jump(24 * time.Hour)
			id := b.add(t, "a", b.clock.Now())
			r, _ := b.start(t)
			<-b.handler.ran
			if got := b.awaitStatus(t, r, id, jobs.Pending).RunAt.Time(); !got.Equal(start.Add(pause)) {
				t.Errorf("the wait ends at %s", got)
			}
		})
	}
}

// TestRunner_SetBackUnderAClaim: the clock is set back while a job is being worked on, and the work
// ends without a word, by a stop or a death. The job is due at once, not when the clock said.
func TestRunner_SetBackUnderAClaim(t *testing.T) {
	t.Parallel()
	for name, isKilled := range map[string]bool{"stopped": false, "killed": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.handler.run = func(ctx context.Context, c *jobs.Claim) error { return c.Sleep(ctx, time.Hour) }
			b.clock.Jump(24 * time.Hour)
			id := b.add(t, "a", b.clock.Now())
			_, stop := b.start(t)
			<-b.handler.begun
			b.clock.Jump(-24 * time.Hour)
			stop()
			if isKilled {
				_, err := b.db.NewUpdate().Model((*jobs.ScheduledJob)(nil)).Set("run_at = ?", start.Add(24*time.Hour).UnixMilli()).Where("id = ?", id).Exec(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				b.die(t, id)
			}
			b.start(t)
			// Its turn may come a pause after the death.
			if got := b.job(t, id).RunAt.Time(); got.After(b.clock.Now().Add(time.Hour)) {
				t.Errorf("it is due at %s", got)
			}
		})
	}
}

// TestRunner_SetBackBeforeAJobIsGivenBack: the database fails when the Runner gives a job back. It
// works again when the clock was set back and the Runner has moved the waits. The pause begins at
// the new time.
func TestRunner_SetBackBeforeAJobIsGivenBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		if c.Job.Lane != "fails" {
			return c.Complete(ctx, nil)
		}
		_, err := b.db.ExecContext(ctx, `CREATE TRIGGER broken BEFORE UPDATE OF lease_token ON scheduled_jobs WHEN NEW.lane = 'fails'
			BEGIN SELECT RAISE(ABORT, 'broken'); END`)
		return errors.Join(err, errors.New("the work failed"))
	}
	b.clock.Jump(24 * time.Hour)
	id := b.add(t, "fails", b.clock.Now())
	r, _ := b.start(t)
	<-b.handler.ran
	// The timer of the loop, and the pause before the database is asked again.
	if err := b.clock.BlockUntil(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	b.clock.Jump(-24 * time.Hour)
	b.look(t)
	if _, err := b.db.ExecContext(t.Context(), "DROP TRIGGER broken"); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(time.Second)
	j := b.awaitStatus(t, r, id, jobs.Pending)
	if now := start.Add(time.Second); !j.RunAt.Time().Equal(now.Add(15*time.Second)) || !j.UpdatedAt.Time().Equal(now) {
		t.Errorf("it is due at %s, and was given back at %s", j.RunAt, j.UpdatedAt)
	}
}

// TestRunner_SetBackBeforeALeaseRunsOut: the clock is set back while a job is being worked on, the
// lease is renewed, and then the machine sleeps for longer than the lease. The job is due at once,
// not when the clock said.
func TestRunner_SetBackBeforeALeaseRunsOut(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		if c.Job.LeaseUntil.Time().Before(start.Add(24 * time.Hour)) {
			return c.Complete(ctx, nil)
		}
		<-ctx.Done()
		return context.Cause(ctx)
	}
	b.clock.Jump(24 * time.Hour)
	id := b.add(t, "a", b.clock.Now())
	r, _ := b.start(t)
	<-b.handler.begun
	b.clock.Jump(-24 * time.Hour)
	for b.job(t, id).LeaseUntil.Time().After(start.Add(time.Hour)) {
		// The timer of the loop and that of the renewal.
		if err := b.clock.BlockUntil(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(5 * time.Second)
	}
	b.clock.Jump(2 * time.Hour)
	b.queue.Wake()
	for {
		ended := r.Ended()
		j := b.job(t, id)
		if j.RunAt.Time().After(b.clock.Now()) && j.Status == jobs.Pending {
			t.Fatalf("it is due at %s", j.RunAt)
		}
		if j.Status == jobs.Completed {
			return
		}
		<-ended
	}
}
