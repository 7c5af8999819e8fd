package posts

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// steps returns a post's timeline, as short texts.
func (b *bundle) steps(t *testing.T, post wireid.ID) (told []string) {
	t.Helper()
	steps, err := selectSteps(t.Context(), b.db, post)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		text := string(s.Kind)
		for _, part := range []string{string(s.FromStatus), string(s.ToStatus), s.ErrorCode, s.Op, s.Text} {
			if part != "" {
				text += " " + part
			}
		}
		if s.Times > 1 {
			text += fmt.Sprintf(" x%d", s.Times)
		}
		told = append(told, text)
	}
	return told
}

func (b *bundle) step(t *testing.T, step Step) {
	t.Helper()
	if step.At.IsZero() {
		step.At = wiretime.Of(b.clock.Now())
	}
	if err := insertStep(t.Context(), b.db, step); err != nil {
		t.Fatal(err)
	}
}

// poll is a read of a container that says so much.
func poll(post wireid.ID, says string) Step {
	return Step{PostID: post, Kind: StepCall, Op: "container status", Method: "GET", HTTPStatus: 200, Text: says, Repeatable: true}
}

// TestSteps_WhatRepeatsIsOne: what comes again is counted, as long as nothing that cannot repeat has come in between; what the work does
// after it was put off is told apart from what it did before.
func TestSteps_WhatRepeatsIsOne(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.insert(t, Post{Status: Draft}).ID
	publish := Step{PostID: id, Kind: StepCall, Op: "publish", Method: "POST", HTTPStatus: 200}
	for i, says := range []string{"IN_PROGRESS", "IN_PROGRESS", "FINISHED", "IN_PROGRESS"} {
		s := poll(id, says)
		s.At, s.DurationMs, s.TraceID, s.UsagePercent = wiretime.Of(start.Add(time.Duration(i)*time.Second)), int64(10*i), fmt.Sprint(i), 50-i
		b.step(t, s)
	}
	b.step(t, publish)
	b.step(t, publish)
	for range 3 {
		b.step(t, poll(id, "IN_PROGRESS"))
		b.step(t, Step{PostID: id, Kind: StepWait, Text: "later", Repeatable: true})
	}
	want := []string{
		"CALL container status IN_PROGRESS x3", "CALL container status FINISHED", "CALL publish", "CALL publish",
		"CALL container status IN_PROGRESS", "WAIT later x3", "CALL container status IN_PROGRESS x2",
	}
	if got := b.steps(t, id); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	steps, err := selectSteps(t.Context(), b.db, id)
	if err != nil {
		t.Fatal(err)
	}
	first := steps[0]
	if !first.At.Time().Equal(start) || !first.LastAt.Time().Equal(start.Add(3*time.Second)) || first.DurationMs != 30 || first.TraceID != "3" || first.UsagePercent != 50 {
		t.Errorf("the first is %+v", first)
	}
}

// TestSteps_FailuresRepeatWhateverTheyAreCalled: the text of a broken connection has its port.
func TestSteps_FailuresRepeatWhateverTheyAreCalled(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.insert(t, Post{Status: Draft}).ID
	for _, s := range []Step{{Text: "port 1", Class: "retry"}, {Text: "port 2", Class: "retry"}, {Text: "port 3", Class: "wait"}} {
		s.PostID, s.Kind, s.Op, s.Repeatable = id, StepCall, "media", true
		b.step(t, s)
	}
	if got := b.steps(t, id); !slices.Equal(got, []string{"CALL media port 2 x2", "CALL media port 3"}) {
		t.Errorf("got %q", got)
	}
}

// TestSteps_AreBounded: of a long story the beginning and the end are kept, and what repeats goes first.
func TestSteps_AreBounded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.insert(t, Post{Status: Draft}).ID
	const rounds = maxSteps + 10
	// In one transaction, for the test's sake: the disk is waited for once.
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) (err error) {
		for i := range rounds {
			published := Step{PostID: id, Kind: StepCall, Op: "publish", Text: fmt.Sprint("publish ", i)}
			err = errors.Join(err, insertStep(ctx, tx, poll(id, fmt.Sprint("poll ", i))), insertStep(ctx, tx, published))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	timeline, err := b.service.Timeline(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	steps := timeline.Steps
	if len(steps) != maxSteps || timeline.LeftOut != 2*rounds-maxSteps || steps[0].Seq != 1 {
		t.Fatalf("%d steps, %d left out, the first is %d", len(steps), timeline.LeftOut, steps[0].Seq)
	}
	// The very first one is a poll; every other has made room.
	if steps[0].Text != "poll 0" || steps[1].Text != "publish 0" || steps[9].Text != "publish 8" || steps[11].Text == "publish 10" {
		t.Errorf("it begins with %+v", steps[:12])
	}
	if last := steps[maxSteps-1]; last.Text != fmt.Sprint("publish ", rounds-1) {
		t.Errorf("it ends with %+v", last)
	}
	for _, s := range steps[1:] {
		if s.Repeatable {
			t.Errorf("%+v is kept", s)
		}
	}
}

// TestSteps_HostileTexts are shown, as far as they can be.
func TestSteps_HostileTexts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.insert(t, Post{Status: Draft}).ID
	for _, text := range []string{
		"\x1b[2J\x1b]0;title\x07", "two\nlines\r\ttabs", "\xff\xfe\xed\xa0\x80 broken", "\u202egnp.exe\u2066", strings.Repeat("🦀", 5000), strings.Repeat("a", 10<<20),
		"\x00", "", "'; DROP TABLE posts; --",
	} {
		b.step(t, Step{PostID: id, Kind: StepNote, Text: text})
	}
	steps, err := selectSteps(t.Context(), b.db, id)
	if err != nil || len(steps) != 9 {
		t.Fatalf("%d steps, %v", len(steps), err)
	}
	for _, s := range steps {
		if !utf8.ValidString(s.Text) || utf8.RuneCountInString(s.Text) > maxStepText || strings.ContainsFunc(s.Text, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q is kept", s.Text)
		}
	}
}

// TestSteps_EveryChangeOfStatus is recorded where it is made, with what caused it.
func TestSteps_EveryChangeOfStatus(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, change := range LifeCycle() {
		post := in(Publishing)
		post.ID, post.Status = wireid.New(), cmp.Or(change.From, change.To)
		post.ScheduledFor = at(start.Add(time.Hour))
		want := "STATUS " + string(change.To) + " " + change.Trigger
		if change.From != "" {
			b.insert(t, post)
			changed, err := changeStatus(t.Context(), b.db, post.ID, change.From, change.To, *at(start), nil)
			if err != nil || !changed {
				t.Fatal(changed, err)
			}
			want = "STATUS " + string(change.From) + " " + string(change.To) + " " + change.Trigger
		} else {
			post.UserID, post.SocialAccountID, post.SourceType, post.MediaType = b.service.accounts.UserID(), b.bakery.ID, Manual, Image
			if err := insertPost(t.Context(), b.db, &post); err != nil {
				t.Fatal(err)
			}
		}
		if got := b.steps(t, post.ID); !slices.Equal(got, []string{want}) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestSteps_OfWhatClientsAskFor: taking in, moving, cancelling, trying again.
func TestSteps_OfWhatClientsAskFor(t *testing.T) {
	t.Parallel()
	b := setup(t)
	due, later := wiretime.Of(start.Add(time.Hour)), wiretime.Of(start.Add(2*time.Hour))
	file := b.photo(t)
	accepted, err := b.service.Submit(t.Context(), Submission{
		PublishablePost: PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &file}, At: &due, Timezone: "UTC",
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.service.Reschedule(t.Context(), accepted.PostID, Reschedule{At: &later}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.service.Reschedule(t.Context(), accepted.PostID, Reschedule{}); err != nil {
		t.Fatal(err)
	}
	if err := b.service.Unschedule(t.Context(), accepted.PostID); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"STATUS SCHEDULED POST /schedule", "NOTE PUT /schedule/{id}: the post was moved to 2026-11-21T11:30:00.000Z",
		"NOTE PUT /schedule/{id}: the content was changed", "STATUS SCHEDULED DRAFT DELETE /schedule/{id}",
	}
	if got := b.steps(t, accepted.PostID); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	timeline, err := b.service.Timeline(t.Context(), accepted.PostID)
	if err != nil || timeline.Post.Status != Draft || *timeline.Steps[0].Until != due || *timeline.Steps[1].Until != later {
		t.Errorf("got %+v, %v", timeline, err)
	}
}

// TestTimeline_OfARunAfterAnInterruption tells where the work had got to, and how it was found out that the post is live.
func TestTimeline_OfARunAfterAnInterruption(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.contain(container, graph.Published)
	b.network.show(b.bakery, "media", live(1, time.Second), live(2, time.Second, captioned("another")))
	post := in(Publishing)
	post.Caption = new("Bread")
	got, _ := b.running(t, post, 1)
	want := []string{
		"CLAIM attempt 1 of 4, interruptions without getting further: 1",
		"NOTE Crier ended in the middle of the work, without being told to, while the post was PUBLISHING; it goes on from there",
		"CALL container status PUBLISHED", "CALL recent media 2 media", "NOTE one of 2 media of the account matches the post: 18000000000000001",
		"NOTE the post is live since 2026-11-21T09:30:01.000Z as media 18000000000000001",
		"CALL media unknown object: the object is missing, not permitted or not yet known everywhere", "STATUS PUBLISHING PUBLISHED the network has published it",
	}
	if told := b.steps(t, got.ID); !slices.Equal(told, want) {
		t.Errorf("got %q\nwant %q", told, want)
	}
}

// TestTimeline_WhatTheWorkWaitsFor and why it came to nothing.
func TestTimeline_WhatTheWorkWaitsFor(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.refuse(`{"error":{"message":"Application request limit reached","code":4,"fbtrace_id":"Trace7"}}`)
	got, _ := b.running(t, attempted(), 0)
	told := b.steps(t, got.ID)
	want := []string{
		"CLAIM attempt 1 of 4", "CALL publishing limit Application request limit reached: ", "WAIT the network refused: ", "STATUS PROCESSING QUEUED a passing failure, with attempts left",
	}
	if len(told) != len(want) {
		t.Fatalf("got %q", told)
	}
	for i := range want {
		if !strings.HasPrefix(told[i], want[i]) {
			t.Errorf("step %d is %q, want %q", i+1, told[i], want[i])
		}
	}
	steps, err := selectSteps(t.Context(), b.db, got.ID)
	if err != nil {
		t.Fatal(err)
	}
	if c := steps[1]; c.HTTPStatus != 400 || c.Code != 4 || c.TraceID != "Trace7" || c.Class != "wait" || c.Method != "GET" || !strings.HasSuffix(c.Path, "/content_publishing_limit") || !strings.HasPrefix(c.Host, "127.0.0.1:") {
		t.Errorf("the call is %+v", c)
	}
	if w := steps[2]; w.Until == nil || !w.Until.Time().Equal(start.Add(limitPause)) {
		t.Errorf("the wait is %+v", w)
	}
	if s := steps[3]; s.ErrorCode != "" {
		t.Errorf("the change is %+v", s)
	}
}

// TestTimeline_IsNeverWhyAPostFails: without a table to write to the post is published all the same, and that is logged once.
func TestTimeline_IsNeverWhyAPostFails(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var log bytes.Buffer
	b.publisher.log = slog.New(slog.NewTextHandler(&log, nil))
	b.network.contain(container, graph.Published)
	b.network.show(b.bakery, "media", live(1, time.Second))
	if _, err := b.db.ExecContext(t.Context(), "DROP TABLE post_steps"); err != nil {
		t.Fatal(err)
	}
	post := in(Publishing)
	post.Caption = new("Bread")
	for range 2 {
		got, job := b.running(t, post, 1)
		if got.Status != Published || job.Status != jobs.Completed {
			t.Errorf("the post is %s, %q, the job %s", got.Status, value(got.ErrorMessage), job.Status)
		}
		b.network.show(b.bakery, "media", live(2, time.Second))
	}
	failed := b.insert(t, in(Failed)).ID
	if err := replaceLinks(t.Context(), b.db, failed, []wireid.ID{b.photo(t)}); err != nil {
		t.Fatal(err)
	}
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
		"deleted":  {errTaken, []string{"NOTE before"}},
		"stopping": {fmt.Errorf("poll: %w", jobs.ErrStopping), []string{"NOTE before", "NOTE Crier was told to stop; the work goes on when it is started again"}},
		"slept":    {jobs.ErrLost, []string{"NOTE before", "NOTE the machine slept in the middle of the work, or was too busy for it; it is taken up anew"}},
		"broken":   {errors.New("secret"), []string{"NOTE before", "NOTE an error within Crier broke the work off; it is taken up again soon, and the log has the reason"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.insert(t, Post{Status: Draft}).ID
			ctx, cancel := context.WithCancel(t.Context())
			ctx, r := b.publisher.record(ctx, id)
			note(ctx, "before")
			cancel()
			r.end(ctx, c.err)
			if got := b.steps(t, id); !slices.Equal(got, c.want) {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestRecorder_ATransactionThatIsUndone takes nothing of the timeline with it, and nothing is there twice.
func TestRecorder_ATransactionThatIsUndone(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.insert(t, Post{Status: Queued}).ID
	boom := errors.New("boom")
	b.job(t, wireid.New(), 0) // Another post's.
	if _, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{Type: jobs.Publish, SubjectID: id, Lane: "bakery", RunAt: b.clock.Now()}); err != nil {
		t.Fatal(err)
	}
	b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
		ctx, r := b.publisher.recordRun(ctx, claim)
		note(ctx, "one")
		err := claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
			note(ctx, "two")
			_, err := changeStatus(ctx, tx, id, Queued, Processing, b.publisher.now(), nil)
			return errors.Join(err, boom)
		})
		if !errors.Is(err, boom) {
			t.Errorf("got %v", err)
		}
		note(ctx, "three")
		err = claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
			note(ctx, "four")
			_, err := changeStatus(ctx, tx, id, Queued, Processing, b.publisher.now(), nil)
			return err
		})
		r.flush(ctx)
		r.flush(ctx)
		return errors.Join(err, claim.Complete(ctx, nil))
	})
	want := []string{"CLAIM attempt 1 of 4", "NOTE one", "NOTE two", "NOTE three", "NOTE four", "STATUS QUEUED PROCESSING a worker starts"}
	if got := b.steps(t, id); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestRecorder_ADeletedPost has no timeline any more, and whoever still works on it does not bring it back.
func TestRecorder_ADeletedPost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var log bytes.Buffer
	b.publisher.log = slog.New(slog.NewTextHandler(&log, nil))
	file := b.photo(t)
	draft, _, err := b.service.SaveDraft(t.Context(), PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &file}, "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, r := b.publisher.record(t.Context(), draft.ID)
	if got := b.steps(t, draft.ID); len(got) != 1 {
		t.Fatalf("got %q", got)
	}
	if err := b.service.Delete(t.Context(), draft.ID); err != nil {
		t.Fatal(err)
	}
	note(ctx, "too late")
	r.flush(ctx)
	if got := b.steps(t, draft.ID); len(got) != 0 || log.Len() > 0 {
		t.Errorf("got %q, logged %s", got, &log)
	}
	if _, err := b.service.Timeline(t.Context(), draft.ID); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("its timeline: %v", err)
	}
}

// TestRecorder_HoldsABoundedNumber of steps while nothing can be written.
func TestRecorder_HoldsABoundedNumber(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ctx, r := b.publisher.record(t.Context(), b.insert(t, Post{Status: Draft}).ID)
	for i := range 10 * maxUnwritten {
		note(ctx, "%d", i)
	}
	if len(r.steps) != maxUnwritten {
		t.Errorf("%d steps are held", len(r.steps))
	}
}

// TestForgetSteps: 90 days after a post's end nobody asks any more.
func TestForgetSteps(t *testing.T) {
	t.Parallel()
	b := setup(t)
	old := start.Add(-keepSteps - time.Minute)
	ids := map[string]wireid.ID{}
	for name, c := range map[string]struct {
		status    Status
		completed *wiretime.Time
		begun     time.Time
	}{
		"published long ago":     {Published, at(old), old.Add(-time.Hour)},
		"failed long ago":        {Failed, at(old.Add(-time.Second)), old.Add(-time.Hour)},
		"published just now":     {Published, at(start), old},
		"90 days ago":            {Published, at(start.Add(-keepSteps)), old},
		"tried again since":      {Queued, at(old.Add(-time.Minute)), old.Add(-time.Hour)},
		"scheduled a year ahead": {Draft, nil, old.Add(-time.Hour)},
	} {
		post := in(Published)
		post.Status, post.CompletedAt = c.status, c.completed
		ids[name] = b.insert(t, post).ID
		b.step(t, Step{PostID: ids[name], Kind: StepNote, Text: "first", At: wiretime.Of(c.begun)})
		b.step(t, Step{PostID: ids[name], Kind: StepNote, Text: "second"})
	}
	if err := b.publisher.ForgetSteps(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, id := range ids {
		want := 2
		if strings.HasSuffix(name, "long ago") {
			want = 0
		}
		if got := b.steps(t, id); len(got) != want {
			t.Errorf("%s: there are %q", name, got)
		}
	}
}

// TestForgetSteps_InBatches: many at once keep nobody waiting for long.
func TestForgetSteps_InBatches(t *testing.T) {
	t.Parallel()
	b := setup(t)
	old := start.Add(-2 * keepSteps)
	for i := range 2*forgetBatch + 1 {
		post := in(Published)
		post.CompletedAt = at(old.Add(time.Duration(i) * time.Millisecond))
		b.step(t, Step{PostID: b.insert(t, post).ID, Kind: StepNote, At: wiretime.Of(old)})
	}
	if err := b.publisher.ForgetSteps(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := b.db.QueryRowContext(t.Context(), "SELECT count(*) FROM post_steps").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d are left, %v", left, err)
	}
}

func FuzzStepText(f *testing.F) {
	for _, seed := range []string{"", "plain", "\x1b[2J", "\xff\xfe", strings.Repeat("🦀", 500), "\u202e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := stepText(s)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > maxStepText || strings.ContainsFunc(got, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q becomes %q", s, got)
		}
		if again := stepText(got); again != got {
			t.Errorf("%q becomes %q", got, again)
		}
	})
}
