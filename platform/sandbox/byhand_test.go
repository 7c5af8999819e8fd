package sandbox_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestByHand_OnAPage(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	page := partner().PageID
	photo := w.control("POST posts", fmt.Sprintf(`{"pageId":%q,"caption":"by hand"}`, page))
	video := w.control("POST posts", fmt.Sprintf(`{"pageId":%q,"caption":"moving","mediaType":"VIDEO"}`, page))
	if !strings.HasPrefix(photo.text("postId"), page+"_") || photo.text("kind") != "photo" || photo.text("caption") != "by hand" || video.text("kind") != "video" {
		t.Errorf("%s %s", photo.raw, video.raw)
	}
	w = w.reopen()
	if got, want := fmt.Sprint(w.page()), fmt.Sprint([]string{"photo " + photo.text("postId"), "video " + video.text("postId")}); got != want {
		t.Errorf("the ledger has %s, want %s", got, want)
	}
	posts := w.read(partner(), page+"/posts?fields=message").list("data")
	if got := fmt.Sprint(posts); len(posts) != 2 || !strings.Contains(got, photo.text("postId")) || !strings.Contains(got, "moving") {
		t.Errorf("the posts are %s", got)
	}
	if got := w.listed(page+"/videos", 1); got[0] != 1 {
		t.Errorf("%v videos", got)
	}
	if l := w.ledger(); len(l.Publications)+len(l.NativeStories) != 0 {
		t.Errorf("%+v", l)
	}
}
