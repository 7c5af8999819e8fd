package media

import (
	"strings"
	"testing"
)

// TestReview_DeathsAreTries: a video whose review takes Crier down three times is not looked into
// again, and says why. The others are.
func TestReview_DeathsAreTries(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var files []MediaFile
	for range 2 {
		file, err := b.upload(t, "movie.mp4", sampleVideo(t, "mp4 plain"))
		if err != nil || file.Card == nil || *file.Card != noTool {
			t.Fatalf("%+v, %v", file, err)
		}
		files = append(files, file)
	}
	if _, err := b.db.Exec("UPDATE media_files SET facts = NULL"); err != nil {
		t.Fatal(err)
	}
	for range maxTries {
		if err := beginReview(t.Context(), b.db, files[0].ID); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := b.videos.Review(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if bad := b.file(t, files[0].ID); bad.IsValid || bad.Facts == nil || *bad.Card != noPicture || bad.ValidationErrors == nil || !strings.Contains(*bad.ValidationErrors, "Crier ended three times") {
		t.Errorf("after %d deaths it is %+v", maxTries, bad)
	}
	if good := b.file(t, files[1].ID); !good.IsValid || good.Facts == nil || good.Reviews != 0 {
		t.Errorf("the other is %+v", good)
	}
}

// TestReview_AFailureIsNoTry: a review that ends in order is no try, also when it fails.
func TestReview_AFailureIsNoTry(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file, err := b.upload(t, "movie.mp4", sampleVideo(t, "mp4 plain"))
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"UPDATE media_files SET facts = NULL",
		"CREATE TRIGGER no_room BEFORE UPDATE OF facts ON media_files BEGIN SELECT RAISE(ABORT, 'no room'); END",
	} {
		if _, err := b.db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.videos.Review(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := b.file(t, file.ID); after.Facts != nil || after.Reviews != 0 {
		t.Errorf("it is %+v", after)
	}
}
