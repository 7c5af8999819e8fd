package publish

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/jobs"
)

// TestFound_PostThatMayBeLiveSaysSo: a post that ends while the outcome of its call is open is in
// doubt and says so, whatever the network said of the call. Once it is known that the call took no
// effect, it is not, and says nothing of that any more, also where the network gave no words.
func TestFound_PostThatMayBeLiveSaysSo(t *testing.T) {
	t.Parallel()
	blocked := &graph.Error{Code: 4, Subcode: 2207051, Class: graph.Wait, Message: "Action is blocked", RetryAfter: limitTimeout + time.Hour}
	for name, said := range map[string]failure.Failure{
		"a block that lasts too long": failure.Network(blocked, 0),
		"a story taken for spam":      {Action: failure.GiveUp, Code: apperror.LoginFailed, Message: "the network takes this for spam and blocks it"},
		"the cap":                     {Action: failure.GiveUp, Code: apperror.RateLimited, Message: "the cap is reached"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.network.contain(container, graph.Finished)
			post, _ := b.working(t, in(posts.Publishing), 0, func(ctx context.Context, p *publication) error {
				return p.life.handleRefusal(ctx, channel.Refusal{IsAnswer: true, Failure: said}, nil)
			})
			says := value(post.ErrorMessage)
			if post.Status != posts.Failed || post.Doubt != posts.MayBeLive || !strings.HasPrefix(says, said.Message) || !strings.Contains(says, posts.LookFirst) || !b.last(t, post).IsOpen() {
				t.Fatalf("the post is %s, in doubt %s, and says %q", post.Status, post.Doubt, says)
			}
			steps, err := timeline.Select(t.Context(), b.db, post.ID)
			if err != nil || steps[len(steps)-1].What != timeline.MayBeLive {
				t.Errorf("its last step is %+v, %v", steps[len(steps)-1], err)
			}
			b.clock.Advance(timing.InFlight)
			b.search(t, 1)
			b.clock.Advance(proofPause)
			b.search(t, 1)
			post = b.read(t, post.ID)
			if says := value(post.ErrorMessage); post.Doubt != posts.NoDoubt || !strings.HasPrefix(says, said.Message+posts.NotLive) || strings.Contains(says, "may be live") || post.SettledMessage != nil {
				t.Errorf("once it is known, it is in doubt %s, and says %q", post.Doubt, says)
			}
		})
	}
}

// TestFound_BlockWithoutWords: Crier's own words for a block say nothing of whether the post is
// live, because they stay when that is known.
func TestFound_BlockWithoutWords(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.refuse(`{"error":{"message":"","code":4,"error_subcode":2207051}}`)
	_, err := b.feed(t, posts.Post{SocialAccountID: b.bakery.ID}).Recent(t.Context())
	failed, ok := errors.AsType[*graph.Error](err)
	if !ok {
		t.Fatal(err)
	}
	if says := failure.Network(failed, 0).Message; !strings.Contains(says, "blocks it") || strings.Contains(says, "live") {
		t.Errorf("it says %q", says)
	}
}

// TestFound_BlockedPostSaysThatItMayBeLive, while it waits for the end of the block.
func TestFound_BlockedPostSaysThatItMayBeLive(t *testing.T) {
	t.Parallel()
	b := setup(t)
	blocked := &graph.Error{Code: 4, Subcode: 2207051, Class: graph.Wait, Message: "Action is blocked"}
	b.network.contain(container, graph.Finished)
	post, job := b.working(t, in(posts.Publishing), 0, func(ctx context.Context, p *publication) error {
		p.run.Claim.Watch(jobs.Watch{Sleeps: func(ctx context.Context) {
			go func() {
				// The runner's own timers, and that of the sleep.
				if b.clock.BlockUntil(ctx, 3) == nil {
					b.clock.Advance(firstAskPause)
				}
			}()
		}})
		return p.post().waitForLimit(ctx, channel.Refusal{IsUnknown: true, IsAnswer: true, Failure: failure.Network(blocked, 0)})
	})
	if says := value(post.ErrorMessage); post.Status != posts.Publishing || !strings.Contains(says, "may be live") || job.Status != jobs.Pending {
		t.Errorf("the post is %s and says %q; its job is %s", post.Status, says, job.Status)
	}
}

// TestFound_ShareThatMayBeOnPageSaysSo: as a post, so its share.
func TestFound_ShareThatMayBeOnPageSaysSo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post, _ := b.sharing(t, func(post posts.Post) attempt.Attempt {
		return b.send(t, post, attempt.Attempt{Channel: attempt.Page})
	}, func(ctx context.Context, s *publication) error {
		s.share().refusal = "the Page said no"
		return s.life.fail(ctx, failure.Failure{Code: apperror.UnknownError, Message: s.share().refusal})
	})
	if says := value(post.ErrorMessage); post.Doubt != posts.MayBeOnPage || says != notShared+"the Page said no"+mayBeOnPage {
		t.Fatalf("the post is in doubt %s, and says %q", post.Doubt, says)
	}
	last, _, err := attempt.Last(t.Context(), b.db, post.ID, attempt.Page)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.engine.searcher.settleAbsent(t.Context(), &channel.Run{Post: post, Last: last}, "the Page does not show it"); err != nil {
		t.Fatal(err)
	}
	post = b.read(t, post.ID)
	if says := value(post.ErrorMessage); post.Doubt != posts.NoDoubt || says != notShared+"the Page said no; it is not on the Page: the Page does not show it" {
		t.Errorf("once it is known, it is in doubt %s, and says %q", post.Doubt, says)
	}
}

// TestFound_EvidenceSaysHowFarApart: two looks prove that a call took no effect only with a pause
// between them, and the ledger says how long that was.
func TestFound_EvidenceSaysHowFarApart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.contain(container, graph.Finished)
	post := b.failed(t, sought(posts.Image, new("Bread")), 0)
	b.clock.Advance(timing.InFlight)
	b.search(t, 1)
	b.search(t, 1)
	if last := b.last(t, post); !last.IsOpen() {
		t.Fatalf("two looks at one instant: %s, %q", last.Verdict, value(last.Evidence))
	}
	b.clock.Advance(searchRound)
	b.search(t, 1)
	if last := b.last(t, post); last.Verdict != attempt.Absent || value(last.Evidence) != "the network said twice, 10m0s apart, that it is not published" {
		t.Errorf("the attempt is %s: %q", last.Verdict, value(last.Evidence))
	}
}

// TestFound_ShareTakesNoOthersItem: an item that is known to be another post's share is not taken
// for this one's, whether it was found or the answer to the call named it.
func TestFound_ShareTakesNoOthersItem(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(context.Context, *publication) error{
		"found": func(ctx context.Context, s *publication) error {
			return s.adopt(ctx, finding{verdict: verdictLive, item: &channel.Item{ID: "1_1"}, how: attempt.Found, why: "it fits"})
		},
		"answered": func(ctx context.Context, s *publication) error { return s.acceptID(ctx, "1_1") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			other := in(posts.Published)
			other.SocialAccountID, other.PartnerPostID = b.potter.ID, new("1_1")
			b.insert(t, other)
			post, job := b.sharing(t, func(post posts.Post) attempt.Attempt {
				return b.send(t, post, attempt.Attempt{Channel: attempt.Page})
			}, take)
			if post.PartnerPostID != nil || value((*string)(post.ShareState)) != string(posts.SharePending) || job.Status != jobs.Pending {
				t.Errorf("the share is %q, %q; its job is %s", value((*string)(post.ShareState)), value(post.PartnerPostID), job.Status)
			}
			if last, _, err := attempt.Last(t.Context(), b.db, post.ID, attempt.Page); err != nil || !last.IsOpen() {
				t.Errorf("its attempt is %s, %v", last.Verdict, err)
			}
		})
	}
}

// TestFound_ClaimedUnderAWrongClock: a post that was claimed because the clock was ahead is
// SCHEDULED again once it is right, where it can be edited, and goes out at its time.
func TestFound_ClaimedUnderAWrongClock(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.uptime.Agree(0)
	post := b.scheduled(t, 2*time.Hour)
	b.clock.Jump(3 * time.Hour)
	b.behind(3 * time.Hour)
	held, job := b.hold(t)
	if got := b.read(t, post.ID); !held || got.Status != posts.Queued || job.Wait != "TIME" {
		t.Fatalf("held by a clock that is ahead: %t, %s, %s", held, got.Status, job.Wait)
	}
	b.clock.Jump(-3 * time.Hour)
	b.behind(0)
	b.look(t)
	b.untilDue(t)
	held, job = b.hold(t)
	if got := b.read(t, post.ID); !held || got.Status != posts.Scheduled || got.ErrorMessage != nil {
		t.Errorf("by the right clock it is %s, held %t, %q", got.Status, held, value(got.ErrorMessage))
	}
	if job.Status != jobs.Pending || !job.RunAt.Time().Equal(post.ScheduledFor.Time()) || !job.NamedInstant {
		t.Errorf("its job is %s until %s, named %t", job.Status, job.RunAt, job.NamedInstant)
	}
	b.untilDue(t)
	if held, _ = b.hold(t); held || b.read(t, post.ID).Status != posts.Queued {
		t.Errorf("at its time it is held: %t, %s", held, b.read(t, post.ID).Status)
	}
}
