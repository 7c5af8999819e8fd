package publish

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// worker is a handler that hands each claim to a test.
type worker struct {
	*Engine

	run  func(context.Context, *jobs.Claim) error
	done chan ran
}

// ran is a job that was run, and what came of that.
type ran struct {
	job wireid.ID
	err error
}

func (w worker) Run(ctx context.Context, claim *jobs.Claim) error {
	w.done <- ran{claim.Job.ID, w.run(ctx, claim)}
	return nil
}

// work has the job that is due run by a real runner, and fn work on its claim. It returns the job
// as fn left it.
func (b *bundle) work(t *testing.T, fn func(context.Context, *jobs.Claim) error) jobs.ScheduledJob {
	t.Helper()
	const most = 10 // Further jobs may be due.
	w := worker{Engine: b.engine, done: make(chan ran, most), run: func(ctx context.Context, claim *jobs.Claim) error {
		return errors.Join(fn(ctx, claim), b.leave(ctx, claim))
	}}
	runner, err := jobs.NewRunner(b.db, b.queue, slog.New(slog.DiscardHandler), []jobs.Handler{w})
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	first := <-w.done
	if first.err != nil {
		t.Fatal(first.err)
	}
	if err := runner.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	var job jobs.ScheduledJob
	if err := b.db.NewSelect().Model(&job).Where("id = ?", first.job).Scan(t.Context()); err != nil {
		t.Fatal(err)
	}
	return job
}

// leave ends a job that its work has not settled.
func (*bundle) leave(ctx context.Context, claim *jobs.Claim) error {
	if err := claim.Complete(ctx, nil); !errors.Is(err, jobs.ErrLost) {
		return err
	}
	return nil
}

// scheduled stores a post that is scheduled for so long after the start, with its job, as the
// service does.
func (b *bundle) scheduled(t *testing.T, after time.Duration) posts.Post {
	t.Helper()
	due := start.Add(after)
	post := b.insert(t, posts.Post{Status: posts.Scheduled, IsScheduled: true, ScheduledFor: at(due)})
	b.enqueue(t, post.ID, "bakery", due)
	return post
}

// hold runs the post whose job is due as far as the decision to hold it, and returns that.
func (b *bundle) hold(t *testing.T) (held bool, job jobs.ScheduledJob) {
	t.Helper()
	job = b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
		post, err := b.service.Post(ctx, claim.Job.SubjectID)
		if err != nil {
			return err
		}
		held, err = b.at(t, claim, post).post().isKept(graph.WithObserver(ctx, b.engine.clock.Observe), isToBeSent)
		return err
	})
	return held, job
}

// sent stores a post of the account whose publish call was sent so long after the start.
func (b *bundle) sent(t *testing.T, account wireid.ID, after time.Duration) {
	t.Helper()
	post := in(posts.Published)
	post.SocialAccountID = account
	ran := b.uptime.Ran() - b.clock.Now().Sub(start.Add(after))
	b.send(t, b.insert(t, post), attempt.Attempt{SentAt: *at(start.Add(after)), RanMs: ran.Milliseconds(), Verdict: attempt.Live})
}

// TestHold_Grace: what is later than the grace is FAILED until somebody retries it; what is not
// goes on.
func TestHold_Grace(t *testing.T) {
	t.Parallel()
	for late, want := range map[time.Duration]string{
		0: "", time.Minute: "", 24 * time.Hour: "",
		24*time.Hour + time.Millisecond: "missed by 24 hours, because Crier was not running in this mode at 2026-11-21T10:30:00.000Z; retry publishes it now",
		30*time.Hour + 29*time.Second:   "missed by 30 hours, because",
		72 * time.Hour:                  "missed by 3 days, because",
	} {
		t.Run(late.String(), func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := b.scheduled(t, time.Hour)
			b.clock.Sleep(time.Hour + late)
			held, job := b.hold(t)
			got := b.read(t, post.ID)
			switch {
			case want == "" && (held || got.Status != posts.Queued || got.ErrorCode != nil || job.Status != jobs.Completed):
				t.Errorf("held %t, the post is %s, %q", held, got.Status, value(got.ErrorMessage))
			case want != "" && (!held || got.Status != posts.Failed || value(got.ErrorCode) != "INVALID_SCHEDULE" || job.Status != jobs.Failed || got.CompletedAt == nil):
				t.Errorf("held %t, the post is %s with %s, the job %s", held, got.Status, value(got.ErrorCode), job.Status)
			case want != "" && !strings.HasPrefix(value(got.ErrorMessage), want):
				t.Errorf("it says %q", value(got.ErrorMessage))
			}
		})
	}
}

// TestHold_Spacing: a late post goes out a minute after the account's latest, and in its turn.
func TestHold_Spacing(t *testing.T) {
	t.Parallel()
	const now = 2 * time.Hour
	queued := func(b *bundle, t *testing.T, account wireid.ID, due time.Duration) {
		t.Helper()
		b.insert(t, posts.Post{Status: posts.Queued, SocialAccountID: account, IsScheduled: true, ScheduledFor: at(start.Add(due))})
	}
	begun := func(b *bundle, t *testing.T, account wireid.ID, when time.Duration) {
		t.Helper()
		b.insert(t, posts.Post{Status: posts.Processing, SocialAccountID: account, LastAttemptAt: at(start.Add(when))})
	}
	for name, c := range map[string]struct {
		due   time.Duration
		given func(*testing.T, *bundle)
		// until is when the post is put off to, after the start; 0 is not at all.
		until time.Duration
	}{
		"nothing was ever sent":      {time.Hour, func(*testing.T, *bundle) {}, 0},
		"one was just sent":          {time.Hour, func(t *testing.T, b *bundle) { t.Helper(); b.sent(t, b.bakery.ID, now) }, now + time.Minute},
		"one was sent 59.999 s ago":  {time.Hour, func(t *testing.T, b *bundle) { t.Helper(); b.sent(t, b.bakery.ID, now-time.Minute+time.Millisecond) }, now + time.Millisecond},
		"one was sent a minute ago":  {time.Hour, func(t *testing.T, b *bundle) { t.Helper(); b.sent(t, b.bakery.ID, now-time.Minute) }, 0},
		"another account has posted": {time.Hour, func(t *testing.T, b *bundle) { t.Helper(); b.sent(t, b.potter.ID, now) }, 0},
		"just not late":              {now - time.Minute + time.Millisecond, func(t *testing.T, b *bundle) { t.Helper(); b.sent(t, b.bakery.ID, now) }, 0},
		"just late":                  {now - time.Minute, func(t *testing.T, b *bundle) { t.Helper(); b.sent(t, b.bakery.ID, now) }, now + time.Minute},
		"two are before it": {time.Hour, func(t *testing.T, b *bundle) {
			t.Helper()
			b.sent(t, b.bakery.ID, now-30*time.Second)
			queued(b, t, b.bakery.ID, time.Hour-time.Millisecond)
			queued(b, t, b.bakery.ID, time.Minute)
			queued(b, t, b.bakery.ID, time.Hour+time.Millisecond)
			queued(b, t, b.potter.ID, time.Minute)
		}, now - 30*time.Second + 3*time.Minute},
		"one was just begun":          {time.Hour, func(t *testing.T, b *bundle) { t.Helper(); begun(b, t, b.bakery.ID, now-time.Second) }, now + 59*time.Second},
		"one was begun a minute ago":  {time.Hour, func(t *testing.T, b *bundle) { t.Helper(); begun(b, t, b.bakery.ID, now-time.Minute) }, 0},
		"one was begun in the future": {time.Hour, func(t *testing.T, b *bundle) { t.Helper(); begun(b, t, b.bakery.ID, now+time.Hour) }, 0},
		"another account's was just":  {time.Hour, func(t *testing.T, b *bundle) { t.Helper(); begun(b, t, b.potter.ID, now) }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := b.scheduled(t, c.due)
			b.clock.Advance(now)
			c.given(t, b)
			held, job := b.hold(t)
			if got := b.read(t, post.ID); got.Status != posts.Queued || got.RetryCount != 0 || held != (c.until != 0) {
				t.Errorf("held %t, the post is %s", held, got.Status)
			}
			if held && (job.Status != jobs.Pending || !job.RunAt.Time().Equal(start.Add(c.until)) || job.Attempts != 0) {
				t.Errorf("the job is %s until %s after %d attempts", job.Status, job.RunAt, job.Attempts)
			}
		})
	}
}

// TestIsLate: spacing is for posts that waited for their time, and not for what somebody retries
// after it.
func TestIsLate(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(time.Hour)
	for name, c := range map[string]struct {
		post    posts.Post
		created time.Duration
		want    bool
	}{
		"waited":              {posts.Post{IsScheduled: true, ScheduledFor: at(start.Add(time.Minute))}, 0, true},
		"retried":             {posts.Post{IsScheduled: true, ScheduledFor: at(start.Add(time.Minute))}, 2 * time.Minute, false},
		"retried at once":     {posts.Post{IsScheduled: true, ScheduledFor: at(start.Add(time.Minute))}, time.Minute, false},
		"not scheduled":       {posts.Post{ScheduledFor: at(start.Add(time.Minute))}, 0, false},
		"without a time":      {posts.Post{IsScheduled: true}, 0, false},
		"at its time":         {posts.Post{IsScheduled: true, ScheduledFor: at(start.Add(time.Hour))}, 0, false},
		"before its time":     {posts.Post{IsScheduled: true, ScheduledFor: at(start.Add(2 * time.Hour))}, 0, false},
		"late by the spacing": {posts.Post{IsScheduled: true, ScheduledFor: at(start.Add(59 * time.Minute))}, 0, true},
	} {
		claim := &jobs.Claim{Job: jobs.ScheduledJob{CreatedAt: wiretime.Of(start.Add(c.created))}}
		b.engine.publications.gate.started = start
		if got := b.engine.publications.gate.isLate(&channel.Run{Claim: claim, Post: c.post}); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestHold_AtWork: a post that was being worked on when the process ended keeps its turn, whatever
// else was.
func TestHold_AtWork(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.scheduled(t, time.Minute)
	b.clock.Advance(time.Hour)
	b.sent(t, b.bakery.ID, 59*time.Minute)
	b.insert(t, posts.Post{Status: posts.Processing, LastAttemptAt: at(b.clock.Now())})
	job := b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
		_, err := posts.ChangeStatus(ctx, b.db, post.ID, posts.Queued, posts.Processing, *at(start), nil)
		got, readErr := b.service.Post(ctx, post.ID)
		held, holdErr := b.at(t, claim, got).post().isKept(ctx, isToBeSent)
		if held {
			t.Error("it was held")
		}
		return errors.Join(err, readErr, holdErr)
	})
	if job.Status != jobs.Completed {
		t.Errorf("the job is %s", job.Status)
	}
}

// TestCountBefore: of two that are due at one instant, the one that was taken in first is before.
func TestCountBefore(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var same []posts.Post
	for n := range 3 {
		// Ids fall while the rows are taken in, so that the one order is not the other.
		same = append(same, b.insert(t, posts.Post{ID: numbered(byte(9 - n)), Status: posts.Queued, IsScheduled: true, ScheduledFor: at(start)}))
	}
	for _, status := range []posts.Status{posts.Scheduled, posts.Processing, posts.Failed} {
		b.insert(t, posts.Post{Status: status, IsScheduled: true, ScheduledFor: at(start.Add(-time.Hour))})
	}
	b.insert(t, posts.Post{Status: posts.Queued, ScheduledFor: at(start.Add(-time.Hour))})
	for place, post := range same {
		if got, err := countBefore(t.Context(), b.db, post); err != nil || got != int64(place) {
			t.Errorf("%d are before number %d, %v", got, place, err)
		}
	}
}

// TestClaimed: the claim moves a SCHEDULED post to QUEUED and leaves any other as it is.
func TestClaimed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, status := range everyStatus {
		post := b.insert(t, in(status))
		err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			return b.engine.Claimed(ctx, tx, jobs.ScheduledJob{SubjectID: post.ID})
		})
		want := status
		if status == posts.Scheduled {
			want = posts.Queued
		}
		if got := b.read(t, post.ID); err != nil || got.Status != want {
			t.Errorf("%s became %s, %v", status, got.Status, err)
		}
	}
}

// TestIsLate_BeforeTheStart: whatever fell due before Crier was started is late, by however little.
func TestIsLate_BeforeTheStart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(time.Hour)
	b.engine.publications.gate.started = start.Add(time.Hour)
	claim := &jobs.Claim{Job: jobs.ScheduledJob{CreatedAt: wiretime.Of(start)}}
	for before, want := range map[time.Duration]bool{time.Millisecond: true, 0: false} {
		post := posts.Post{IsScheduled: true, ScheduledFor: at(start.Add(time.Hour - before))}
		if got := b.engine.publications.gate.isLate(&channel.Run{Claim: claim, Post: post}); got != want {
			t.Errorf("%s before: %t", before, got)
		}
	}
}

// TestExists: what is put off is still there, or the job ends.
func TestExists(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.insert(t, in(posts.Queued))
	run := &channel.Run{Post: post}
	if err := run.Exists(t.Context(), b.db); err != nil {
		t.Error(err)
	}
	if err := b.service.Delete(t.Context(), post.ID); err != nil {
		t.Fatal(err)
	}
	if err := run.Exists(t.Context(), b.db); !errors.Is(err, failure.ErrTaken) {
		t.Errorf("a deleted post: %v", err)
	}
}

// TestRun_TokenByADoubtfulClock: a token that has expired by a clock that nobody has compared with
// the network's is tried; the network says that it is good.
func TestRun_TokenByADoubtfulClock(t *testing.T) {
	t.Parallel()
	for name, isCompared := range map[string]bool{"compared": true, "not compared": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			if isCompared {
				b.uptime.Agree(0)
			}
			if _, err := b.db.Exec("UPDATE social_accounts SET token_expires_at = ? WHERE id = ?", wiretime.Of(start.Add(-time.Hour)), b.bakery.ID); err != nil {
				t.Fatal(err)
			}
			got, _ := b.running(t, posts.Post{Status: posts.Queued}, 0)
			if isRefused := value(got.ErrorCode) == "TOKEN_EXPIRED"; isRefused != isCompared {
				t.Errorf("the post is %s, %q", got.Status, value(got.ErrorMessage))
			}
		})
	}
}
