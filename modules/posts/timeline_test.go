package posts

import (
	"bytes"
	"cmp"
	"log/slog"
	"slices"
	"testing"
	"time"

	"crier/modules/posts/timeline"
	"crier/modules/posts/timeline/timelinetest"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestSteps_EveryChangeOfStatus: each change of status is recorded where it is made, with its
// cause.
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
			changed, err := ChangeStatus(t.Context(), b.db, post.ID, change.From, change.To, *at(start), nil)
			if err != nil || !changed {
				t.Fatal(changed, err)
			}
			want = "STATUS " + string(change.From) + " " + string(change.To) + " " + change.Trigger
		} else {
			post.UserID, post.SocialAccountID, post.SourceType, post.MediaType = b.accounts.UserID(), b.bakery.ID, Manual, Image
			if err := insertPost(t.Context(), b.db, &post); err != nil {
				t.Fatal(err)
			}
		}
		if got := timelinetest.Steps(t, b.db, post.ID); !slices.Equal(got, []string{want}) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestSteps_OfWhatClientsAskFor: accepting, moving, cancelling and retrying a post are recorded.
func TestSteps_OfWhatClientsAskFor(t *testing.T) {
	t.Parallel()
	b := setup(t)
	due, later := wiretime.Of(start.Add(time.Hour)), wiretime.Of(start.Add(2*time.Hour))
	file := b.photo(t)
	accepted, err := b.intake.Submit(t.Context(), Submission{
		PublishablePost: PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &file}, At: &due, Timezone: "UTC",
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.schedule.Reschedule(t.Context(), accepted.PostID, Reschedule{At: &later}); err != nil {
		t.Fatal(err)
	}
	// The interface sends the time with every change, even if it is the same.
	for _, change := range []Reschedule{{}, {DraftPatch: DraftPatch{ContentPatch: ContentPatch{Caption: set("Rye, from seven")}}, At: &later}} {
		if _, err := b.schedule.Reschedule(t.Context(), accepted.PostID, change); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.schedule.Unschedule(t.Context(), accepted.PostID); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"STATUS SCHEDULED POST /schedule", "NOTE PUT /schedule/{id}: the post was moved to 2026-11-21T11:30:00.000Z",
		"NOTE PUT /schedule/{id}: the content was changed x2", "STATUS SCHEDULED DRAFT DELETE /schedule/{id}",
	}
	if got := timelinetest.Steps(t, b.db, accepted.PostID); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	told, err := newTimelines(b.db, b.history, newSummaries(b.db, b.clock, b.accounts, b.files)).find(t.Context(), accepted.PostID)
	if err != nil || told.Post.Status != Draft || *told.Steps[0].Until != due || *told.Steps[1].Until != later {
		t.Errorf("got %+v, %v", told, err)
	}
}

// TestRecorder_ADeletedPost: nobody is shown the timeline of a deleted post, which waits for an
// undo of the deletion, and work on the post that still goes on adds nothing to it.
func TestRecorder_ADeletedPost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var log bytes.Buffer
	recorder := timeline.NewRecorder(b.db, b.clock, slog.New(slog.NewTextHandler(&log, nil)))
	file := b.photo(t)
	draft, _, err := b.drafts.Save(t.Context(), PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &file}, "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, r := recorder.Record(t.Context(), draft.ID)
	if got := timelinetest.Steps(t, b.db, draft.ID); len(got) != 1 {
		t.Fatalf("got %q", got)
	}
	if err := b.deleter.Delete(t.Context(), draft.ID); err != nil {
		t.Fatal(err)
	}
	timeline.Note(ctx, "too late")
	r.Flush(ctx)
	if got := timelinetest.Steps(t, b.db, draft.ID); len(got) != 1 || log.Len() > 0 {
		t.Errorf("got %q, logged %s", got, &log)
	}
	if _, err := newTimelines(b.db, b.history, newSummaries(b.db, b.clock, b.accounts, b.files)).find(t.Context(), draft.ID); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("its timeline: %v", err)
	}
}
