package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"crier/modules/media"
	"crier/modules/posts"
)

// TestCommand_Schedule lists, moves and cancels scheduled posts.
func TestCommand_Schedule(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	second := s.publishes(s.square, "--account", s.bakery, "--at", "+3h", "--caption", "second")
	first := s.publishes(s.square, "--account", s.potter, "--at", "+2h", "--caption", "first")
	var list posts.PostList
	jsonOf(t, s.Command(t, "schedule", "list", "--json"), &list)
	if len(list.Posts) != 2 || list.Posts[0].ID.String() != first.PostID {
		t.Fatalf("got %+v", list)
	}
	jsonOf(t, s.Command(t, "schedule", "list", "--json", "--account", s.bakery), &list)
	if len(list.Posts) != 1 || list.Posts[0].ID.String() != second.PostID {
		t.Errorf("of one account: %+v", list)
	}
	moved := s.Command(t, "schedule", "move", first.PostID[:8], "2030-06-01 09:30", "--timezone", "Europe/Berlin")
	if moved.Code != 0 || !strings.Contains(moved.Stdout, "Saturday, 2030-06-01 09:30 CEST") {
		t.Errorf("moved: %+v", moved)
	}
	client := s.Client(t)
	if got := client.Get("/api/v1/posts/" + first.PostID).Want(http.StatusOK); got.String("scheduledFor") != "2030-06-01T07:30:00.000Z" || got.String("timezone") != "Europe/Berlin" {
		t.Errorf("the post is %s", got.Body)
	}
	if cancelled := s.Command(t, "schedule", "cancel", first.PostID[:8]); cancelled.Code != 0 || !strings.Contains(cancelled.Stdout, "draft") {
		t.Errorf("cancelled: %+v", cancelled)
	}
	for name, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"cancelled before": {[]string{"cancel", first.PostID}, 1, first.PostID},
		"to the past":      {[]string{"move", second.PostID, "2020-01-01 10:00"}, 2, "future"},
		"to no time":       {[]string{"move", second.PostID, "soon"}, 2, "\"soon\" is no time"},
		"too many":         {[]string{"list", "--limit", "1001"}, 2, "1 to 1000"},
		"of nobody":        {[]string{"list", "--account", "nobody"}, 2, "no account"},
	} {
		if exit := s.Command(t, append([]string{"schedule"}, c.args...)...); exit.Code != c.code || exit.Stdout != "" || !strings.Contains(exit.Stderr, c.says) {
			t.Errorf("%s: %+v", name, exit)
		}
	}
}

// TestCommand_PostsListed by status and account, and no more than were asked for.
func TestCommand_PostsListed(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	for _, caption := range []string{"one", "two", "three"} {
		s.publishes(s.square, "--account", s.bakery, "--caption", caption, "--wait")
	}
	later := s.publishes(s.square, "--account", s.potter, "--at", "+2h")
	for name, c := range map[string]struct {
		args []string
		n    int
		more bool
	}{
		"all":                  {nil, 4, false},
		"two":                  {[]string{"--limit", "2"}, 2, true},
		"scheduled":            {[]string{"--status", "scheduled"}, 1, false},
		"failed":               {[]string{"--status", "failed"}, 0, false},
		"of the bakery":        {[]string{"--account", s.bakery}, 3, false},
		"one of the bakery":    {[]string{"--account", s.bakery, "--limit", "1"}, 1, true},
		"published of another": {[]string{"--account", "2222", "--status", "published"}, 0, false},
	} {
		var list posts.PostList
		jsonOf(t, s.Command(t, append([]string{"posts", "list", "--json"}, c.args...)...), &list)
		if len(list.Posts) != c.n || list.HasMore != c.more {
			t.Errorf("%s: %d posts, more %t", name, len(list.Posts), list.HasMore)
		}
	}
	if exit := s.Command(t, "posts", "list", "--status", "lost"); exit.Code != 2 {
		t.Errorf("an unknown status: %+v", exit)
	}
	if table := s.Command(t, "posts", "list", "--status", "scheduled"); !strings.Contains(table.Stdout, later.PostID) || strings.Count(table.Stdout, "\n") != 2 {
		t.Errorf("the table is %+v", table)
	}
}

// TestCommand_PostsRetryAndDelete changes posts, here and at the network.
func TestCommand_PostsRetryAndDelete(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	s.Control(t).NextContainerFails(2207004)
	var failed publishedByCommand
	exit := s.Command(t, "publish", s.square, "--account", s.bakery, "--wait", "--json")
	exit.Code = 0
	jsonOf(t, exit, &failed)
	if retried := s.Command(t, "posts", "retry", failed.PostID[:8]); retried.Code != 0 || !strings.Contains(retried.Stdout, "QUEUED again") {
		t.Errorf("retried: %+v", retried)
	}
	live := s.publishes(s.square, "--account", s.potter, "--caption", "live", "--wait")
	if again := s.Command(t, "posts", "retry", live.PostID); again.Code != 1 || again.Stdout != "" {
		t.Errorf("retried although it is live: %+v", again)
	}
	if deleted := s.Command(t, "posts", "delete", live.PostID[:8], "--at-network"); deleted.Code != 0 || !strings.Contains(deleted.Stdout, "deleted at the network") {
		t.Errorf("deleted: %+v", deleted)
	}
	left := s.publishes(s.square, "--account", s.bakery, "--caption", "left", "--wait")
	if deleted := s.Command(t, "posts", "delete", left.PostID); deleted.Code != 0 || !strings.Contains(deleted.Stdout, "stays live") {
		t.Errorf("deleted here: %+v", deleted)
	}
	if shown := s.Command(t, "posts", "show", left.PostID[:8]); shown.Code != 0 || !strings.Contains(shown.Stdout, *left.Permalink) {
		t.Errorf("it does not say where it is live: %+v", shown)
	}
	if exit := s.Command(t, "posts", "delete", left.PostID, "--at-page"); exit.Code != 2 || !strings.Contains(exit.Stderr, "--at-network") {
		t.Errorf("the copy alone: %+v", exit)
	}
	story := s.publishes(s.tall, "--account", s.bakery, "--type", "story", "--wait")
	if exit := s.Command(t, "posts", "delete", story.PostID, "--at-network"); exit.Code != 1 || strings.Count(exit.Stderr, "\n") != 1 {
		t.Errorf("a story, which the network does not delete: %+v", exit)
	}
}

// TestCommand_DraftAndUpload save posts and files for later.
func TestCommand_DraftAndUpload(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	var draft posts.SavedDraft
	jsonOf(t, s.Command(t, "draft", s.tall, s.square, "--account", s.bakery, "--fit", "crop", "--caption", "later", "--json"), &draft)
	if draft.Status != posts.Draft || draft.MediaType != "CAROUSEL" || len(draft.MediaFiles) != 2 {
		t.Errorf("got %+v", draft)
	}
	if kept := s.Command(t, "draft", s.square, "--account", s.bakery); kept.Code != 0 || !strings.Contains(kept.Stdout, "is kept as a draft") {
		t.Errorf("got %+v", kept)
	}
	var taken struct{ Files []media.MediaFile }
	jsonOf(t, s.Command(t, "upload", s.tall, s.square, "--json"), &taken)
	if len(taken.Files) != 2 || taken.Files[0].OriginalFilename != "tall photo.png" {
		t.Errorf("got %+v", taken)
	}
	one := s.Command(t, "upload", s.square)
	if id, name, found := strings.Cut(strings.TrimSpace(one.Stdout), "  "); !found || name != "square.png" || s.Command(t, "media", "check", id[:8]).Code != 0 {
		t.Errorf("got %+v", one)
	}
	if n := s.files(); n != 6 {
		t.Errorf("the library has %d files", n)
	}
}

// TestCommand_PublishDraft: a draft is published as it is, once, now or at a time.
func TestCommand_PublishDraft(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	kept := func(caption string) string {
		var draft posts.SavedDraft
		jsonOf(t, s.Command(t, "draft", s.tall, s.square, "--account", s.bakery, "--fit", "crop", "--caption", caption, "--json"), &draft)
		return draft.ID.String()
	}
	now, later := kept("now"), kept("later")
	if done := s.Command(t, "posts", "publish", now[:8], "--wait"); done.Code != 0 || !strings.Contains(done.Stdout, "PUBLISHED") {
		t.Errorf("published: %+v", done)
	}
	if live := s.Control(t).Ledger().Publications; len(live) != 1 || live[0].Caption != "now" || len(live[0].Children) != 2 {
		t.Errorf("the network has %+v", live)
	}
	if again := s.Command(t, "posts", "publish", now); again.Code != 2 || !strings.Contains(again.Stderr, "is no draft, it is PUBLISHED") {
		t.Errorf("published once more: %+v", again)
	}
	var planned struct {
		PostID, Status string
		ScheduledFor   *string
	}
	jsonOf(t, s.Command(t, "posts", "publish", later, "--at", "+2h", "--json"), &planned)
	if planned.PostID != later || planned.Status != "SCHEDULED" || planned.ScheduledFor == nil {
		t.Errorf("scheduled: %+v", planned)
	}
	for _, args := range [][]string{{now, "--timezone", "Europe/Lisbon"}, {later, "--at", "soon"}, {"x"}} {
		if exit := s.Command(t, append([]string{"posts", "publish"}, args...)...); exit.Code != 2 || strings.Count(exit.Stderr, "\n") != 1 {
			t.Errorf("%v: %+v", args, exit)
		}
	}
}

// TestCommand_DeleteScheduledFile: a file of a scheduled post is not deleted.
func TestCommand_DeleteScheduledFile(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	waiting := s.publishes(s.square, "--account", s.bakery, "--at", "+2h")
	var shown struct{ Post posts.Post }
	jsonOf(t, s.Command(t, "posts", "show", waiting.PostID, "--json"), &shown)
	file := shown.Post.MediaFiles[0].ID.String()
	if exit := s.Command(t, "media", "delete", file); exit.Code != 1 || !strings.Contains(exit.Stderr, "crier schedule cancel "+waiting.PostID[:8]) || s.files() != 1 {
		t.Errorf("deleted: %+v", exit)
	}
	if exit := s.Command(t, "schedule", "cancel", waiting.PostID); exit.Code != 0 {
		t.Fatalf("cancelled: %+v", exit)
	}
	if exit := s.Command(t, "media", "delete", file); exit.Code != 0 || s.files() != 0 {
		t.Errorf("deleted, when nothing waits: %+v", exit)
	}
}
