package publish

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/attempt/attempttest"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/instance"
	"crier/platform/intent"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// working stores a post in the midst of an attempt after so many that have failed, has fn work on
// it, and returns what became of the post and of its job.
func (b *bundle) working(t *testing.T, post posts.Post, failed int, fn func(context.Context, *publication) error) (posts.Post, jobs.ScheduledJob) {
	t.Helper()
	post = b.insert(t, post, b.photo(t))
	item := posts.Link{PostID: post.ID, ContainerID: new("17890000000000077"), ContainerCreatedAt: at(start)}
	if err := setItem(t.Context(), b.db, item); err != nil {
		t.Fatal(err)
	}
	id := b.enqueue(t, post.ID, "bakery", b.clock.Now())
	if _, err := b.db.NewUpdate().Model((*jobs.ScheduledJob)(nil)).Set("attempts = ?", failed).Where("id = ?", id).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	job := b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
		p := b.at(t, claim, post)
		return errors.Join(p.work.Identify(ctx), fn(ctx, p))
	})
	return b.read(t, post.ID), job
}

// TestPublication_OnDisk: what tells the next start that a post may be live, or is, waits for the
// disk, so that no power cut undoes it: the intent before the call, the id in its answer, and the
// end of a post whose id is not known.
func TestPublication_OnDisk(t *testing.T) {
	t.Parallel()
	type write func(ctx context.Context, tx bun.IDB) error
	for name, store := range map[string]func(context.Context, *publication, write) error{
		"intent": func(ctx context.Context, p *publication, also write) error {
			_, err := p.journal.intend(ctx, container, p.run.Claim.Progress, also)
			return err
		},
		"id": func(ctx context.Context, p *publication, also write) error { return p.journal.storeSurely(ctx, also) },
		"end without an id": func(ctx context.Context, p *publication, also write) error {
			return p.post().finishUnidentified(ctx, also)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const full = 2
			b, level := setup(t), 0
			b.working(t, in(posts.Publishing), 0, func(ctx context.Context, p *publication) error {
				return store(ctx, p, func(ctx context.Context, tx bun.IDB) error {
					return tx.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&level)
				})
			})
			if level != full {
				t.Errorf("it is written at the level %d", level)
			}
		})
	}
}

// setItem stores the container of a carousel's item.
func setItem(ctx context.Context, db bun.IDB, l posts.Link) error {
	_, err := db.NewUpdate().Model(&l).Column("container_id", "container_created_at", "upload_uri").WherePK().Exec(ctx)
	return err
}

// hasItem reports whether the post's item has a container.
func (b *bundle) hasItem(t *testing.T, post posts.Post) bool {
	t.Helper()
	links, err := posts.SelectLinks(t.Context(), b.db, []wireid.ID{post.ID})
	if err != nil || len(links) != 1 {
		t.Fatalf("%v, %v", links, err)
	}
	return links[0].ContainerID != nil
}

// attempted returns a post in PROCESSING with a container, for which no publish call was sent.
func attempted() posts.Post {
	return posts.Post{Status: posts.Processing, SNContainerID: new(container), ContainerCreatedAt: at(start), LastAttemptAt: at(start), RetryCount: 1}
}

// TestSettle: what becomes of post, job and containers after each kind of failure.
func TestSettle(t *testing.T) {
	t.Parallel()
	transient, lost, limit := &graph.Error{Code: 2, Class: graph.Retry}, &graph.Error{Code: -1, Class: graph.NewContainer}, &graph.Error{Code: 4, Class: graph.Wait}
	for name, c := range map[string]struct {
		err    error
		failed int
		sent   bool
		// What is wanted: the post's status, code and retryCount, and which containers are left.
		status          posts.Status
		code            string
		retries         int
		container, item bool
		// The job's status and the time until it runs again.
		job       jobs.Status
		from, to  time.Duration
		says      string
		intention bool
	}{
		"transient":         {transient, 0, false, posts.Queued, "", 2, true, true, jobs.Pending, 12 * time.Second, 18 * time.Second, "", false},
		"transient again":   {transient, 1, false, posts.Queued, "", 2, true, true, jobs.Pending, 48 * time.Second, 72 * time.Second, "", false},
		"transient at last": {transient, 2, false, posts.Queued, "", 2, true, true, jobs.Pending, 192 * time.Second, 288 * time.Second, "", false},
		"attempts used up":  {transient, 3, false, posts.Failed, "UNKNOWN_ERROR", 1, true, true, jobs.Failed, 0, 0, "(code 2)", false},
		"container lost":    {lost, 0, false, posts.Queued, "", 2, false, false, jobs.Pending, 12 * time.Second, 18 * time.Second, "", false},
		"item lost":         {&posts.ItemError{Item: 1, Of: 2, Err: lost}, 0, false, posts.Queued, "", 2, true, true, jobs.Pending, 12 * time.Second, 18 * time.Second, "", false},
		"lost at last":      {lost, 3, false, posts.Failed, "UNKNOWN_ERROR", 1, false, false, jobs.Failed, 0, 0, "(code -1)", false},
		"lost, may be live": {lost, 0, true, posts.Queued, "", 2, true, false, jobs.Pending, 12 * time.Second, 18 * time.Second, "", true},
		"limited":           {limit, 3, false, posts.Queued, "RATE_LIMITED", 1, true, true, jobs.Pending, 15 * time.Minute, 15 * time.Minute, "", false},
		"limited for long":  {&graph.Error{Code: 4, Class: graph.Wait, RetryAfter: 24*time.Hour + time.Second}, 0, false, posts.Failed, "RATE_LIMITED", 1, true, true, jobs.Failed, 0, 0, "(code 4)", false},
		"limited for a day": {&graph.Error{Code: 4, Class: graph.Wait, RetryAfter: 24 * time.Hour}, 0, false, posts.Queued, "RATE_LIMITED", 1, true, true, jobs.Pending, 24 * time.Hour, 24 * time.Hour, "", false},
		"refused":           {&graph.Error{Code: 36003, Class: graph.Permanent}, 0, false, posts.Failed, "MEDIA_INVALID", 1, true, true, jobs.Failed, 0, 0, "(code 36003)", false},
		"token dead":        {&graph.Error{Code: 190, Class: graph.TokenDead}, 0, false, posts.Failed, "TOKEN_EXPIRED", 1, true, true, jobs.Failed, 0, 0, "(code 190); connect the account again (crier accounts connect), then retry the post", false},
		"refused, may be live": {
			apperror.New(apperror.MediaInvalid, "the file is gone"), 0, true, posts.Failed, "MEDIA_INVALID", 1, true, true, jobs.Failed, 0, 0,
			"the file is gone; the post may be live from an earlier attempt, and a retry asks the network first", true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := attempted()
			post.ID, post.SocialAccountID = wireid.New(), b.bakery.ID
			if c.sent {
				b.send(t, post, attempt.Attempt{})
			}
			got, job := b.working(t, post, c.failed, func(ctx context.Context, p *publication) error { return p.handleError(ctx, c.err) })
			if got.Status != c.status || value(got.ErrorCode) != c.code || got.RetryCount != c.retries || !strings.HasSuffix(value(got.ErrorMessage), c.says) {
				t.Errorf("the post is %s, %q %q after %d retries", got.Status, value(got.ErrorCode), value(got.ErrorMessage), got.RetryCount)
			}
			if (got.CompletedAt != nil) != (c.status == posts.Failed) || b.last(t, got).IsOpen() != c.intention {
				t.Errorf("the post completed at %v, its attempt is %+v", got.CompletedAt, b.last(t, got))
			}
			if (got.SNContainerID != nil) != c.container || b.hasItem(t, got) != c.item {
				t.Errorf("container %q, item %t", value(got.SNContainerID), b.hasItem(t, got))
			}
			wait := job.RunAt.Time().Sub(start)
			if job.Status != c.job || wait < c.from || wait > c.to || value(job.LastError) == "" {
				t.Errorf("the job is %s, runs in %s, says %q", job.Status, wait, value(job.LastError))
			}
		})
	}
}

// TestSettle_LeavesAlone: work that was told to end, and posts whose publish call was sent, are
// left to what runs next.
func TestSettle_LeavesAlone(t *testing.T) {
	t.Parallel()
	transient := &graph.Error{Code: 2, Class: graph.Retry}
	sent := in(posts.Publishing)
	for name, c := range map[string]struct {
		post posts.Post
		err  error
	}{
		"no error":      {attempted(), nil},
		"told to end":   {attempted(), jobs.ErrStopping},
		"lease lost":    {attempted(), fmt.Errorf("x: %w", jobs.ErrLost)},
		"call was sent": {sent, transient},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			got, job := b.working(t, c.post, 0, func(ctx context.Context, p *publication) error {
				if err := p.handleError(ctx, c.err); !errors.Is(err, c.err) {
					t.Errorf("got %v", err)
				}
				return nil
			})
			if got.Status != c.post.Status || got.RetryCount != c.post.RetryCount || got.ErrorCode != nil || job.LastError != nil {
				t.Errorf("the post is %+v", got)
			}
		})
	}
}

// TestLimitedTooLong: a day counts from the time of a scheduled post, and from the taking in of any
// other.
func TestLimitedTooLong(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(10 * time.Hour)
	for name, c := range map[string]struct {
		scheduled *wiretime.Time
		after     time.Duration
		want      bool
	}{
		"within":                          {nil, 14 * time.Hour, false},
		"beyond":                          {nil, 14*time.Hour + time.Millisecond, true},
		"its time was later":              {at(start.Add(9 * time.Hour)), 23 * time.Hour, false},
		"its time was later, and beyond":  {at(start.Add(9 * time.Hour)), 23*time.Hour + time.Millisecond, true},
		"its time was before it was made": {at(start.Add(-time.Hour)), 14 * time.Hour, false},
	} {
		p := b.at(t, &jobs.Claim{Job: jobs.ScheduledJob{CreatedAt: *at(start)}}, posts.Post{IsScheduled: c.scheduled != nil, ScheduledFor: c.scheduled})
		if got := p.isLimitedTooLong(failure.Failure{After: c.after}); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestLive: the id is kept, then the address, and with that the post is PUBLISHED.
func TestLive(t *testing.T) {
	t.Parallel()
	for name, shared := range map[string]bool{"plain": false, "to be shared": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			// The job of the share stays as it is.
			b.queue.Hold(b.bakery.ID.String())
			post := in(posts.Publishing)
			post.ErrorCode, post.ErrorMessage, post.CrossPostToPartner = new("X"), new("old"), shared
			got, job := b.working(t, post, 2, func(ctx context.Context, p *publication) error {
				return p.recordLive(ctx, "18000000000000001", start.Add(time.Second))
			})
			if got.Status != posts.Published || value(got.SNMediaID) != "18000000000000001" || !got.PublishedAt.Time().Equal(start.Add(time.Second)) || got.SNPermalink != nil {
				t.Errorf("the post is %+v", got)
			}
			jobsOf, err := b.db.NewSelect().Model((*jobs.ScheduledJob)(nil)).Where("subject_id = ?", got.ID).Count(t.Context())
			if err != nil || (jobsOf == 2) != shared || (got.ShareState != nil) != shared {
				t.Errorf("%d jobs, %v; the post is %+v", jobsOf, err, got)
			}
			if got.ErrorCode != nil || got.ErrorMessage != nil || got.CompletedAt == nil || job.Status != jobs.Completed || job.Attempts != 3 {
				t.Errorf("code %q, the job is %+v", value(got.ErrorCode), job)
			}
		})
	}
}

// TestLive_LeaseLost: the network's answer is kept, and the rest is left to the process that has
// the job now.
func TestLive_LeaseLost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	got, job := b.working(t, in(posts.Publishing), 0, func(ctx context.Context, p *publication) error {
		_, err := b.db.NewUpdate().Model((*jobs.ScheduledJob)(nil)).Set("lease_token = 'another'").Where("id = ?", p.run.Claim.Job.ID).Exec(ctx)
		if lost := p.recordLive(ctx, "18000000000000001", start); !errors.Is(lost, jobs.ErrLost) {
			t.Errorf("got %v", lost)
		}
		return err
	})
	if got.Status != posts.Publishing || value(got.SNMediaID) != "18000000000000001" || job.Status != jobs.Processing {
		t.Errorf("the post is %+v, the job %s", got, job.Status)
	}
}

// TestWork_ChangeOfAnothersPost: while a claim holds nobody else moves the post, so that finding it
// moved is an error.
func TestWork_ChangeOfAnothersPost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.insert(t, in(posts.Failed))
	run := &channel.Run{Post: post}
	run.Post.Status = posts.Processing
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return run.Change(ctx, tx, posts.Queued, *at(start), nil) })
	if err == nil || !strings.Contains(err.Error(), "is not PROCESSING any more") || b.read(t, post.ID).Status != posts.Failed {
		t.Errorf("got %v, the post is %s", err, b.read(t, post.ID).Status)
	}
}

// copied is a folder of which another copy turns out to be in use once the attempt is written down.
type copied struct{ attempttest.AnyFolder }

func (copied) Confirm() error { return instance.ErrCopy }

// TestSettle_ACopyIsFoundAfterTheIntent: the post waits in PUBLISHING, where the next run finds out
// what became of its attempt; it is not taken for a deleted one. Tier race, one database.
func TestSettle_ACopyIsFoundAfterTheIntent(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.engine.journals.ledger = attempt.New(intent.NewIssuer(), copied{})
	got, job := b.working(t, in(posts.Processing), 0, func(ctx context.Context, p *publication) error {
		_, err := p.journal.intend(ctx, container, p.run.Claim.Progress, p.post().moveToPublishing)
		if !errors.Is(err, instance.ErrCopy) {
			t.Errorf("the intent: %v", err)
		}
		return p.handleError(ctx, err)
	})
	if last := b.last(t, got); got.Status != posts.Publishing || job.Status != jobs.Pending || last.Verdict != attempt.Open || last.Ref != container {
		t.Errorf("the post is %s, its job %s (%q), its attempt %+v", got.Status, job.Status, value(job.LastError), last)
	}
}
