package posts

import (
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

func TestModels_FitTheSchema(t *testing.T) {
	t.Parallel()
	if err := databasetest.New(t).CheckModels(t.Context(), []database.Model{(*Post)(nil), (*Link)(nil)}); err != nil {
		t.Error(err)
	}
}

var everyStatus = []Status{Draft, Scheduled, Queued, Processing, Publishing, Published, Failed}

// in returns a post in a status, with what the table demands of it.
func in(status Status) Post {
	return Post{
		Status: status, ScheduledFor: at(start.Add(time.Hour)), SNContainerID: new("17890000000000001"),
		ContainerCreatedAt: at(start),
	}
}

// TestInsertPost_Births: a post begins as DRAFT, QUEUED or SCHEDULED, and as nothing else.
func TestInsertPost_Births(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, status := range append([]Status{"", "NEW"}, everyStatus...) {
		post := in(status)
		post.ID, post.MediaType, post.SourceType, post.Timezone = wireid.New(), Image, Manual, "UTC"
		err := insertPost(t.Context(), b.db, &post)
		_, readErr := SelectPost(t.Context(), b.db, post.ID)
		want := slices.Contains([]Status{Draft, Queued, Scheduled}, status)
		if (err == nil) != want || isNotFound(readErr) == want {
			t.Errorf("%q: %v, read %v", status, err, readErr)
		}
	}
}

// TestChangeStatus_EveryPair: a change that the life cycle has is made once, and any other changes
// nothing.
func TestChangeStatus_EveryPair(t *testing.T) {
	t.Parallel()
	b := setup(t)
	later := wiretime.Of(start.Add(time.Minute))
	caption := func(u *database.Update) { u.Set("caption = ?", "changed") }
	for _, from := range everyStatus {
		for _, to := range everyStatus {
			post := b.insert(t, in(from))
			changed, err := ChangeStatus(t.Context(), b.db, post.ID, from, to, later, caption)
			got := b.read(t, post.ID)
			switch legal := from.CanBecome(to); {
			case legal != changed || legal != (err == nil):
				t.Errorf("%s -> %s: %t, %v", from, to, changed, err)
			case legal && (got.Status != to || value(got.Caption) != "changed" || got.UpdatedAt != later):
				t.Errorf("%s -> %s: the row is %+v", from, to, got)
			case !legal && (got.Status != from || got.Caption != nil || got.UpdatedAt != post.UpdatedAt):
				t.Errorf("%s -> %s was not allowed: the row is %+v", from, to, got)
			}
		}
	}
}

// TestChangeStatus_LostRace: a change that finds the post in another status changes nothing.
func TestChangeStatus_LostRace(t *testing.T) {
	t.Parallel()
	b := setup(t)
	other := b.insert(t, in(Failed))
	for _, is := range everyStatus {
		for _, c := range LifeCycle() {
			if c.From == is || c.From == "" {
				continue
			}
			post := b.insert(t, in(is))
			changed, err := ChangeStatus(t.Context(), b.db, post.ID, c.From, c.To, wiretime.Of(start.Add(time.Minute)), func(u *database.Update) {
				u.Set("caption = 'changed', retry_count = retry_count + 1")
			})
			got := b.read(t, post.ID)
			if changed || err != nil || got.Status != is || got.Caption != nil || got.RetryCount != 0 || got.UpdatedAt != post.UpdatedAt {
				t.Errorf("%s -> %s of a post that is %s: %t, %v, %+v", c.From, c.To, is, changed, err, got)
			}
		}
	}
	if changed, err := ChangeStatus(t.Context(), b.db, wireid.New(), Failed, Queued, wiretime.Of(start), nil); changed || err != nil {
		t.Errorf("no such post: %t, %v", changed, err)
	}
	if got := b.read(t, other.ID); got.Status != Failed {
		t.Errorf("another post is %s", got.Status)
	}
}

// TestUpdateContent: the fields that a client chooses are written to the expected row, and those
// that Crier keeps are not.
func TestUpdateContent(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, is := range everyStatus {
		stored := b.insert(t, in(is))
		edited := Post{
			ID: stored.ID, UserID: wireid.New(), SocialAccountID: b.potter.ID, MediaType: Carousel, SourceType: FromSchedule, Caption: new("new"),
			CrossPostToPartner: true, IsScheduled: true, ScheduledFor: at(start.Add(2 * time.Hour)), Timezone: "Europe/Berlin", Status: Scheduled,
			RetryCount: 9, ErrorCode: new("X"), CreatedAt: wiretime.Of(start.Add(time.Hour)), UpdatedAt: wiretime.Of(start.Add(time.Hour)),
		}
		changed, err := updateContent(t.Context(), b.db, &edited, Draft)
		got := b.read(t, stored.ID)
		if err != nil || changed != (is == Draft) {
			t.Errorf("%s: %t, %v", is, changed, err)
		}
		if !changed {
			if got.Status != is || got.Caption != nil || got.SocialAccountID != b.bakery.ID || got.UpdatedAt != stored.UpdatedAt {
				t.Errorf("%s: the row is %+v", is, got)
			}
			continue
		}
		if got.Status != Scheduled || value(got.Caption) != "new" || got.SocialAccountID != b.potter.ID || got.MediaType != Carousel || !got.CrossPostToPartner ||
			got.Timezone != "Europe/Berlin" || *got.ScheduledFor != *edited.ScheduledFor || got.UpdatedAt != edited.UpdatedAt {
			t.Errorf("the row is %+v", got)
		}
		if got.UserID != stored.UserID || got.RetryCount != 0 || got.ErrorCode != nil || got.CreatedAt != stored.CreatedAt || got.SNContainerID == nil {
			t.Errorf("what is Crier's own was changed: %+v", got)
		}
	}
	illegal := b.insert(t, in(Published))
	illegal.Status = Queued
	if changed, err := updateContent(t.Context(), b.db, &illegal, Published); changed || err == nil || b.read(t, illegal.ID).Status != Published {
		t.Errorf("PUBLISHED -> QUEUED: %t, %v", changed, err)
	}
}

// TestLinks: files keep their order, a change replaces all, and a deleted file leaves its place
// empty.
func TestLinks(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first, second := b.photo(t), b.photo(t)
	post, other := b.insert(t, in(Draft)), b.insert(t, in(Draft))
	for id, files := range map[wireid.ID][]wireid.ID{post.ID: {second, first, second}, other.ID: {first}} {
		if err := replaceLinks(t.Context(), b.db, id, files); err != nil {
			t.Fatal(err)
		}
	}
	order := func() (ids []wireid.ID) {
		got, err := b.history.Post(t.Context(), post.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range got.MediaFiles {
			ids = append(ids, f.ID)
		}
		return ids
	}
	if got := order(); !slices.Equal(got, []wireid.ID{second, first, second}) {
		t.Errorf("got %v", got)
	}
	if _, err := b.db.NewDelete().TableExpr("media_files").Where("id = ?", second).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	links, err := SelectLinks(t.Context(), b.db, []wireid.ID{post.ID})
	if got := order(); err != nil || len(links) != 3 || links[0].MediaFileID != nil || !slices.Equal(got, []wireid.ID{first}) {
		t.Errorf("got %v, %+v, %v", got, links, err)
	}
	if err := replaceLinks(t.Context(), b.db, post.ID, nil); err != nil || len(order()) != 0 {
		t.Errorf("got %v, %v", order(), err)
	}
	if links, err := SelectLinks(t.Context(), b.db, []wireid.ID{other.ID}); err != nil || len(links) != 1 {
		t.Errorf("the other post has %v, %v", links, err)
	}
}

// TestChanges_AreOfOnePost: what changes a post leaves every other one alone.
func TestChanges_AreOfOnePost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	later := wiretime.Of(start.Add(time.Minute))
	caption := func(u *database.Update) { u.Set("caption = ?", "changed") }
	for name, change := range map[string]func(post Post) error{
		"updateContent": func(post Post) error {
			post.Caption = new("changed")
			_, err := updateContent(t.Context(), b.db, &post, Draft)
			return err
		},
		"ChangeStatus": func(post Post) error {
			_, err := ChangeStatus(t.Context(), b.db, post.ID, Draft, Queued, later, caption)
			return err
		},
		"Update": func(post Post) error { return Update(t.Context(), b.db, post.ID, later, caption) },
	} {
		post, other := b.insert(t, in(Draft)), b.insert(t, in(Draft))
		if err := change(post); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := b.read(t, post.ID); value(got.Caption) != "changed" {
			t.Errorf("%s has not changed the post: %+v", name, got)
		}
		if got := b.read(t, other.ID); got.Caption != nil || got.Status != Draft || got.UpdatedAt != other.UpdatedAt {
			t.Errorf("%s has changed another post: %+v", name, got)
		}
	}
}

// TestWhyNot says of a post that is not there that there is none, and of another one its status.
func TestWhyNot(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if err := whyNot(t.Context(), b.db, wireid.New(), "cannot be retried: it"); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("no post: %v", err)
	}
	if err := whyNot(t.Context(), b.db, b.insert(t, in(Published)).ID, "cannot be retried: it"); apperror.CodeOf(err) != apperror.InvalidStatus || !strings.Contains(err.Error(), "PUBLISHED") {
		t.Errorf("a post in another status: %v", err)
	}
}
