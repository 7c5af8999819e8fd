package publish

import (
	"cmp"
	"context"
	"errors"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/graph"
	"crier/platform/jobs"
)

// TestSharing_GoesOnAfterOneAlike: a share that waits for another one that looks the same is due as
// soon as that is settled.
func TestSharing_GoesOnAfterOneAlike(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := in(posts.Published)
	post.SocialAccountID, post.ShareState = b.potter.ID, new(posts.SharePending)
	first, second := b.insert(t, post), b.insert(t, post)
	last := b.send(t, first, attempt.Attempt{Channel: attempt.Page})
	_, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{Type: posts.PublishJob, SubjectID: second.ID, Lane: b.potter.ID.String()})
	if err != nil {
		t.Fatal(err)
	}
	job := b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
		s := b.engine.newSharing(&channel.Run{Claim: claim, Post: second})
		_, err := s.journal.intend(ctx, "", claim.InTx, nothing)
		return s.handleError(ctx, err)
	})
	if job.Wait != heldForLookalike.Wait || !job.RunAt.Time().After(b.clock.Now()) {
		t.Fatalf("the second's job is %s until %s, %q", job.Status, job.RunAt, value(job.LastError))
	}
	j := b.engine.newSharing(&channel.Run{Post: first, Last: last}).journal
	if err := j.settle(t.Context(), b.db, absent("the Page does not show it")); err != nil {
		t.Fatal(err)
	}
	if err := b.db.NewSelect().Model(&job).WherePK().Scan(t.Context()); err != nil || job.RunAt.Time().After(b.clock.Now()) {
		t.Errorf("the second goes on at %s, %v", job.RunAt, err)
	}
}

// TestPage_Owned: a post of the Page that is any post's of ours, an archived one's too, is not
// free.
func TestPage_Owned(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, id := range []string{"1_1", "1_2"} {
		post := in(posts.Published)
		post.PartnerPostID = &id
		post = b.insert(t, post)
		if id == "1_2" {
			if err := b.service.Delete(t.Context(), post.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, err := b.engine.page.Owned(t.Context(), b.db, []string{"1_1", "1_2", "1_3"})
	if err != nil || !got["1_1"] || !got["1_2"] || got["1_3"] {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := b.engine.page.Owned(t.Context(), b.db, nil); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestSharing_AnswersNothing: a share of which the Page's reads never tell anything ends when Crier
// has run for the grace since its call, and not sooner, whatever has become of the machine's clock.
func TestSharing_AnswersNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		passed, set time.Duration
		ends        bool
	}{
		"before the grace is over":                 {lateness.Grace - time.Second, 0, false},
		"when it is":                               {lateness.Grace, 0, true},
		"before it is, and the clock is set ahead": {time.Minute, 365 * 24 * time.Hour, false},
		"when it is, and the clock is set back":    {lateness.Grace, -365 * 24 * time.Hour, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.uptime.Agree(0)
			for what, ask := range map[string]func(context.Context, *publication) error{
				"reads time out": func(ctx context.Context, s *publication) error {
					return s.handleError(ctx, &graph.Error{Class: graph.Retry})
				},
				"the network cannot be reached": func(ctx context.Context, s *publication) error { return s.handleError(ctx, b.notReached(t)) },
			} {
				got, job := b.sharing(t, func(post posts.Post) attempt.Attempt {
					last := b.send(t, post, attempt.Attempt{Channel: attempt.Page, RanMs: b.uptime.Ran().Milliseconds()})
					b.clock.Advance(c.passed)
					b.clock.Jump(c.set)
					return last
				}, ask)
				if isEnded := got.ShareState == nil; isEnded != c.ends || isEnded != (job.Status == jobs.Failed) {
					t.Errorf("%s: the share is %q, its job %s: %s", what, *cmp.Or(got.ShareState, new(posts.ShareState)), job.Status, value(got.ErrorMessage))
				}
				b.clock.Jump(-c.set)
			}
		})
	}
}

// TestAskLater_Limited: the pauses that the network asks for count as time in which it was asked,
// of a share as of a post: its outcome is open for 15 minutes, and not for 15 questions.
func TestAskLater_Limited(t *testing.T) {
	t.Parallel()
	limited := &graph.Error{Code: 4, Class: graph.Wait}
	for name, c := range map[string]struct {
		by  attempt.Channel
		in  posts.Post
		ask func(ctx context.Context, b *bundle, run *channel.Run) error
	}{
		"a post": {attempt.Feed, in(posts.Publishing), func(ctx context.Context, b *bundle, run *channel.Run) error {
			return b.engine.newPublication(run).post().handleUnreadable(ctx, limited)
		}},
		"a share": {attempt.Page, posts.Post{Status: posts.Published, ShareState: new(posts.SharePending)}, func(ctx context.Context, b *bundle, run *channel.Run) error {
			return b.engine.newSharing(run).handleError(ctx, limited)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			c.in.SocialAccountID = b.potter.ID
			post := b.waiting(t, c.in)
			b.send(t, post, attempt.Attempt{Channel: c.by})
			const want = 2
			for questions := 1; questions <= want; questions++ {
				b.untilDue(t)
				job := b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
					last, _, err := attempt.Last(ctx, b.db, post.ID, c.by)
					return errors.Join(err, c.ask(ctx, b, &channel.Run{Claim: claim, Post: b.read(t, post.ID), Last: last}))
				})
				if (job.Status == jobs.Failed) != (questions == want) {
					t.Fatalf("after %d questions its job is %s: %s", questions, job.Status, value(b.read(t, post.ID).ErrorMessage))
				}
			}
		})
	}
}

// TestSharing_IsTooLate: a clock that is set ahead does not end a share whose call was not made
// yet.
func TestSharing_IsTooLate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		passed, set time.Duration
		err         error
		ends        bool
	}{
		"not reached for a minute":               {time.Minute, 0, nil, false},
		"and the clock is set ahead":             {time.Minute, 48 * time.Hour, nil, false},
		"not reached for longer than the grace":  {lateness.Grace + time.Minute, 0, nil, true},
		"limited":                                {time.Minute, 0, &graph.Error{Code: 4, Class: graph.Wait}, false},
		"limited, and the clock is set ahead":    {time.Minute, 48 * time.Hour, &graph.Error{Code: 4, Class: graph.Wait}, false},
		"limited for longer than anybody waits":  {limitTimeout, 0, &graph.Error{Code: 4, Class: graph.Wait}, true},
		"limited, and the clock has been behind": {time.Minute, -48 * time.Hour, &graph.Error{Code: 4, Class: graph.Wait}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.uptime.Agree(0)
			got, job := b.sharing(t, func(posts.Post) attempt.Attempt {
				b.clock.Advance(c.passed)
				b.clock.Jump(c.set)
				return attempt.Attempt{}
			}, func(ctx context.Context, s *publication) error {
				if c.err == nil {
					// The last of its tries: else it is tried again all the same.
					s.run.Claim.Job.Attempts = jobs.MaxAttempts
					return s.handleError(ctx, b.notReached(t))
				}
				return s.handleError(ctx, c.err)
			})
			if isEnded := got.ShareState == nil; isEnded != c.ends {
				t.Errorf("ended: %t, its job %s: %s", isEnded, job.Status, value(got.ErrorMessage))
			}
		})
	}
}

// sharing stores a post whose share is pending, has before happen, and fn work on the share. It
// returns what became of the two.
func (b *bundle) sharing(t *testing.T, before func(posts.Post) attempt.Attempt, fn func(context.Context, *publication) error) (posts.Post, jobs.ScheduledJob) {
	t.Helper()
	post := in(posts.Published)
	post.SocialAccountID, post.ShareState = b.potter.ID, new(posts.SharePending)
	post = b.waiting(t, post)
	last := before(post)
	job := b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
		return fn(ctx, b.engine.newSharing(&channel.Run{Claim: claim, Post: post, Last: last}))
	})
	return b.read(t, post.ID), job
}

// notReached returns the error of a call that has not left this machine.
func (b *bundle) notReached(t *testing.T) error {
	t.Helper()
	b.network.leave()
	defer b.network.comeBack()
	_, err := b.feed(t, posts.Post{SocialAccountID: b.bakery.ID}).Recent(t.Context())
	if !failure.IsNotReached(err) {
		t.Fatalf("the call was made: %v", err)
	}
	return err
}
