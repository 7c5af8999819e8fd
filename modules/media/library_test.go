package media

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/media/rules"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// put stores the record of a file.
func (b *bundle) put(t *testing.T, name string, age time.Duration, change func(*MediaFile)) {
	t.Helper()
	if err := putIn(t.Context(), b.db, name, age, change); err != nil {
		t.Fatal(err)
	}
}

func putIn(ctx context.Context, db bun.IDB, name string, age time.Duration, change func(*MediaFile)) error {
	id, width, height := wireid.New(), 1080, 1080
	thumbnail := "thumbnails/" + id.String() + ".jpg"
	f := MediaFile{
		ID: id, OriginalFilename: name, StoragePath: "images/" + id.String() + ".jpg", MimeType: jpegType, FileSize: 1000, Width: &width, Height: &height,
		IsValid: true, ThumbnailPath: &thumbnail, CreatedAt: wiretime.Of(start.Add(-age)),
	}
	if change != nil {
		change(&f)
	}
	return insertFile(ctx, db, &f)
}

// names returns the names of what is found, page by page.
func (b *bundle) names(t *testing.T, w wanted) (pages []string) {
	t.Helper()
	l := newLibrary(b.Service)
	if w.limit == 0 {
		w.limit = 100
	}
	for w.after = database.AfterAll(); ; {
		page, err := l.search(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		names := make([]string, len(page.Files))
		for i, f := range page.Files {
			names[i] = f.Name
		}
		if pages = append(pages, strings.Join(names, ",")); page.Next == nil {
			return pages
		}
		var isCursor bool
		if w.after, isCursor = database.ParseCursor(*page.Next); !isCursor {
			t.Fatal(*page.Next)
		}
	}
}

func high(f *MediaFile) {
	height := 1920
	f.Height = &height
}

func moving(f *MediaFile) {
	high(f)
	seconds, reason := 12.5, noTool
	f.MimeType, f.StoragePath, f.DurationSeconds, f.Card = "video/mp4", "videos/"+f.ID.String()+".mp4", &seconds, &reason
}

// TestLibrary_Search: each filter finds its files, newest first, and uploads between two pages do
// not shift them.
func TestLibrary_Search(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.put(t, "Loaves.jpg", 4*time.Minute, nil)
	b.put(t, "ÄPFEL 100%.jpg", 3*time.Minute, nil)
	b.put(t, "story_1.png", 2*time.Minute, high)
	b.put(t, "clip.mp4", time.Minute, moving)
	for name, c := range map[string]struct {
		of   wanted
		want []string
	}{
		"all":                  {wanted{}, []string{"clip.mp4,story_1.png,ÄPFEL 100%.jpg,Loaves.jpg"}},
		"by pages":             {wanted{limit: 3}, []string{"clip.mp4,story_1.png,ÄPFEL 100%.jpg", "Loaves.jpg"}},
		"by full pages":        {wanted{limit: 2}, []string{"clip.mp4,story_1.png", "ÄPFEL 100%.jpg,Loaves.jpg"}},
		"by name":              {wanted{name: "LOAV"}, []string{"Loaves.jpg"}},
		"by a name not ASCII":  {wanted{name: "äpf"}, []string{"ÄPFEL 100%.jpg"}},
		"a percent sign":       {wanted{name: "0%"}, []string{"ÄPFEL 100%.jpg"}},
		"an underscore":        {wanted{name: "_"}, []string{"story_1.png"}},
		"a backslash":          {wanted{name: `\`}, []string{""}},
		"pictures":             {wanted{kind: "image"}, []string{"story_1.png,ÄPFEL 100%.jpg,Loaves.jpg"}},
		"videos":               {wanted{kind: "video"}, []string{"clip.mp4"}},
		"feed pictures":        {wanted{use: rules.Feed}, []string{"ÄPFEL 100%.jpg,Loaves.jpg"}},
		"reels":                {wanted{use: rules.Reel}, []string{"clip.mp4"}},
		"stories by one":       {wanted{use: rules.Story, limit: 1}, []string{"clip.mp4", "story_1.png", "ÄPFEL 100%.jpg", "Loaves.jpg"}},
		"videos for the feed":  {wanted{kind: "video", use: rules.Feed}, []string{""}},
		"pictures of a name":   {wanted{kind: "image", name: "s"}, []string{"story_1.png,Loaves.jpg"}},
		"a NUL":                {wanted{name: "jpg\x00"}, []string{""}},
		"what nothing matches": {wanted{name: "nothing"}, []string{""}},
	} {
		if got := b.names(t, c.of); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestLibrary_Shows what would be published of a file.
func TestLibrary_Shows(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.put(t, "clip.mp4", 0, moving)
	page, err := newLibrary(b.Service).search(t.Context(), wanted{after: database.AfterAll(), limit: 10})
	if err != nil || len(page.Files) != 1 {
		t.Fatal(page, err)
	}
	got := page.Files[0]
	if got.Kind != "video" || got.MimeType != "video/mp4" || *got.Height != 1920 || *got.DurationSeconds != 12.5 || !got.IsCard || got.IsEdited || got.FileSize != 1000 ||
		!strings.HasPrefix(*got.ThumbnailURL, "/uploads/thumbnails/") || !strings.HasPrefix(*got.PreviewURL, "/uploads/videos/") ||
		!slices.Equal(got.UsableAs, []rules.Use{rules.Carousel, rules.Story, rules.Reel}) {
		t.Errorf("got %+v", got)
	}
}

// TestLibrary_LooksAtSoManyAtMost: a search that hardly any file fits reads only a part of the
// library for a page.
func TestLibrary_LooksAtSoManyAtMost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if err := b.db.InRelaxedTx(t.Context(), func(ctx context.Context, tx bun.Tx) (err error) {
		for i := 0; i <= mostLooked && err == nil; i++ {
			err = putIn(ctx, tx, fmt.Sprintf("%d.jpg", i), time.Duration(i)*time.Second, nil)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	b.put(t, "clip.mp4", time.Hour, moving)
	if got := b.names(t, wanted{kind: "", use: rules.Reel}); !slices.Equal(got, []string{"", "clip.mp4"}) {
		t.Errorf("got %q", got)
	}
}
