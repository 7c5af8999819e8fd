package timeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// steps returns a post's timeline, as short texts.
func (b *bundle) steps(t *testing.T, post wireid.ID) (told []string) {
	t.Helper()
	steps, err := Select(t.Context(), b.db, post)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		text := string(s.Kind)
		for _, part := range []string{s.FromStatus, s.ToStatus, s.ErrorCode, s.Op, s.Text} {
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
	if err := insertSteps(t.Context(), b.db, step.PostID, step); err != nil {
		t.Fatal(err)
	}
}

// poll is a read of a container that gives the status.
func poll(post wireid.ID, says string) Step {
	return Step{PostID: post, Kind: KindCall, Op: "container status", Method: "GET", HTTPStatus: 200, Text: says, Repeatable: true}
}

// TestSteps_WhatRepeatsIsOne: a step that repeats is counted as one, unless a step that cannot
// repeat has come in between. Steps after the work was put off are kept apart from those before.
func TestSteps_WhatRepeatsIsOne(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.post(t, "DRAFT", nil)
	publish := Step{PostID: id, Kind: KindCall, Op: "publish", Method: "POST", HTTPStatus: 200}
	for i, says := range []string{"IN_PROGRESS", "IN_PROGRESS", "FINISHED", "IN_PROGRESS"} {
		s := poll(id, says)
		s.At, s.DurationMs, s.TraceID, s.UsagePercent = wiretime.Of(start.Add(time.Duration(i)*time.Second)), int64(10*i), fmt.Sprint(i), 50-i
		b.step(t, s)
	}
	b.step(t, publish)
	b.step(t, publish)
	for range 3 {
		b.step(t, poll(id, "IN_PROGRESS"))
		b.step(t, Step{PostID: id, Kind: KindWait, Text: "later", Repeatable: true})
	}
	want := []string{
		"CALL container status IN_PROGRESS x3", "CALL container status FINISHED", "CALL publish", "CALL publish",
		"CALL container status IN_PROGRESS", "WAIT later x3", "CALL container status IN_PROGRESS x2",
	}
	if got := b.steps(t, id); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	steps, err := Select(t.Context(), b.db, id)
	if err != nil {
		t.Fatal(err)
	}
	first := steps[0]
	if !first.At.Time().Equal(start) || !first.LastAt.Time().Equal(start.Add(3*time.Second)) || first.DurationMs != 30 || first.TraceID != "3" || first.UsagePercent != 50 {
		t.Errorf("the first is %+v", first)
	}
}

// TestSteps_FailuresRepeatWhateverTheyAreCalled: failures count as repeated although their texts
// differ, as those of broken connections do by the port.
func TestSteps_FailuresRepeatWhateverTheyAreCalled(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.post(t, "DRAFT", nil)
	for _, s := range []Step{{Text: "port 1", Class: "retry"}, {Text: "port 2", Class: "retry"}, {Text: "port 3", Class: "wait"}} {
		s.PostID, s.Kind, s.Op, s.Repeatable = id, KindCall, "media", true
		b.step(t, s)
	}
	if got := b.steps(t, id); !slices.Equal(got, []string{"CALL media port 2 x2", "CALL media port 3"}) {
		t.Errorf("got %q", got)
	}
}

// TestSteps_AreBounded: a long timeline keeps its beginning and its end, and drops repeated steps
// first.
func TestSteps_AreBounded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.post(t, "DRAFT", nil)
	const rounds = maxSteps + 10
	// One transaction waits for the disk only once.
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) (err error) {
		for i := range rounds {
			published := Step{PostID: id, Kind: KindCall, Op: "publish", Text: fmt.Sprint("publish ", i)}
			err = errors.Join(err, insertSteps(ctx, tx, id, poll(id, fmt.Sprint("poll ", i)), published))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	steps, err := Select(t.Context(), b.db, id)
	if err != nil {
		t.Fatal(err)
	}
	if len(steps) != maxSteps || LeftOut(steps) != 2*rounds-maxSteps || steps[0].Seq != 1 {
		t.Fatalf("%d steps, %d left out, the first is %d", len(steps), LeftOut(steps), steps[0].Seq)
	}
	// The first step is a poll; every other poll has made room.
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

// TestSteps_HostileTexts: hostile texts are shown as far as they can be.
func TestSteps_HostileTexts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.post(t, "DRAFT", nil)
	for _, text := range []string{
		"\x1b[2J\x1b]0;title\x07", "two\nlines\r\ttabs", "\xff\xfe\xed\xa0\x80 broken", "\u202egnp.exe\u2066", strings.Repeat("🦀", 5000), strings.Repeat("a", 10<<20),
		"\x00", "", "'; DROP TABLE posts; --",
	} {
		b.step(t, Step{PostID: id, Kind: KindNote, Text: text})
	}
	steps, err := Select(t.Context(), b.db, id)
	if err != nil || len(steps) != 9 {
		t.Fatalf("%d steps, %v", len(steps), err)
	}
	for _, s := range steps {
		if !utf8.ValidString(s.Text) || utf8.RuneCountInString(s.Text) > maxStepText || strings.ContainsFunc(s.Text, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q is kept", s.Text)
		}
	}
}

// TestRecorder_HoldsABoundedNumber of steps while nothing can be written.
func TestRecorder_HoldsABoundedNumber(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ctx, r := b.recorder.Record(t.Context(), b.post(t, "DRAFT", nil))
	for i := range 10 * maxUnwritten {
		Note(ctx, "%d", i)
	}
	if len(r.steps) != maxUnwritten {
		t.Errorf("%d steps are held", len(r.steps))
	}
}

// TestForgetSteps: the steps of a post are deleted 90 days after its end.
func TestForgetSteps(t *testing.T) {
	t.Parallel()
	b := setup(t)
	old := start.Add(-keepSteps - time.Minute)
	ids := map[string]wireid.ID{}
	for name, c := range map[string]struct {
		status    string
		completed *wiretime.Time
		begun     time.Time
	}{
		"published long ago":     {"PUBLISHED", at(old), old.Add(-time.Hour)},
		"failed long ago":        {"FAILED", at(old.Add(-time.Second)), old.Add(-time.Hour)},
		"published just now":     {"PUBLISHED", at(start), old},
		"90 days ago":            {"PUBLISHED", at(start.Add(-keepSteps)), old},
		"tried again since":      {"QUEUED", at(old.Add(-time.Minute)), old.Add(-time.Hour)},
		"scheduled a year ahead": {"DRAFT", nil, old.Add(-time.Hour)},
	} {
		ids[name] = b.post(t, c.status, c.completed)
		b.step(t, Step{PostID: ids[name], Kind: KindNote, Text: "first", At: wiretime.Of(c.begun)})
		b.step(t, Step{PostID: ids[name], Kind: KindNote, Text: "second"})
	}
	if err := b.recorder.Forget(t.Context()); err != nil {
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

// TestForgetSteps_InBatches: many steps are deleted in batches, so that nobody waits for long.
func TestForgetSteps_InBatches(t *testing.T) {
	t.Parallel()
	b := setup(t)
	old := start.Add(-2 * keepSteps)
	for i := range 2*forgetBatch + 1 {
		post := b.post(t, "PUBLISHED", at(old.Add(time.Duration(i)*time.Millisecond)))
		b.step(t, Step{PostID: post, Kind: KindNote, At: wiretime.Of(old)})
	}
	// Those of deleted posts are kept for an undo, and for no longer than the others.
	if _, err := b.db.ExecContext(t.Context(), "DELETE FROM posts WHERE rowid % 3 = 0"); err != nil {
		t.Fatal(err)
	}
	if err := b.recorder.Forget(t.Context()); err != nil {
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
