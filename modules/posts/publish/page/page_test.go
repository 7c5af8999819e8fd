package page

import (
	"testing"
	"time"

	"crier/platform/video/mp4"
)

// TestIsReel: a reel of a Page is upright, 9:16 but for whole pixels, not small, and lasts 3 to 90
// seconds.
func TestIsReel(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		movie mp4.Movie
		want  bool
	}{
		"usual":          {mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920}, true},
		"least":          {mp4.Movie{Duration: 3 * time.Second, Width: 540, Height: 960}, true},
		"longest":        {mp4.Movie{Duration: 90 * time.Second, Width: 720, Height: 1280}, true},
		"a pixel off":    {mp4.Movie{Duration: 10 * time.Second, Width: 1081, Height: 1920}, true},
		"too short":      {mp4.Movie{Duration: 2999 * time.Millisecond, Width: 1080, Height: 1920}, false},
		"too long":       {mp4.Movie{Duration: 90*time.Second + time.Millisecond, Width: 1080, Height: 1920}, false},
		"too small":      {mp4.Movie{Duration: 10 * time.Second, Width: 539, Height: 959}, false},
		"wide":           {mp4.Movie{Duration: 10 * time.Second, Width: 1920, Height: 1080}, false},
		"4:5":            {mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1350}, false},
		"of a film":      {mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920, FrameRate: 23.976}, true},
		"too slow":       {mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920, FrameRate: 20}, false},
		"too fast":       {mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920, FrameRate: 120}, false},
		"of no size":     {mp4.Movie{Duration: 10 * time.Second}, false},
		"of no length":   {mp4.Movie{Width: 1080, Height: 1920}, false},
		"of no anything": {},
	} {
		if got := isReel(c.movie); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
