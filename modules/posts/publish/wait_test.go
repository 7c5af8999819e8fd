package publish

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/platform/jobs"
)

// TestOffline_ClockAhead: what was taken in by a clock that is far ahead, and that was never sent, waits for a network that cannot be
// reached as long as anything else once that clock is put back, for its job counts as made then. Tier race, one database each.
func TestOffline_ClockAhead(t *testing.T) {
	t.Parallel()
	const year = 365 * 24 * time.Hour
	for what, isShare := range map[string]bool{"a post": false, "a share": true} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.uptime.Agree(0)
			b.clock.Jump(year)
			post := posts.Post{Status: posts.Queued}
			if isShare {
				post = in(posts.Published)
				post.SocialAccountID, post.ShareState = b.potter.ID, new(posts.SharePending)
			}
			id := b.waiting(t, post).ID
			lost := b.notReached(t)
			meets := func() (ended bool) {
				b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
					run := &channel.Run{Claim: claim, Post: b.read(t, id)}
					if isShare {
						return b.engine.sharing(run).settle(ctx, lost)
					}
					p := b.engine.publication(run)
					return errors.Join(p.life.begin(ctx), p.settle(ctx, lost))
				})
				got := b.read(t, id)
				return got.Status == posts.Failed || isShare && got.ShareState == nil
			}
			meets()
			b.clock.Jump(-year)
			b.restart(t)
			for ran := time.Duration(0); ran < lateness.Grace-time.Hour; ran += time.Hour {
				b.clock.Advance(time.Hour)
				if meets() {
					t.Fatalf("it ended after %s: %s", ran, value(b.read(t, id).ErrorMessage))
				}
			}
			// A share has further tries then, as after any failure.
			ended := false
			for tries := 0; !ended && tries <= jobs.MaxAttempts; tries++ {
				b.clock.Advance(time.Hour)
				ended = meets()
			}
			if !ended {
				t.Errorf("it still waits: %s", value(b.read(t, id).ErrorMessage))
			}
		})
	}
}

// restart has the waits be looked at that were begun by another clock, as at a start.
func (b *bundle) restart(t *testing.T) {
	t.Helper()
	runner, err := jobs.NewRunner(b.db, b.queue, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(runner.Start(t.Context()), runner.Stop(t.Context())); err != nil {
		t.Fatal(err)
	}
}
