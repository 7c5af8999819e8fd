package sandbox_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
)

// listed returns how many items each of so many reads of a list has.
func (w *world) listed(list string, reads int) (counts []int) {
	w.t.Helper()
	for range reads {
		ans := w.read(partner(), list)
		if ans.status != http.StatusOK {
			w.t.Fatalf("%s: %s", list, ans.raw)
		}
		counts = append(counts, len(ans.list("data")))
	}
	return counts
}

func TestListLag_LeavesOutOfTheNextReadsOfEachList(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := partner()
	picture := w.media.url("/image.jpg")
	w.publish(a, w.createImage(a, "before"))
	w.control("POST reads", `{"listLag":2}`)
	fresh := w.publish(a, w.createImage(a, "fresh"))
	w.publish(a, w.create(a, "media_type", "STORIES", "image_url", w.media.url("/tall.jpg")))
	w.onPage("photos", "url", picture)
	w.onPage("videos", "file_url", w.media.url("/reel.mp4"))
	w.onPage("photo_stories", "photo_id", w.onPage("photos", "url", picture, "published", "false").text("id"))
	w.control("POST reads", `{"listLag":0}`)
	w.publish(a, w.createImage(a, "after"))
	for range 3 {
		if got := w.read(a, fresh+"?fields=caption").text("caption"); got != "fresh" {
			t.Errorf("by its id: %q", got)
		}
	}
	for _, tc := range []struct {
		list string
		want []int
	}{
		{a.SNUserID + "/media", []int{2, 2, 3, 3}},
		{a.SNUserID + "/stories", []int{0, 0, 1, 1}},
		{a.PageID + "/stories", []int{0, 0, 1, 1}},
		{a.PageID + "/videos", []int{0, 0, 1, 1}},
		// The video stands in two lists of the Page, and has been left out of the other one.
		{a.PageID + "/posts", []int{1, 1, 2, 2}},
	} {
		if got := w.listed(tc.list, len(tc.want)); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.list, got, tc.want)
		}
	}
}

func TestListLag_SurvivesAKillAndEndsWithAReset(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	a := partner()
	if got := w.control("POST reads", `{"lag":1,"listLag":2}`); got.raw != `{"lag":1,"listLag":2}`+"\n" {
		t.Errorf("got %s", got.raw)
	}
	w.control("POST reads", `{"lag":0}`)
	w.publish(a, w.createImage(a, ""))
	w.onPage("photos", "url", w.media.url("/image.jpg"))
	lists := []string{a.SNUserID + "/media", a.PageID + "/posts"}
	for round, want := range []int{0, 0, 1} {
		for _, list := range lists {
			if got := w.listed(list, 1); got[0] != want {
				t.Errorf("round %d: %s has %d", round, list, got[0])
			}
		}
		w = w.reopen()
	}
	w.control("POST posts", fmt.Sprintf(`{"accountId":%q,"caption":"by hand"}`, a.SNUserID))
	if got := w.listed(lists[0], 3); !slices.Equal(got, []int{1, 1, 2}) {
		t.Errorf("the setting after a kill, for a post by hand: %v", got)
	}
	w.control("POST reset", "")
	w.publish(a, w.createImage(a, ""))
	if got := w.listed(lists[0], 1); got[0] != 1 {
		t.Errorf("after a reset: %v", got)
	}
}
