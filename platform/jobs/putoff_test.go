package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"crier/platform/jobs"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// TestRunner_SetBackAfterAFailedClaim: a job is put off because it could not be claimed, by a clock
// that is ahead. Once that is put right, the pause lasts no longer than otherwise, also that of a
// job that was due at once. A job that waited for an instant that a user named stays behind it.
// What a handler reads of an earlier wait is still there.
func TestRunner_SetBackAfterAFailedClaim(t *testing.T) {
	t.Parallel()
	const ahead, pause = 24 * time.Hour, 15 * time.Second
	for name, c := range map[string]struct {
		wait   time.Duration
		reason jobs.Reason
		want   time.Duration
		says   string
	}{
		"due at once":       {0, jobs.Reason{}, pause, "the work could not begin; the log says why"},
		"waited":            {time.Second, jobs.Reason{Wait: jobs.BackOff, Text: "one after another"}, pause, "one after another"},
		"for a user's time": {time.Second, jobs.Reason{}, ahead + pause, "the work could not begin; the log says why"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.handler.claimed = func(_ context.Context, _ bun.IDB, job jobs.ScheduledJob) error {
				if job.Lane != "look" {
					return errors.New("not now")
				}
				return nil
			}
			b.clock.Jump(ahead - c.wait)
			id, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{
				Type: someType, SubjectID: wireid.New(), Lane: "a", RunAt: b.clock.Now().Add(c.wait), Reason: c.reason,
			})
			if err != nil {
				t.Fatal(err)
			}
			b.clock.Jump(c.wait)
			b.start(t)
			// The loop sets its timer when it has tried the job.
			if err := b.clock.BlockUntil(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
			j := b.job(t, id)
			if !j.RunAt.Time().Equal(start.Add(ahead + pause)) {
				t.Fatalf("it was put off until %s", j.RunAt)
			}
			if says := text(j.LastError); says != c.says || !j.UpdatedAt.Time().Equal(start.Add(ahead)) {
				t.Errorf("it was put off at %s, for %q", j.UpdatedAt, says)
			}
			b.clock.Jump(-ahead)
			b.look(t)
			if got := b.job(t, id).RunAt.Time(); !got.Equal(start.Add(c.want)) {
				t.Errorf("it is due at %s", got)
			}
		})
	}
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// TestRunner_SetBackBeforeItPutsAJobOff: the clock is set back while a job that could not be
// claimed waits for its turn to be put off. It is put off from the new time on.
func TestRunner_SetBackBeforeItPutsAJobOff(t *testing.T) {
	t.Parallel()
	b := setup(t)
	awaited, written := make(chan struct{}, 1), make(chan struct{})
	b.handler.claimed = func(context.Context, bun.IDB, jobs.ScheduledJob) error {
		queued := make(chan struct{}, 1)
		go func() {
			defer close(written)
			err := b.db.InTx(signalling{context.WithoutCancel(t.Context()), queued}, func(context.Context, bun.Tx) error {
				<-awaited
				b.clock.Jump(-24 * time.Hour)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}()
		<-queued
		return errors.New("not now")
	}
	r, err := jobs.NewRunner(b.db, b.queue, slog.New(slog.DiscardHandler), []jobs.Handler{b.handler})
	if err != nil {
		t.Fatal(err)
	}
	r.Wrap(func(ctx context.Context) context.Context { return signalling{ctx, awaited} })
	b.clock.Jump(24 * time.Hour)
	id := b.add(t, "a", b.clock.Now())
	if err := errors.Join(r.Start(t.Context()), b.clock.BlockUntil(t.Context(), 1)); err != nil {
		t.Fatal(err)
	}
	<-written
	if err := r.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
	if got := b.job(t, id).RunAt.Time(); !got.Equal(start.Add(15 * time.Second)) {
		t.Errorf("it is due at %s", got)
	}
}
