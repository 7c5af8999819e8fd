package storyrepost

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/native"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestPictures_Refused: what is gone is not asked for again, and once the network wants no more
// requests, nothing of that reading is.
func TestPictures_Refused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var asked []string
	network := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		w.WriteHeader(map[string]int{"/gone": http.StatusNotFound, "/slower": http.StatusTooManyRequests}[r.URL.Path])
	}))
	t.Cleanup(network.Close)
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := newPictures(b.db, slog.New(slog.DiscardHandler), native.New(native.Options{Clock: b.clock, BaseURL: func() string { return network.URL }}), dir)
	p.want([]RepostRecord{
		{ID: wireid.New(), Status: Skipped, preview: network.URL + "/skipped"},
		{ID: wireid.New(), Status: Detected},
		{ID: wireid.New(), Status: Detected, preview: network.URL + "/gone"},
		{ID: wireid.New(), Status: Pending, preview: network.URL + "/slower"},
		{ID: wireid.New(), Status: Detected, preview: network.URL + "/next"},
	})
	for range 2 {
		if err := p.Fetch(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"/gone", "/slower"}; !slices.Equal(asked, want) {
		t.Errorf("the network was asked for %q, want %q", asked, want)
	}
}

// TestPictures_OfTheNewest: as many pictures are kept as a list has mentions, and none of an
// account that is gone.
func TestPictures_OfTheNewest(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	put := func(account wireid.ID, at int) wireid.ID {
		r := &RepostRecord{ID: wireid.New(), SocialAccountID: account, Status: Detected, ItemID: wireid.New().String(), CreatedAt: wiretime.Of(start.Add(time.Duration(at) * time.Second))}
		if _, err := b.db.NewInsert().Model(r).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := insertPicture(t.Context(), b.db, r.ID, []byte("a picture")); err != nil {
			t.Fatal(err)
		}
		return r.ID
	}
	oldest := put(b.account, 1)
	gone := put(wireid.New(), 2)
	for i := range maxHistory {
		put(b.account, 3+i)
	}
	for _, id := range []wireid.ID{oldest, gone} {
		if n, err := database.Value[int](t.Context(), b.db, "SELECT count(*) FROM story_repost_pictures WHERE id = ?", id); err != nil || n != 0 {
			t.Errorf("it has %d pictures, %v", n, err)
		}
	}
	if n, err := database.Value[int](t.Context(), b.db, "SELECT count(*) FROM story_repost_pictures"); err != nil || n != maxHistory {
		t.Errorf("%d pictures are kept, %v", n, err)
	}
}
