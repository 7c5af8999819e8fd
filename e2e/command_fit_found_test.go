package e2e_test

import (
	"fmt"
	"net/http"
	"testing"

	"crier/modules/media"
	"crier/modules/posts"
)

// TestFound_FitMakesACarouselAlike: a carousel of mixed shapes is warned of, and --fit gives its
// pictures the shape of the first one.
func TestFound_FitMakesACarouselAlike(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	wide := s.file("wide.png", picture(t, 640, 400))
	var told struct{ Warnings []posts.Warning }
	jsonOf(t, s.Command(t, "publish", s.square, wide, "--account", s.bakery, "--caption", "Mixed", "--json"), &told)
	if len(told.Warnings) != 1 || told.Warnings[0].Code != "CAROUSEL_CUT" {
		t.Errorf("warned of %+v", told.Warnings)
	}
	for fit, want := range map[string]string{"crop": "400x400", "blur": "640x640"} {
		var draft struct {
			posts.Post
			Warnings []posts.Warning
		}
		jsonOf(t, s.Command(t, "draft", s.square, wide, "--account", s.bakery, "--caption", "Alike "+fit, "--fit", fit, "--json"), &draft)
		var post posts.Post
		s.Client(t).Get("/api/v1/posts/" + draft.ID.String()).Want(http.StatusOK).JSON(&post)
		var file media.MediaFile
		if len(post.MediaFiles) == 2 {
			file = post.MediaFiles[1]
		}
		if len(draft.Warnings) != 0 || file.Width == nil || fmt.Sprintf("%dx%d", *file.Width, *file.Height) != want {
			t.Errorf("--fit %s: %+v, warned of %+v", fit, file, draft.Warnings)
		}
	}
}
