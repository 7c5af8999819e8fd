package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"crier/platform/jobs"

	"github.com/uptrace/bun"
)

// TestClaim_Watch: who watches a claim is told of each change in its transaction, before the work's
// own part, and of each sleep before it.
func TestClaim_Watch(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	for name, c := range map[string]struct {
		work func(context.Context, *jobs.Claim, func(context.Context, bun.IDB) error) error
		want []string
	}{
		"complete": {func(ctx context.Context, c *jobs.Claim, fn func(context.Context, bun.IDB) error) error {
			return c.Complete(ctx, fn)
		}, []string{"COMPLETED true", "own"}},
		"fail": {func(ctx context.Context, c *jobs.Claim, fn func(context.Context, bun.IDB) error) error {
			return c.Fail(ctx, "why", fn)
		}, []string{"FAILED why true", "own"}},
		"retry": {func(ctx context.Context, c *jobs.Claim, fn func(context.Context, bun.IDB) error) error {
			return c.Retry(ctx, time.Hour, "why", fn)
		}, []string{"PENDING why 1h0m0s true", "own"}},
		"snooze": {func(ctx context.Context, c *jobs.Claim, fn func(context.Context, bun.IDB) error) error {
			return c.Snooze(ctx, time.Hour, jobs.Reason{Wait: jobs.BackOff, Text: "why"}, fn)
		}, []string{"PENDING why 1h0m0s false", "own"}},
		"go on": {func(ctx context.Context, c *jobs.Claim, fn func(context.Context, bun.IDB) error) error {
			return errors.Join(c.InTx(ctx, fn), c.Sleep(ctx, 0), c.Progress(ctx, fn), c.Complete(ctx, nil))
		}, []string{"PROCESSING false", "own", "sleep", "PROCESSING false", "own", "COMPLETED true"}},
		"undone": {func(ctx context.Context, c *jobs.Claim, _ func(context.Context, bun.IDB) error) error {
			if err := c.InTx(ctx, func(context.Context, bun.IDB) error { return boom }); !errors.Is(err, boom) {
				return err
			}
			return c.Complete(ctx, nil)
		}, []string{"PROCESSING false", "COMPLETED true"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			var told []string
			b.handler.run = func(ctx context.Context, claim *jobs.Claim) error {
				claim.Watch(jobs.Watch{
					InTx: func(_ context.Context, tx bun.IDB, change jobs.Change) {
						told = append(told, describe(change))
						if _, err := tx.ExecContext(ctx, "SELECT 1"); err != nil {
							t.Error(err)
						}
					},
					Sleeps: func(context.Context) { told = append(told, "sleep") },
				})
				return c.work(ctx, claim, func(context.Context, bun.IDB) error { told = append(told, "own"); return nil })
			}
			b.add(t, "a", start)
			_, stop := b.start(t)
			<-b.handler.ran
			stop()
			if !slices.Equal(told, c.want) {
				t.Errorf("told %q, want %q", told, c.want)
			}
		})
	}
}

func describe(c jobs.Change) string {
	text := string(c.Status)
	if c.Reason != "" {
		text += " " + c.Reason
	}
	if !c.At.IsZero() {
		text += " " + c.At.Sub(start).String()
	}
	return text + fmt.Sprintf(" %t", c.Counts)
}
