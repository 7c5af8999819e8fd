package e2e_test

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"crier/e2e"
	"crier/modules/storyrepost"
	"crier/platform/database"
)

// pictured fetches the pictures of the mentions that were found, and returns the records.
func (r *reposts) pictured() []storyrepost.RepostRecord {
	r.t.Helper()
	if err := r.Scheduler.RunNow(r.t.Context(), "storyrepost.pictures"); err != nil {
		r.t.Fatal(err)
	}
	return r.records()
}

// TestStoryRepost_Pictures: what is found is seen before it is reposted, by no further call for the
// account. The pictures are small, for those alone who are signed in, and go with the account.
func TestStoryRepost_Pictures(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.scan()
	calls := len(r.nativeCalls(""))
	records := r.pictured()
	if len(records) != firstRun || len(r.nativeCalls("")) != calls {
		t.Errorf("%d mentions, and %d calls in place of %d", len(records), len(r.nativeCalls("")), calls)
	}
	for _, record := range records {
		if isGone := record.Status == storyrepost.Expired; isGone != (record.PictureURL == nil) {
			t.Errorf("got %+v", record)
		}
		if record.PictureURL == nil {
			continue
		}
		r.Anonymous(t).Get(*record.PictureURL).WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
		got := r.browser.Get(*record.PictureURL).Want(http.StatusOK)
		if picture, err := jpeg.DecodeConfig(bytes.NewReader(got.Body)); err != nil || picture.Width != 180 || got.Header.Get("Content-Type") != "image/jpeg" {
			t.Errorf("the picture is %+v, %v, %s", picture, err, got.Header)
		}
	}
	r.browser.Get("/uploads/mentions/"+demoAccount+".jpg").WantError(http.StatusNotFound, "NOT_FOUND")
	r.browser.Get("/uploads/mentions/x").WantError(http.StatusNotFound, "NOT_FOUND")
	r.client.Delete("/api/v1/auth/accounts/" + demoAccount).Want(http.StatusOK)
	if left, err := database.Value[int](t.Context(), r.DB, "SELECT count(*) FROM story_repost_pictures"); err != nil || left != 0 {
		t.Errorf("%d pictures are left, %v", left, err)
	}
}

// TestStoryRepost_HostilePictures: whatever a message says of where its picture is, that is fetched
// from the network alone, and what is none leaves a mention that can be reposted.
func TestStoryRepost_HostilePictures(t *testing.T) {
	t.Parallel()
	var reached atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	t.Cleanup(elsewhere.Close)
	r := bootReposts(t)
	r.clear()
	r.pictured()
	addresses := []string{
		elsewhere.URL + "/secret", "https://evil.example/x.jpg", "http://169.254.169.254/latest", "file:///etc/passwd", "x", "%zz", strings.Repeat("x", 9000),
		r.Sandbox.URL() + "/_sandbox/ledger", r.Sandbox.URL() + "/cdn/story/1_1x1.jpg",
	}
	var items []string
	for i, address := range addresses {
		items = append(items, mentionItem(fmt.Sprintf(`"item_id":"%d"`+"\n"+`"xma_reel_mention":[{"target_url":"https://www.instagram.com/stories/ann/310%d/","preview_url":"%s"}]`, 100+i, i, address)))
	}
	r.network.Fault(e2e.Fault{Match: e2e.InboxReads, HTTP: http.StatusOK, Body: inboxOf(annIn, items...)})
	good := r.network.Mention(e2e.Mention{Author: "bob", Pending: true})
	if found := r.scan(); int(found.Detected) != len(addresses)+1 {
		t.Fatalf("found %+v", found)
	}
	for _, record := range r.pictured()[:len(addresses)+1] {
		if isGood := record.ItemID == good.ItemID; record.Status != storyrepost.Detected || (record.PictureURL != nil) != isGood {
			t.Errorf("got %+v", record)
		}
	}
	if reached.Load() != 0 {
		t.Error("a foreign server was asked")
	}
}
