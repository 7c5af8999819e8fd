package publish

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/timeline"
	"crier/modules/posts/timeline/timelinetest"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// TestTimeline_OfARunAfterAnInterruption tells where the work had got to, and how it was found out
// that the post is live.
func TestTimeline_OfARunAfterAnInterruption(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.contain(container, graph.Published)
	b.network.show(b.bakery, "media", live(1, time.Second), live(2, time.Second, captioned("another")))
	post := in(posts.Publishing)
	post.Caption = new("Bread")
	b.clock.Advance(settledAfter + time.Second)
	got, _ := b.running(t, post, 1)
	want := []string{
		"CLAIM attempt 1 of 4, interruptions without getting further: 1",
		"NOTE Crier ended in the middle of the work, without being told to, while the post was PUBLISHING; it goes on from there",
		"CALL container status PUBLISHED", "CALL recent media 2 media", "NOTE one of 2 media of the account matches the post: 18000000000000001",
		"NOTE the post is live since 2026-11-21T09:30:01.000Z as media 18000000000000001",
		"CALL media unknown object: the object is missing, not permitted or not yet known everywhere", "STATUS PUBLISHING PUBLISHED the network has published it",
	}
	if told := timelinetest.Steps(t, b.db, got.ID); !slices.Equal(told, want) {
		t.Errorf("got %q\nwant %q", told, want)
	}
}

// TestTimeline_WhatTheWorkWaitsFor and why it came to nothing.
func TestTimeline_WhatTheWorkWaitsFor(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.refuse(`{"error":{"message":"Application request limit reached","code":4,"fbtrace_id":"Trace7"}}`)
	got, _ := b.running(t, attempted(), 0)
	told := timelinetest.Steps(t, b.db, got.ID)
	want := []string{
		"CLAIM attempt 1 of 4", "CALL publishing limit Application request limit reached: ", "WAIT the app's rate limit is reached. The network says: ", "STATUS PROCESSING QUEUED a passing failure, with attempts left",
	}
	if len(told) != len(want) {
		t.Fatalf("got %q", told)
	}
	for i := range want {
		if !strings.HasPrefix(told[i], want[i]) {
			t.Errorf("step %d is %q, want %q", i+1, told[i], want[i])
		}
	}
	steps, err := timeline.Select(t.Context(), b.db, got.ID)
	if err != nil {
		t.Fatal(err)
	}
	if c := steps[1]; c.HTTPStatus != 400 || c.Code != 4 || c.TraceID != "Trace7" || c.Class != "wait" || c.Method != "GET" || !strings.HasSuffix(c.Path, "/content_publishing_limit") || !strings.HasPrefix(c.Host, "127.0.0.1:") {
		t.Errorf("the call is %+v", c)
	}
	if w := steps[2]; w.Until == nil || !w.Until.Time().Equal(start.Add(failure.LimitPause)) {
		t.Errorf("the wait is %+v", w)
	}
	if s := steps[3]; s.ErrorCode != "" {
		t.Errorf("the change is %+v", s)
	}
}

// TestTimeline_IsNeverWhyAPostFails: without a table to write to the post is published all the
// same, and that is logged once.
func TestTimeline_IsNeverWhyAPostFails(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var log bytes.Buffer
	b.engine.recorder = timeline.NewRecorder(b.db, b.clock, slog.New(slog.NewTextHandler(&log, nil)))
	b.network.contain(container, graph.Published)
	b.network.show(b.bakery, "media", live(1, time.Second))
	if _, err := b.db.ExecContext(t.Context(), "DROP TABLE post_steps"); err != nil {
		t.Fatal(err)
	}
	post := in(posts.Publishing)
	post.Caption = new("Bread")
	b.clock.Advance(settledAfter + time.Second)
	for range 2 {
		got, job := b.running(t, post, 1)
		if got.Status != posts.Published || job.Status != jobs.Completed {
			t.Errorf("the post is %s, %q, the job %s", got.Status, value(got.ErrorMessage), job.Status)
		}
		b.network.show(b.bakery, "media", live(2, time.Second))
	}
	failed := b.insert(t, in(posts.Failed), b.photo(t)).ID
	if err := b.service.Retry(t.Context(), failed); err != nil {
		t.Errorf("a retry: %v", err)
	}
	if lines := strings.Count(log.String(), "the timeline of a post has a gap"); lines != 1 {
		t.Errorf("it is logged %d times:\n%s", lines, &log)
	}
}

// TestRecorder_WritesWhenTheContextHasEnded: why work broke off is asked most of all.
func TestRecorder_WritesWhenTheContextHasEnded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want []string
	}{
		"done":     {nil, []string{"NOTE before"}},
		"deleted":  {failure.ErrTaken, []string{"NOTE before"}},
		"stopping": {fmt.Errorf("poll: %w", jobs.ErrStopping), []string{"NOTE before", "NOTE Crier was told to stop; the work goes on when it is started again"}},
		"slept":    {jobs.ErrLost, []string{"NOTE before", "NOTE the machine slept in the middle of the work, or was too busy for it; it is taken up again"}},
		"broken":   {errors.New("secret"), []string{"NOTE before", "NOTE an error within Crier broke the work off; it is taken up again soon, and the log has the reason"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.insert(t, posts.Post{Status: posts.Draft}).ID
			ctx, cancel := context.WithCancel(t.Context())
			ctx, r := b.engine.recorder.Record(ctx, id)
			timeline.Note(ctx, "before")
			cancel()
			endRun(ctx, r, c.err)
			if got := timelinetest.Steps(t, b.db, id); !slices.Equal(got, c.want) {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestRecorder_ATransactionThatIsUndone takes nothing of the timeline with it, and nothing is there
// twice.
func TestRecorder_ATransactionThatIsUndone(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.insert(t, posts.Post{Status: posts.Queued}).ID
	boom := errors.New("boom")
	b.job(t, wireid.New(), 0) // Another post's.
	b.enqueue(t, id, "bakery", b.clock.Now())
	b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
		ctx, r := recordRun(ctx, b.engine.recorder, claim)
		timeline.Note(ctx, "one")
		err := claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
			timeline.Note(ctx, "two")
			_, err := posts.ChangeStatus(ctx, tx, id, posts.Queued, posts.Processing, b.engine.clock.Stored(), nil)
			return errors.Join(err, boom)
		})
		if !errors.Is(err, boom) {
			t.Errorf("got %v", err)
		}
		timeline.Note(ctx, "three")
		err = claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
			timeline.Note(ctx, "four")
			_, err := posts.ChangeStatus(ctx, tx, id, posts.Queued, posts.Processing, b.engine.clock.Stored(), nil)
			return err
		})
		r.Flush(ctx)
		r.Flush(ctx)
		return errors.Join(err, claim.Complete(ctx, nil))
	})
	want := []string{"CLAIM attempt 1 of 4", "NOTE one", "NOTE two", "NOTE three", "NOTE four", "STATUS QUEUED PROCESSING Crier checks the files and the account"}
	if got := timelinetest.Steps(t, b.db, id); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
