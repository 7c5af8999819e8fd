package posts

import (
	"errors"
	"slices"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

func set[T any](value T) httpapi.Patch[T] { return httpapi.Patch[T]{IsSet: true, Value: &value} }

func replacement[T any](value T) httpapi.Replacement[T] { return httpapi.Replacement[T]{Value: &value} }

// TestPlans: a draft keeps its plan until it is scheduled or published, and a change says what
// becomes of it.
func TestPlans(t *testing.T) {
	t.Parallel()
	b := setup(t)
	photo := b.photo(t)
	content := PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &photo}
	draft, _, err := b.drafts.SavePlanned(t.Context(), content, Plan{For: at(start.Add(time.Hour)), Timezone: "Europe/Berlin"}, "key")
	if err != nil || *draft.PlannedFor != *at(start.Add(time.Hour)) || draft.Timezone != "Europe/Berlin" {
		t.Fatalf("got %+v, %v", draft, err)
	}
	again, replayed, err := b.drafts.SavePlanned(t.Context(), content, Plan{For: at(start.Add(time.Hour)), Timezone: "Europe/Berlin"}, "key")
	if err != nil || !replayed || again.ID != draft.ID {
		t.Errorf("the same again is %+v, %v", again, err)
	}
	if _, _, err := b.drafts.SavePlanned(t.Context(), content, Plan{Timezone: "UTC"}, "key"); apperror.CodeOf(err) != apperror.ValidationError {
		t.Errorf("another plan under the key: %v", err)
	}
	if _, err := b.drafts.Update(t.Context(), draft.ID, DraftChange{DraftPatch: DraftPatch{ContentPatch: ContentPatch{Caption: set("rye")}}}); err != nil {
		t.Fatal(err)
	}
	if got := b.read(t, draft.ID); got.PlannedFor == nil || got.Timezone != "Europe/Berlin" {
		t.Errorf("a change of the caption left %+v", got)
	}
	if _, err := b.drafts.Update(t.Context(), draft.ID, DraftChange{PlannedFor: set(wiretime.Of(start.Add(-time.Hour))), Timezone: new("UTC")}); err != nil {
		t.Fatal(err)
	}
	if got := b.read(t, draft.ID); *got.PlannedFor != *at(start.Add(-time.Hour)) || got.Timezone != "UTC" {
		t.Errorf("the new plan is %+v", got)
	}
	if _, err := b.intake.Submit(t.Context(), Submission{PublishablePost: content, DraftID: &draft.ID, At: at(start.Add(time.Hour)), Timezone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	if got := b.read(t, draft.ID); got.PlannedFor != nil || got.Status != Scheduled {
		t.Errorf("scheduled it is %+v", got)
	}
	if err := b.schedule.Unschedule(t.Context(), draft.ID); err != nil || b.read(t, draft.ID).PlannedFor != nil {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := b.drafts.Update(t.Context(), draft.ID, DraftChange{PlannedFor: httpapi.Patch[wiretime.Time]{IsSet: true}}); err != nil {
		t.Error(err)
	}
}

// TestUpdate_Seen: of two editors who saw the same post, one changes it, also within one
// millisecond.
func TestUpdate_Seen(t *testing.T) {
	t.Parallel()
	b := setup(t)
	photo := b.photo(t)
	content := PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &photo}
	draft, _, err := b.drafts.Save(t.Context(), content, "")
	if err != nil {
		t.Fatal(err)
	}
	accepted, err := b.intake.Submit(t.Context(), Submission{PublishablePost: content, At: at(start.Add(time.Hour)), Timezone: "UTC"})
	if err != nil {
		t.Fatal(err)
	}
	for id, change := range map[wireid.ID]func(text string, seen *wiretime.Time) error{
		draft.ID: func(text string, seen *wiretime.Time) error {
			_, err := b.drafts.Update(t.Context(), draft.ID, DraftChange{DraftPatch: DraftPatch{ContentPatch: ContentPatch{Caption: set(text)}}, Seen: seen})
			return err
		},
		accepted.PostID: func(text string, seen *wiretime.Time) error {
			_, err := b.schedule.Reschedule(t.Context(), accepted.PostID, Reschedule{DraftPatch: DraftPatch{ContentPatch: ContentPatch{Caption: set(text)}}, Seen: seen})
			return err
		},
	} {
		seen := b.read(t, id).UpdatedAt
		if err := change("first", &seen); err != nil {
			t.Fatal(err)
		}
		var stale *StaleError
		if err := change("second", &seen); !errors.As(err, &stale) || value(stale.Post.Caption) != "first" || len(stale.Post.MediaFiles) != 1 {
			t.Errorf("the second change: %v", err)
		}
		if err := change("third", nil); err != nil || value(b.read(t, id).Caption) != "third" {
			t.Errorf("a change whatever happened: %v", err)
		}
	}
}

// TestReschedule_Files: a scheduled post gets other files, another type and another account without
// leaving the queue, all or nothing.
func TestReschedule_Files(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first, second, third := b.photo(t), b.photo(t), b.photo(t)
	when := start.Add(time.Hour)
	accepted, err := b.intake.Submit(t.Context(), Submission{
		PublishablePost: PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &first}, At: at(when), Timezone: "UTC",
	})
	if err != nil {
		t.Fatal(err)
	}
	id := accepted.PostID
	has := func(account wireid.ID, typ MediaType, files ...wireid.ID) {
		t.Helper()
		post, err := b.history.Post(t.Context(), id)
		if err != nil || post.SocialAccountID != account || post.MediaType != typ || !slices.Equal(idsOf(post), files) || post.Status != Scheduled {
			t.Errorf("got %+v, %v", post, err)
		}
		var lanes []string
		err = b.db.NewRaw("SELECT lane FROM scheduled_jobs WHERE subject_id = ? AND status = ? AND run_at = ?", id, jobs.Pending, wiretime.Of(when)).Scan(t.Context(), &lanes)
		if err != nil || !slices.Equal(lanes, []string{account.String()}) {
			t.Errorf("the jobs are in %v, %v", lanes, err)
		}
	}
	change := func(c Reschedule) error {
		_, err := b.schedule.Reschedule(t.Context(), id, c)
		return err
	}
	if err := change(Reschedule{DraftPatch: DraftPatch{MediaFileID: set(second)}}); err != nil {
		t.Fatal(err)
	}
	has(b.bakery.ID, Image, second)
	if err := change(Reschedule{DraftPatch: DraftPatch{MediaType: replacement(Carousel), MediaFileIDs: set([]wireid.ID{third, first})}}); err != nil {
		t.Fatal(err)
	}
	has(b.bakery.ID, Carousel, third, first)
	when = start.Add(2 * time.Hour)
	if err := change(Reschedule{DraftPatch: DraftPatch{AccountID: replacement(b.potter.ID)}, At: at(when)}); err != nil {
		t.Fatal(err)
	}
	has(b.potter.ID, Carousel, third, first)
	for name, c := range map[string]struct {
		change Reschedule
		code   apperror.Code
	}{
		"no such file":       {Reschedule{DraftPatch: DraftPatch{MediaFileIDs: set([]wireid.ID{first, wireid.New()})}}, apperror.MediaInvalid},
		"too few":            {Reschedule{DraftPatch: DraftPatch{MediaFileIDs: set([]wireid.ID{first})}}, apperror.InvalidCarousel},
		"no file":            {Reschedule{DraftPatch: DraftPatch{MediaFileIDs: httpapi.Patch[[]wireid.ID]{IsSet: true}}}, apperror.InvalidCarousel},
		"a type without one": {Reschedule{DraftPatch: DraftPatch{MediaType: replacement(Image)}}, apperror.MediaInvalid},
		"no such account":    {Reschedule{DraftPatch: DraftPatch{AccountID: replacement(wireid.New())}}, apperror.NotFound},
		"the past":           {Reschedule{DraftPatch: DraftPatch{MediaFileIDs: set([]wireid.ID{first, second})}, At: at(start)}, apperror.InvalidSchedule},
	} {
		if err := change(c.change); apperror.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
		has(b.potter.ID, Carousel, third, first)
	}
	// A deleted file prevents other changes, but it can be replaced.
	if _, err := b.db.NewRaw("DELETE FROM media_files WHERE id = ?", third).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := change(Reschedule{Timezone: new("Europe/Berlin")}); apperror.CodeOf(err) != apperror.MediaInvalid {
		t.Errorf("without one of its files: %v", err)
	}
	if err := change(Reschedule{DraftPatch: DraftPatch{MediaFileIDs: set([]wireid.ID{first, second})}}); err != nil {
		t.Error(err)
	}
	has(b.potter.ID, Carousel, first, second)
}
