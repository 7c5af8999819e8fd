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
				if c.Job.LastError != nil {
					return c.Complete(ctx, nil)
				}
				return c.Snooze(ctx, 10*time.Minute, "the network is away", nil)
			}
			waits := b.add(t, "a", b.clock.Now())
			named := b.add(t, "b", start.Add(26*time.Hour))
			paused, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{
				Type: someType, SubjectID: wireid.New(), Lane: "d", RunAt: b.clock.Now().Add(5 * time.Minute), Reason: "one after another",
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

// TestRunner_ClockSetBackWhileTheDatabaseFails: waits cannot be moved when the clock is put right,
// because the database fails. They are moved once it works again.
func TestRunner_ClockSetBackWhileTheDatabaseFails(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Jump(24 * time.Hour)
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		if c.Job.Lane == "waits" {
			return c.Snooze(ctx, 10*time.Minute, "the network is away", nil)
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
		"retry":  func(ctx context.Context, c *jobs.Claim) error { return c.Retry(ctx, pause, "why", nil) },
		"snooze": func(ctx context.Context, c *jobs.Claim) error { return c.Snooze(ctx, pause, "why", nil) },
		"wait":   func(ctx context.Context, c *jobs.Claim) error { return c.Wait(ctx, pause, "why", nil) },
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
