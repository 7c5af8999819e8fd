package posts_test

import (
	"testing"

	"crier/modules/posts"
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
		{posts.Queued, posts.Processing}:     "a worker starts",
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
	if posts.Status("").CanBecome(posts.Draft) || posts.Draft.CanBecome("") {
		t.Error("a status that there is not takes part")
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
