package publish

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wiretime"
)

// TestLimit_IsSaidOnThePost: a post that waits for the end of a limit of the network says so, and
// until when, as it does of all that it waits for.
func TestLimit_IsSaidOnThePost(t *testing.T) {
	t.Parallel()
	limit := &graph.Error{Code: 4, Class: graph.Wait, Message: "Application request limit reached", RetryAfter: time.Hour}
	usedUp := &failure.Error{Failure: failure.Failure{Action: failure.Wait, Code: apperror.RateLimited, After: time.Hour, Message: "the allowance is used up"}}
	refused := channel.Refusal{IsAnswer: true, Failure: failure.Network(limit, 0)}
	for name, c := range map[string]struct {
		post   posts.Post
		meets  func(ctx context.Context, p *publication) error
		status posts.Status
		says   string
	}{
		"before the call": {attempted(), func(ctx context.Context, p *publication) error { return p.handleError(ctx, limit) }, posts.Queued, "Application request limit reached"},
		"by its headers":  {attempted(), func(ctx context.Context, p *publication) error { return p.handleError(ctx, usedUp) }, posts.Queued, "the allowance is used up"},
		"at the call":     {in(posts.Publishing), func(ctx context.Context, p *publication) error { return p.post().waitForLimit(ctx, refused) }, posts.Publishing, "Application request limit reached"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			got, job := b.working(t, c.post, 0, c.meets)
			until := start.Add(time.Hour)
			if got.Status != c.status || value(got.ErrorCode) != string(apperror.RateLimited) || !job.RunAt.Time().Equal(until) {
				t.Errorf("the post is %s, %q, the job runs at %s", got.Status, value(got.ErrorCode), job.RunAt)
			}
			if says := value(got.ErrorMessage); !strings.Contains(says, c.says) || !strings.HasSuffix(says, "goes on with the post at "+job.RunAt.String()) {
				t.Errorf("the post says %q", says)
			}
		})
	}
}

// TestLimit_IsNotSaidAnyLonger: once the limit has passed, the post does not say that it waits for
// its end.
func TestLimit_IsNotSaidAnyLonger(t *testing.T) {
	t.Parallel()
	said := func(post posts.Post) posts.Post {
		post.ErrorCode, post.ErrorMessage = new(string(apperror.RateLimited)), new("the allowance is used up")
		return post
	}
	for name, c := range map[string]struct {
		post  posts.Post
		meets func(ctx context.Context, p *publication) error
	}{
		"while the network is asked": {said(in(posts.Publishing)), func(ctx context.Context, p *publication) error {
			return p.askLater(ctx, "the account does not show it yet", 0)
		}},
		"while it waits for its turn": {said(posts.Post{Status: posts.Queued}), func(ctx context.Context, p *publication) error {
			return p.post().hold(ctx, &hold{pause: time.Minute, reason: heldForSpacing, isCleared: true})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			got, job := b.working(t, c.post, 0, c.meets)
			if got.Status != c.post.Status || job.Status != jobs.Pending || got.ErrorCode != nil || got.ErrorMessage != nil {
				t.Errorf("the post is %s, %q: %q", got.Status, value(got.ErrorCode), value(got.ErrorMessage))
			}
		})
	}
}

// TestSpacing_SaysNothing: a post of an account that works again waits for its turn, and for
// nothing else.
func TestSpacing_SaysNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := posts.Post{Status: posts.Queued, IsScheduled: true, ScheduledFor: at(start.Add(time.Minute)), ErrorCode: new(string(apperror.TokenExpired)), ErrorMessage: new("connect the account again")}
	post = b.waiting(t, post)
	begun := posts.Post{Status: posts.Processing, LastAttemptAt: at(start.Add(time.Hour))}
	b.insert(t, begun)
	b.clock.Advance(time.Hour)
	job := b.turn(t)
	if got := b.read(t, post.ID); got.Status != posts.Queued || job.Wait != heldForSpacing.Wait || got.ErrorCode != nil || got.ErrorMessage != nil {
		t.Errorf("the post is %s, %q: %q; its job says %q", got.Status, value(got.ErrorCode), value(got.ErrorMessage), value(job.LastError))
	}
}

// TestLimit_OutlastsTheQuestions: a post whose call was refused for a limit waits for the end of
// that limit, also while it still limits the question whether the post is live. As before the call,
// that takes a day at most.
func TestLimit_OutlastsTheQuestions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	limit := &graph.Error{Code: 4, Class: graph.Wait, Message: "Application request limit reached"}
	refused := channel.Refusal{IsAnswer: true, Failure: failure.Network(limit, 0)}
	post, _ := b.working(t, in(posts.Publishing), 0, func(ctx context.Context, p *publication) error { return p.post().waitForLimit(ctx, refused) })
	b.network.refuse(`{"error":{"message":"Application request limit reached","code":4}}`)
	for b.clock.Now().Before(start.Add(limitTimeout - time.Hour)) {
		b.turn(t)
		got := b.read(t, post.ID)
		if got.Status != posts.Publishing {
			t.Fatalf("after %s the post is %s: %s", b.clock.Now().Sub(start), got.Status, value(got.ErrorMessage))
		}
		if value(got.ErrorCode) != string(apperror.RateLimited) {
			t.Errorf("after %s the post says %q", b.clock.Now().Sub(start), value(got.ErrorMessage))
		}
	}
	for range 10 {
		if got := b.read(t, post.ID); got.Status == posts.Failed {
			if last := b.last(t, got); !strings.Contains(value(got.ErrorMessage), posts.LookFirst) || !last.IsOpen() {
				t.Errorf("the post says %q, its attempt is %+v", value(got.ErrorMessage), last)
			}
			return
		}
		b.turn(t)
	}
	t.Errorf("after %s the post still waits", b.clock.Now().Sub(start))
}

// TestLimit_OutlastsTheNetwork: a post whose call was refused for a limit goes on waiting for its
// end when the network cannot be reached, or gives no answer, in the middle of the wait: until the
// network answers, for a day at most, however short the grace is.
func TestLimit_OutlastsTheNetwork(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ begin, end func(*network) }{
		"out of reach": {(*network).leave, (*network).comeBack},
		"silent":       {(*network).cut, (*network).mend},
		"working":      {func(n *network) { n.refuse(""); n.contain(container, graph.InProgress) }, func(*network) {}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.engine.publications.lateness.Grace = time.Hour
			limited := `{"error":{"message":"Application request limit reached","code":4}}`
			limit := &graph.Error{Code: 4, Class: graph.Wait, Message: "Application request limit reached"}
			post, _ := b.working(t, in(posts.Publishing), 0, func(ctx context.Context, p *publication) error {
				return p.post().waitForLimit(ctx, channel.Refusal{IsAnswer: true, Failure: failure.Network(limit, 0)})
			})
			b.network.refuse(limited)
			goOn := func(until time.Duration) {
				t.Helper()
				for b.clock.Now().Before(start.Add(until)) {
					b.turn(t)
					if got := b.read(t, post.ID); got.Status != posts.Publishing {
						t.Fatalf("after %s the post is %s: %s", b.clock.Now().Sub(start), got.Status, value(got.ErrorMessage))
					}
				}
			}
			goOn(2 * time.Hour)
			c.begin(b.network)
			goOn(2*time.Hour + 10*time.Minute)
			c.end(b.network)
			b.network.refuse(limited)
			goOn(limitTimeout - time.Hour)
			if got := b.read(t, post.ID); value(got.ErrorCode) != string(apperror.RateLimited) {
				t.Errorf("the post says %q: %q", value(got.ErrorCode), value(got.ErrorMessage))
			}
			for range 10 {
				if b.read(t, post.ID).Status == posts.Failed {
					return
				}
				b.turn(t)
			}
			t.Errorf("after %s the post still waits", b.clock.Now().Sub(start))
		})
	}
}

// TestLimit_OutlastsTheQuestionsAboutAShare: the same of a share, about which the network has been
// asked for as long as about one whose answer was lost.
func TestLimit_OutlastsTheQuestionsAboutAShare(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		passed time.Duration
		isOver bool
	}{"for hours": {3 * time.Hour, false}, "for a day": {limitTimeout, true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			got, job := b.sharing(t, func(post posts.Post) attempt.Attempt {
				last := b.send(t, post, attempt.Attempt{Channel: attempt.Page, Ref: "5", AnsweredAt: at(start), Answer: new("Application request limit reached")})
				last.AskedMs, last.IsLimited = askTimeout.Milliseconds(), true
				b.clock.Advance(c.passed)
				return last
			}, func(ctx context.Context, s *publication) error {
				return s.handleError(ctx, &graph.Error{Code: 4, Class: graph.Wait})
			})
			if isOver := got.ShareState == nil; isOver != c.isOver || isOver != (job.Status == jobs.Failed) || isOver != strings.Contains(value(got.ErrorMessage), mayBeOnPage) {
				t.Errorf("it is over: %t, its job is %s: %s", isOver, job.Status, value(got.ErrorMessage))
			}
		})
	}
}

// TestLimit_OfAShareOutlastsTheNetwork: a share whose call was refused for a limit stores that, and
// waits on while the network cannot be reached, or gives no answer, for a day at most.
func TestLimit_OfAShareOutlastsTheNetwork(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		refused error
		passed  time.Duration
		isOver  bool
	}{
		"for hours":          {&graph.Error{Code: 4, Class: graph.Wait}, 3 * time.Hour, false},
		"for a day":          {&graph.Error{Code: 4, Class: graph.Wait}, limitTimeout + time.Second, true},
		"refused for else":   {&graph.Error{Code: 9007, Class: graph.NotReady}, 3 * time.Hour, true},
		"within its 15 min.": {&graph.Error{Code: 9007, Class: graph.NotReady}, time.Minute, false},
	} {
		for how, isReached := range map[string]bool{"out of reach": false, "silent": true} {
			t.Run(name+", "+how, func(t *testing.T) {
				t.Parallel()
				b := setup(t)
				b.uptime.Agree(0)
				b.engine.publications.lateness.Grace = time.Hour
				post, _ := b.sharing(t, func(post posts.Post) attempt.Attempt {
					return b.send(t, post, attempt.Attempt{Channel: attempt.Page, Ref: "5", RanMs: b.uptime.Ran().Milliseconds()})
				}, func(ctx context.Context, s *publication) error {
					s.share().refusal = "the Page refused"
					return s.handleError(ctx, c.refused)
				})
				b.clock.Advance(c.passed)
				job := b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
					last, _, err := attempt.Last(ctx, b.db, post.ID, attempt.Page)
					lost := error(&graph.Error{Class: graph.Retry})
					if !isReached {
						lost = b.notReached(t)
					}
					return errors.Join(err, b.engine.newSharing(&channel.Run{Claim: claim, Post: post, Last: last}).handleError(ctx, lost))
				})
				if isOver := job.Status == jobs.Failed; isOver != c.isOver {
					t.Errorf("its job is %s: %s", job.Status, value(b.read(t, post.ID).ErrorMessage))
				}
			})
		}
	}
}

// isAnyDueNow reports whether a job is due.
func (b *bundle) isAnyDueNow(t *testing.T) bool {
	t.Helper()
	n, err := b.db.NewSelect().Model((*jobs.ScheduledJob)(nil)).Where("status = ? AND run_at <= ?", jobs.Pending, wiretime.Of(b.clock.Now())).Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n > 0
}

// TestLimit_EndsWithTheAccount: what waits for the end of a limit learns at once that its account
// was disconnected, and ends as all other posts of that account do.
func TestLimit_EndsWithTheAccount(t *testing.T) {
	t.Parallel()
	for name, post := range map[string]posts.Post{"before the call": attempted(), "after the call": in(posts.Publishing)} {
		for when, isMeanwhile := range map[string]bool{"while it waits": false, "while a worker is at it": true} {
			t.Run(name+", "+when, func(t *testing.T) {
				t.Parallel()
				b := setup(t)
				post := b.waiting(t, post)
				if last := b.last(t, post); last.Seq != 0 {
					if err := attempt.RecordLimit(t.Context(), b.db, last.Seq); err != nil {
						t.Fatal(err)
					}
				}
				disconnect := func() {
					if err := b.accounts.Remove(t.Context(), post.SocialAccountID, []auth.RemovalHook{b.engine.AccountRemoved}); err != nil {
						t.Fatal(err)
					}
				}
				b.network.refuse(`{"error":{"message":"Application request limit reached","code":4}}`)
				if isMeanwhile {
					b.network.answering = sync.OnceFunc(disconnect)
				}
				job := b.turn(t)
				if !isMeanwhile {
					disconnect()
				}
				for job.Status == jobs.Pending {
					if !b.isAnyDueNow(t) {
						t.Fatalf("its job is not due, but at %s", job.RunAt)
					}
					job = b.turn(t)
				}
				got := b.read(t, post.ID)
				if got.Status != posts.Failed || value(got.ErrorCode) != string(apperror.NotFound) || !strings.Contains(value(got.ErrorMessage), "account disconnected") || job.Status != jobs.Failed {
					t.Errorf("the post is %s, %q %q, its job %s", got.Status, value(got.ErrorCode), value(got.ErrorMessage), job.Status)
				}
			})
		}
	}
}

// TestLimit_OfAShareEndsWithTheAccount: the same of a share.
func TestLimit_OfAShareEndsWithTheAccount(t *testing.T) {
	t.Parallel()
	for when, isMeanwhile := range map[string]bool{"while it waits": false, "while a worker is at it": true} {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			disconnect := sync.OnceValue(func() error {
				return b.accounts.Remove(t.Context(), b.potter.ID, []auth.RemovalHook{b.engine.AccountRemoved})
			})
			post, _ := b.sharing(t, func(posts.Post) attempt.Attempt { return attempt.Attempt{} }, func(ctx context.Context, s *publication) error {
				if isMeanwhile {
					if err := disconnect(); err != nil {
						return err
					}
				}
				return s.handleError(ctx, &graph.Error{Code: 4, Class: graph.Wait})
			})
			if err := disconnect(); err != nil {
				t.Fatal(err)
			}
			if !b.isAnyDueNow(t) {
				t.Fatal("its job is not due")
			}
			job := b.turn(t)
			if says := value(b.read(t, post.ID).ErrorMessage); job.Status != jobs.Failed || says != notShared+"account disconnected" {
				t.Errorf("its job is %s: %q", job.Status, says)
			}
		})
	}
}
