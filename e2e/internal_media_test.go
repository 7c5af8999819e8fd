package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/wireid"
)

// TestLibrary_Journey: files are found by name, kind and use, page by page, each with the posts
// that use it.
func TestLibrary_Journey(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	photo := j.client.Upload("file", "Bread & butter.jpg", picture320(t)).Want(http.StatusCreated).String("id")
	j.Clock.Advance(time.Second)
	movie := j.client.Upload("file", "reel.mp4", e2e.ShortMovie()).Want(http.StatusCreated).String("id")
	search := func(query string) (page media.LibraryPage) {
		browser.Internal("/api/media/search?" + query).Want(http.StatusOK).JSON(&page)
		return page
	}
	first := search("limit=1")
	if len(first.Files) != 1 || first.Files[0].ID.String() != movie || first.Files[0].Kind != "video" || first.Next == nil {
		t.Fatalf("got %+v", first)
	}
	second := search("limit=1&cursor=" + *first.Next)
	if len(second.Files) != 1 || second.Files[0].ID.String() != photo || second.Next != nil {
		t.Errorf("got %+v", second)
	}
	for _, shown := range []media.LibraryFile{first.Files[0], second.Files[0]} {
		for _, path := range []*string{shown.ThumbnailURL, shown.PreviewURL} {
			if path == nil || browser.Get(*path).Status != http.StatusOK {
				t.Errorf("%s shows %v", shown.Name, path)
			}
		}
	}
	for query, id := range map[string]string{"q=BREAD+%26": photo, "kind=video": movie, "usable=REELS": movie, "usable=IMAGE&q=bread&kind=image": photo} {
		if page := search(query); len(page.Files) != 1 || page.Files[0].ID.String() != id || page.Next != nil {
			t.Errorf("%s: %+v", query, page)
		}
	}
	for query, code := range map[string]string{"cursor=x": "VALIDATION_ERROR", "limit=101": "VALIDATION_ERROR", "kind=sound": "INVALID_PARAM", "usable=x": "INVALID_PARAM"} {
		browser.Internal("/api/media/search?"+query).WantError(http.StatusBadRequest, code)
	}

	id := j.schedule(j.imagePost("").with("mediaFileId", photo), j.Clock.Now().Add(time.Hour))
	var used posts.MediaUses
	browser.Internal("/api/media/" + photo + "/uses?timezone=Europe/Berlin").Want(http.StatusOK).JSON(&used)
	if used.Total != 1 || used.Posts[0].ID.String() != id || used.Posts[0].Status != posts.Scheduled || *used.Posts[0].LocalTime != "2026-11-21T11:30:01" {
		t.Errorf("used by %+v", used)
	}
	browser.Internal("/api/media/" + movie + "/uses").Want(http.StatusOK).JSON(&used)
	if used.Total != 0 || len(used.Posts) != 0 {
		t.Errorf("used by %+v", used)
	}
	browser.Internal("/api/media/"+wireid.New().String()+"/uses").WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Get("/api/media/search").WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
}

// TestMedia_DeleteMany deletes several files in one request, which may be sent again.
func TestMedia_DeleteMany(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	one, two, stays := j.photo(), j.photo(), j.photo()
	for range 2 {
		browser.InternalDo(http.MethodPost, "/api/media/deletions", body{"ids": []string{one, wireid.New().String(), two}}).Want(http.StatusOK)
	}
	var left media.LibraryPage
	browser.Internal("/api/media/search").Want(http.StatusOK).JSON(&left)
	if len(left.Files) != 1 || left.Files[0].ID.String() != stays {
		t.Errorf("%+v are left", left.Files)
	}
	browser.InternalDo(http.MethodPost, "/api/media/deletions", body{"ids": []string{}}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
}
