package posts_test

import (
	"slices"
	"testing"

	"crier/modules/posts"
	"crier/platform/database/databasetest"
)

var statuses = []posts.Status{
	posts.Draft, posts.Scheduled, posts.Queued, posts.Processing, posts.Publishing, posts.Published, posts.Failed,
}

// TestStatus_CanBecome holds every pair of statuses against the life cycle of contract 3.
func TestStatus_CanBecome(t *testing.T) {
	t.Parallel()
	allowed := map[[2]posts.Status]string{
		{posts.Draft, posts.Queued}:          "published with draftId",
		{posts.Draft, posts.Scheduled}:       "scheduled with draftId",
		{posts.Scheduled, posts.Queued}:      "the job was claimed",
		{posts.Scheduled, posts.Draft}:       "cancelled",
		{posts.Scheduled, posts.Failed}:      "missed, or the account was disconnected",
		{posts.Queued, posts.Processing}:     "Crier checks the files and the account",
		{posts.Queued, posts.Scheduled}:      "claimed by a clock that was wrong",
		{posts.Queued, posts.Draft}:          "cancelled before a worker claimed it",
		{posts.Queued, posts.Failed}:         "a permanent failure before the start",
		{posts.Processing, posts.Publishing}: "the intent is committed",
		{posts.Processing, posts.Queued}:     "a transient failure",
		{posts.Processing, posts.Failed}:     "a permanent failure",
		{posts.Publishing, posts.Published}:  "the media id is known",
		{posts.Publishing, posts.Failed}:     "refused, or unknown for long",
		{posts.Failed, posts.Queued}:         "retried",
		{posts.Failed, posts.Published}:      "proof that it is live",
	}
	for _, from := range statuses {
		for _, to := range statuses {
			if _, want := allowed[[2]posts.Status{from, to}]; from.CanBecome(to) != want {
				t.Errorf("%s -> %s is allowed: %t", from, to, !want)
			}
		}
	}
	for _, s := range statuses {
		if born := s == posts.Draft || s == posts.Queued || s == posts.Scheduled; posts.Status("").CanBecome(s) != born || s.CanBecome("") {
			t.Errorf("a post can begin as %s: %t, or vanish from it", s, !born)
		}
	}
}

// TestLifeCycle_IsTheDatabases: the table by which the database refuses other changes says the
// same.
func TestLifeCycle_IsTheDatabases(t *testing.T) {
	t.Parallel()
	rows, err := databasetest.New(t).QueryContext(t.Context(), "SELECT from_status, to_status FROM post_transitions")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	found := 0
	for rows.Next() {
		var from, to posts.Status
		if err := rows.Scan(&from, &to); err != nil {
			t.Fatal(err)
		}
		if found++; !from.CanBecome(to) {
			t.Errorf("the database allows %s -> %s", from, to)
		}
	}
	stored := slices.DeleteFunc(posts.LifeCycle(), func(t posts.Transition) bool { return t.From == "" })
	if rows.Err() != nil || found != len(stored) {
		t.Errorf("the database has %d changes, the life cycle %d, %v", found, len(stored), rows.Err())
	}
}

func TestStatus_HasEnded(t *testing.T) {
	t.Parallel()
	for _, s := range statuses {
		if want := s == posts.Published || s == posts.Failed; s.HasEnded() != want {
			t.Errorf("%s has ended: %t", s, !want)
		}
	}
}

func TestNewPostList_NamesItsPage(t *testing.T) {
	t.Parallel()
	list := posts.NewPostList(posts.List{Posts: []posts.Post{{}}, Total: 7, HasMore: true}, 3, 2)
	if len(list.Posts) != 1 || list.Total != 7 || list.Page != 3 || list.Limit != 2 || !list.HasMore {
		t.Errorf("got %+v", list)
	}
}
