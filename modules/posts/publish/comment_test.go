package publish

import (
	"context"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/jobs"
)

const commentID = "17870000000000001"

// commented returns a PUBLISHED post of the bakery whose first comment is to be made.
func commented() posts.Post {
	post := in(posts.Published)
	post.SNMediaID, post.FirstComment, post.FirstCommentState = new("17900000000000001"), new("Which loaf next?"), new(posts.CommentPending)
	return post
}

// commenting has a job be at the first comment of a post, whose call was sent if it says so.
func (b *bundle) commenting(t *testing.T, post posts.Post, isSent bool, fn func(context.Context, *publication) error) (posts.Post, jobs.ScheduledJob) {
	t.Helper()
	post = b.waiting(t, post)
	var last attempt.Attempt
	if isSent {
		last = b.send(t, post, attempt.Attempt{Channel: attempt.Comment, Ref: value(post.SNMediaID), RanMs: b.uptime.Ran().Milliseconds()})
	}
	job := b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
		return fn(ctx, b.engine.newCommenting(&channel.Run{Claim: claim, Post: post, Last: last}))
	})
	return b.read(t, post.ID), job
}

// openJobs returns how many jobs are open.
func (b *bundle) openJobs(t *testing.T) int64 {
	t.Helper()
	n, err := b.db.NewSelect().Model((*jobs.ScheduledJob)(nil)).Where("status IN (?, ?)", jobs.Pending, jobs.Processing).Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestBeginBeside: what is to be made beside a PUBLISHED post gets one job, in the account's lane,
// whose first work is the comment. A comment waits for the media that it is to be below.
func TestBeginBeside(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		isCommented, isShared, isNamed bool
		jobs                           int64
		next                           attempt.Channel
	}{
		"nothing":                       {isNamed: true, next: attempt.Feed},
		"a share":                       {isShared: true, isNamed: true, jobs: 1, next: attempt.Page},
		"a comment":                     {isCommented: true, isNamed: true, jobs: 1, next: attempt.Comment},
		"both":                          {isCommented: true, isShared: true, isNamed: true, jobs: 1, next: attempt.Comment},
		"a comment, nobody knows where": {isCommented: true, next: attempt.Feed},
		"both, nobody knows where":      {isCommented: true, isShared: true, jobs: 1, next: attempt.Page},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := in(posts.Published)
			post.CrossPostToPartner, post.SocialAccountID = c.isShared, b.potter.ID
			if c.isCommented {
				post.FirstComment = new("Which loaf next?")
			}
			if c.isNamed {
				post.SNMediaID = new("17900000000000001")
			}
			post = b.insert(t, post)
			if err := b.engine.lives.beginBeside(t.Context(), b.db, post); err != nil {
				t.Fatal(err)
			}
			got := b.read(t, post.ID)
			if got.IsCommenting() != c.isCommented || got.IsSharing() != c.isShared || b.openJobs(t) != c.jobs || b.engine.channelOf(got).Name() != c.next {
				t.Errorf("comment %t, share %t, %d jobs, next %s", got.IsCommenting(), got.IsSharing(), b.openJobs(t), b.engine.channelOf(got).Name())
			}
		})
	}
}

// TestComment_Ends: however a first comment ends, its post is PUBLISHED and says what became of it,
// and the share goes on.
func TestComment_Ends(t *testing.T) {
	t.Parallel()
	refused := &graph.Error{HTTPStatus: 400, Code: 10, Class: graph.NoPermission, Meaning: "the permission is missing"}
	refuse := func(err error) func(context.Context, *publication) error {
		return func(ctx context.Context, p *publication) error {
			r, ok := p.work.Refused(ctx, err)
			if !ok {
				return err
			}
			return p.life.handleRefusal(ctx, r, err)
		}
	}
	for name, c := range map[string]struct {
		end   func(context.Context, *publication) error
		state posts.CommentState
		says  string
		open  bool
	}{
		"it is made": {func(ctx context.Context, p *publication) error { return p.acceptID(ctx, commentID) }, posts.CommentMade, "", false},
		"refused":    {refuse(refused), posts.CommentNotMade, posts.NotCommented + "the permission is missing", true},
		"nobody knows": {func(ctx context.Context, p *publication) error {
			return p.life.fail(ctx, p.life.words().unknown("the account does not show it"))
		}, posts.CommentNotSeen, posts.CommentUnseen + "what became of it is not known (the account does not show it)" + posts.CommentHidden, true},
		"proved absent, four times": {func(ctx context.Context, p *publication) error {
			return p.life.fail(ctx, failure.Failure{Code: apperror.UnknownError, Absent: "it is not there", Message: "the network did not carry out the call"})
		}, posts.CommentNotMade, posts.NotCommented, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := commented()
			post.ShareState = new(posts.SharePending)
			got, job := b.commenting(t, post, true, c.end)
			if got.Status != posts.Published || *got.FirstCommentState != c.state || !strings.HasPrefix(value(got.ErrorMessage), c.says) ||
				(got.ErrorCode != nil) != (c.says != "") || (value(got.FirstCommentID) == commentID) != (c.state == posts.CommentMade) {
				t.Errorf("%s, %s as %q: %s %s", got.Status, *got.FirstCommentState, value(got.FirstCommentID), value(got.ErrorCode), value(got.ErrorMessage))
			}
			last, _, err := attempt.Last(t.Context(), b.db, got.ID, attempt.Comment)
			if err != nil || last.IsOpen() != c.open {
				t.Errorf("the attempt is %s, %v", last.Verdict, err)
			}
			if job.Status == jobs.Pending || b.openJobs(t) != 1 || b.engine.channelOf(got).Name() != attempt.Page {
				t.Errorf("the job is %s, %d are open, next is %s", job.Status, b.openJobs(t), b.engine.channelOf(got).Name())
			}
		})
	}
}

// TestComment_AndShare: where both come to nothing the post says both, and takes back what turns
// out otherwise, whichever of them it is.
func TestComment_AndShare(t *testing.T) {
	t.Parallel()
	for name, isCommentFirst := range map[string]bool{"the comment turns up first": true, "the share does": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := commented()
			post.SocialAccountID, post.ShareState = b.potter.ID, new(posts.SharePending)
			post, _ = b.commenting(t, post, true, func(ctx context.Context, p *publication) error { return p.life.fail(ctx, p.life.words().unknown("a")) })
			share := b.send(t, post, attempt.Attempt{Channel: attempt.Page})
			b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
				return b.engine.newSharing(&channel.Run{Claim: claim, Post: post, Last: share}).life.fail(ctx, failure.Failure{Code: apperror.RateLimited, Message: "b"})
			})
			got := b.read(t, post.ID)
			if says := value(got.ErrorMessage); !strings.Contains(says, posts.CommentUnseen) || !strings.Contains(says, notShared+"b") || value(got.ErrorCode) != string(apperror.RateLimited) {
				t.Fatalf("it says %s, %q", value(got.ErrorCode), says)
			}
			comment, _, err := attempt.Last(t.Context(), b.db, post.ID, attempt.Comment)
			if err != nil {
				t.Fatal(err)
			}
			turnUp := func(a attempt.Attempt, id string) posts.Post {
				t.Helper()
				run := &channel.Run{Post: b.read(t, post.ID), Last: a}
				ch := b.engine.channels.byName(a.Channel)
				f := finding{verdict: verdictLive, item: &channel.Item{ID: id, At: b.clock.Now()}, how: attempt.Found, why: "it is seen"}
				if err := b.engine.searcher.settleLive(t.Context(), b.engine.journals.newJournal(run, ch, ch.At(run)), f); err != nil {
					t.Fatal(err)
				}
				return b.read(t, post.ID)
			}
			if isCommentFirst {
				got = turnUp(comment, commentID)
				if value(got.ErrorMessage) != notShared+"b"+mayBeOnPage || value(got.ErrorCode) != string(apperror.RateLimited) || *got.FirstCommentState != posts.CommentMade {
					t.Errorf("with the comment it says %s, %q", value(got.ErrorCode), value(got.ErrorMessage))
				}
				got = turnUp(share, "1_1")
			} else {
				got = turnUp(share, "1_1")
				if !strings.HasPrefix(value(got.ErrorMessage), posts.CommentUnseen) || value(got.ErrorCode) != string(apperror.UnknownError) || got.Doubt != posts.NoDoubt {
					t.Errorf("with the share it says %s, %q", value(got.ErrorCode), value(got.ErrorMessage))
				}
				got = turnUp(comment, commentID)
			}
			if got.ErrorCode != nil || got.ErrorMessage != nil || value(got.FirstCommentID) != commentID || value(got.PartnerPostID) != "1_1" {
				t.Errorf("with both it says %s, %q", value(got.ErrorCode), value(got.ErrorMessage))
			}
		})
	}
}

// TestComment_ProvedAbsent: that a share is proved not to be on the Page leaves what the post says
// of its comment alone. That a comment is, which was refused, tells nothing new.
func TestComment_ProvedAbsent(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := commented()
	post.FirstCommentState, post.CommentMessage, post.CommentCode = new(posts.CommentNotMade), new(posts.NotCommented+"a"), new("UNKNOWN_ERROR")
	post.ShareMessage, post.Doubt, post.SettledMessage = new(notShared+"b"+mayBeOnPage), posts.MayBeOnPage, new(notShared+"b; it is not on the Page")
	post.ErrorMessage, post.ErrorCode = new("both"), new("RATE_LIMITED")
	post = b.insert(t, post)
	for _, by := range []attempt.Channel{attempt.Page, attempt.Comment} {
		a := b.send(t, post, attempt.Attempt{Channel: by})
		if err := b.engine.searcher.settleAbsent(t.Context(), &channel.Run{Post: post, Last: a}, "twice"); err != nil {
			t.Fatal(err)
		}
	}
	const want = notShared + "b; it is not on the Page: twice; " + posts.NotCommented + "a"
	if got := b.read(t, post.ID); value(got.ErrorMessage) != want || *got.FirstCommentState != posts.CommentNotMade || got.Doubt != posts.NoDoubt {
		t.Errorf("it is %s, %s, and says %q", *got.FirstCommentState, got.Doubt, value(got.ErrorMessage))
	}
}

// TestComment_NamedLater: the comment of a post that is live as an item that nobody knows is made
// once it is known, beside no second job; where it never is, the post says so.
func TestComment_NamedLater(t *testing.T) {
	t.Parallel()
	named := finding{verdict: verdictLive, item: &channel.Item{ID: "17900000000000001", At: start}, how: attempt.Found}
	for name, c := range map[string]struct {
		isShared, isNamed bool
		jobs              int64
	}{
		"named": {isNamed: true, jobs: 1}, "named while it is shared": {isShared: true, isNamed: true, jobs: 1}, "never": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := commented()
			if post.SNMediaID = nil; c.isShared {
				post.SocialAccountID, post.ShareState = b.potter.ID, new(posts.SharePending)
			}
			post = b.insert(t, post)
			if c.isShared {
				b.enqueue(t, post.ID, post.SocialAccountID.String(), b.clock.Now())
			}
			last := b.send(t, post, attempt.Attempt{Verdict: attempt.Live})
			if err := attempt.AddAskedTime(t.Context(), b.db, last.Seq, searchTimeout.Milliseconds()); err != nil {
				t.Fatal(err)
			}
			run := &channel.Run{Post: post, Last: last}
			if c.isNamed {
				if err := b.engine.lives.showNamed(t.Context(), b.db, run, named); err != nil {
					t.Fatal(err)
				}
			}
			b.search(t, 1)
			got := b.read(t, post.ID)
			if b.openJobs(t) != c.jobs || got.IsCommentDue() != c.isNamed || (got.ErrorMessage == nil) != c.isNamed {
				t.Fatalf("%d jobs, the comment is %s: %s", b.openJobs(t), *got.FirstCommentState, value(got.ErrorMessage))
			}
			if !c.isShared {
				return
			}
			share := b.send(t, post, attempt.Attempt{Channel: attempt.Page})
			b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
				return b.engine.newSharing(&channel.Run{Claim: claim, Post: got, Last: share}).life.fail(ctx, failure.Failure{Message: "b"})
			})
			if got := b.read(t, post.ID); b.openJobs(t) != 1 || b.engine.channelOf(got).Name() != attempt.Comment {
				t.Errorf("after the share %d jobs are open, and next is %s", b.openJobs(t), b.engine.channelOf(got).Name())
			}
		})
	}
}

// TestComment_NotPermitted: an account that is known not to have the permission sends nothing.
func TestComment_NotPermitted(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if _, err := b.db.ExecContext(t.Context(), "UPDATE social_accounts SET scopes = 'instagram_business_basic instagram_business_content_publish'"); err != nil {
		t.Fatal(err)
	}
	got, _ := b.commenting(t, commented(), false, func(ctx context.Context, p *publication) error { return p.goOn(ctx) })
	if *got.FirstCommentState != posts.CommentNotMade || got.Status != posts.Published || !strings.Contains(value(got.ErrorMessage), "lacks the permission to comment") {
		t.Errorf("it is %s, %s: %s", got.Status, *got.FirstCommentState, value(got.ErrorMessage))
	}
	if heard := b.network.heard(); len(heard) > 0 {
		t.Errorf("the network heard %v", heard)
	}
}

// TestComment_Deleted: the deletion of a post ends its comment, and nothing is sent.
func TestComment_Deleted(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.waiting(t, commented())
	job := b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
		if err := b.service.Delete(ctx, post.ID); err != nil {
			return err
		}
		err := b.engine.newCommenting(&channel.Run{Claim: claim, Post: post}).goOn(ctx)
		if err == nil {
			t.Error("it went on")
		}
		return claim.Fail(ctx, "the post has been deleted", nil)
	})
	for _, call := range b.network.heard() {
		if strings.HasPrefix(call, "POST") {
			t.Errorf("it sent %s", call)
		}
	}
	if job.Status != jobs.Failed {
		t.Errorf("the job is %s", job.Status)
	}
}

// TestComment_Look: the same text below two posts does not look alike, so that neither waits for
// the other, and no comment is taken for the other's.
func TestComment_Look(t *testing.T) {
	t.Parallel()
	b := setup(t)
	one, other := commented(), commented()
	other.SNMediaID = new("17900000000000002")
	first, isDistinct := b.engine.comment.Look(one)
	if second, _ := b.engine.comment.Look(other); !isDistinct || first == second {
		t.Errorf("distinct %t, %s and %s", isDistinct, first, second)
	}
}

// TestComment_Owned: a comment that is any post's, an archived one's too, is not free.
func TestComment_Owned(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, id := range []string{"1", "2"} {
		post := commented()
		post.FirstCommentState, post.FirstCommentID = new(posts.CommentMade), &id
		post = b.insert(t, post)
		if id == "2" {
			if err := b.service.Delete(t.Context(), post.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, err := b.engine.comment.Owned(t.Context(), b.db, []string{"1", "2", "3"})
	if err != nil || !got["1"] || !got["2"] || got["3"] {
		t.Errorf("%v, %v", got, err)
	}
}

// TestComment_Limited: a refusal for a limit puts the comment off, and the call is
// made again only once the list was read without it.
func TestComment_Limited(t *testing.T) {
	t.Parallel()
	b := setup(t)
	limited := &graph.Error{HTTPStatus: 400, Code: 368, Class: graph.Wait, RetryAfter: time.Hour}
	got, job := b.commenting(t, commented(), true, func(ctx context.Context, p *publication) error {
		r, _ := p.work.Refused(ctx, limited)
		return p.life.handleRefusal(ctx, r, limited)
	})
	last, _, err := attempt.Last(t.Context(), b.db, got.ID, attempt.Comment)
	if err != nil || !last.IsOpen() || !last.IsLimited || !last.IsAnswered() || !got.IsCommenting() {
		t.Errorf("the attempt is %+v, %v", last, err)
	}
	if job.Status != jobs.Pending || !job.RunAt.Time().Equal(b.clock.Now().Add(time.Hour)) {
		t.Errorf("the job is %s until %s", job.Status, job.RunAt)
	}
}
