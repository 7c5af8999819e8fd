package publish

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/secrets"
	"crier/platform/wiretime"
)

// connectAgain gives the bakery another token.
func (b *bundle) connectAgain(t *testing.T) {
	t.Helper()
	isDone, err := auth.NewRenewals(b.accounts, slog.New(slog.DiscardHandler)).Adopt(t.Context(), auth.Renewed{
		SNUserID: b.bakery.SNUserID, Token: secrets.NewText("another"), ExpiresAt: wiretime.Of(b.clock.Now().Add(100 * 24 * time.Hour)),
		Replaces: func(secrets.Text) bool { return true },
	})
	if err != nil || !isDone {
		t.Fatalf("it has the former token, %v", err)
	}
}

// refusedTokens are the network's errors that mark an account.
func refusedTokens() []*graph.Error {
	return []*graph.Error{{Code: 190, Class: graph.TokenDead}, {Code: 25, Subcode: 2207050, Class: graph.UserAction}}
}

// checkMarked checks whether the bakery is marked.
func (b *bundle) checkMarked(t *testing.T, isMarked bool) {
	t.Helper()
	account, err := b.accounts.Account(t.Context(), b.db, b.bakery.ID)
	if err != nil || account.IsMarked() != isMarked {
		t.Errorf("the account is marked by %q and %q, %v", value(account.TokenDeadReason), value(account.CheckpointReason), err)
	}
}

// TestFormerToken: the network refuses a token that the account does not have any more, because the
// account was connected again during the call. That says nothing about the account, which is not
// marked, and its post goes on with the other token. With the same token the post fails, and the
// account is marked. Tier race, one database each.
func TestFormerToken(t *testing.T) {
	t.Parallel()
	shared := in(posts.Published)
	shared.ShareState = new(posts.SharePending)
	for name, c := range map[string]struct {
		post  posts.Post
		meets func(context.Context, *bundle, *publication, *graph.Error) error
		// goesOn is the post's status with another token, ends with the same.
		goesOn, ends posts.Status
	}{
		"before the call": {attempted(), func(ctx context.Context, _ *bundle, p *publication, err *graph.Error) error {
			return p.handleError(ctx, err)
		}, posts.Queued, posts.Failed},
		"at the call": {in(posts.Publishing), func(ctx context.Context, _ *bundle, p *publication, err *graph.Error) error {
			return p.life.handleRefusal(ctx, channel.Refusal{Failure: failure.Network(err, 0), IsAnswer: true}, nil)
		}, posts.Publishing, posts.Failed},
		"after the call": {in(posts.Publishing), func(ctx context.Context, _ *bundle, p *publication, err *graph.Error) error {
			return p.post().handleUnreadable(ctx, err)
		}, posts.Publishing, posts.Failed},
		"before the call is repeated": {in(posts.Publishing), func(ctx context.Context, _ *bundle, p *publication, err *graph.Error) error {
			return p.post().handleErrorNotLive(ctx, err)
		}, posts.Publishing, posts.Failed},
		"a share": {shared, func(ctx context.Context, b *bundle, p *publication, err *graph.Error) error {
			return b.engine.newSharing(p.run).handleError(ctx, err)
		}, posts.Published, posts.Published},
	} {
		for _, refused := range refusedTokens() {
			for _, isOther := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s, %s, another token %t", name, refused.Class, isOther), func(t *testing.T) {
					t.Parallel()
					b := setup(t)
					got, job := b.working(t, c.post, 0, func(ctx context.Context, p *publication) error {
						if isOther {
							b.connectAgain(t)
						}
						return c.meets(ctx, b, p, refused)
					})
					b.checkMarked(t, !isOther)
					status, then := c.ends, jobs.Failed
					if isOther {
						status, then = c.goesOn, jobs.Pending
					}
					if got.Status != status || job.Status != then {
						t.Errorf("the post is %s (%s), its job %s", got.Status, value(got.ErrorMessage), job.Status)
					}
				})
			}
		}
	}
}

// TestFormerToken_Read: reads that ask what became of a post mark no account for a token that it
// does not have any more.
func TestFormerToken_Read(t *testing.T) {
	t.Parallel()
	for _, refused := range refusedTokens() {
		for _, isOther := range []bool{true, false} {
			b := setup(t)
			run := &channel.Run{Post: b.insert(t, in(posts.Failed))}
			if err := b.engine.channels.byName(attempt.Feed).At(run).Identify(t.Context()); err != nil {
				t.Fatal(err)
			}
			if isOther {
				b.connectAgain(t)
			}
			if err := b.engine.searcher.recordInconclusive(t.Context(), run, refused); err != nil {
				t.Error(err)
			}
			b.checkMarked(t, !isOther)
			if why, err := b.engine.surveyor.whyNot(t.Context(), run, refused); why == "" || err != nil {
				t.Errorf("the account can be read: %q, %v", why, err)
			}
			b.checkMarked(t, !isOther)
		}
	}
}
