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

// TestOffline_ClockAhead: what was taken in under a clock that is far ahead, and was never sent,
// waits as long as anything else for a network that cannot be reached: once that clock is put back,
// for its job counts as made then, and also while it stays ahead. Tier race, one database each.
func TestOffline_ClockAhead(t *testing.T) {
	t.Parallel()
	const year = 365 * 24 * time.Hour
	for what, c := range map[string]struct{ isShare, isPutBack bool }{
		"a post": {false, true}, "a post, the clock stays ahead": {false, false},
		"a share": {true, true}, "a share, the clock stays ahead": {true, false},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.uptime.Agree(0)
			b.clock.Jump(year)
			post := posts.Post{Status: posts.Queued}
			if c.isShare {
				post = in(posts.Published)
				post.SocialAccountID, post.ShareState = b.potter.ID, new(posts.SharePending)
			}
			id := b.waiting(t, post).ID
			lost := b.notReached(t)
			meets := func() (ended bool) {
				b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
					run := &channel.Run{Claim: claim, Post: b.read(t, id)}
					if c.isShare {
						return b.engine.newSharing(run).handleError(ctx, lost)
					}
					p := b.engine.newPublication(run)
					return errors.Join(p.post().moveToProcessing(ctx), p.handleError(ctx, lost))
				})
				got := b.read(t, id)
				return got.Status == posts.Failed || c.isShare && got.ShareState == nil
			}
			meets()
			if c.isPutBack {
				b.clock.Jump(-year)
				b.restart(t)
			}
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
