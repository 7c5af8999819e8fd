package media

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/video"
)

func TestLikeness(t *testing.T) {
	t.Parallel()
	film := video.Info{Width: 1080, Height: 1920, Duration: 5 * time.Second, FrameRate: 30, Pictures: 150}
	for name, c := range map[string]struct {
		change   func(film, made *video.Info)
		most     time.Duration
		isUnlike bool
	}{
		"the same":               {func(_, _ *video.Info) {}, 0, false},
		"one picture":            {func(_, made *video.Info) { made.Pictures, made.Duration = 1, 33*time.Millisecond }, 0, true},
		"one that stands":        {func(_, made *video.Info) { made.Pictures = 1 }, 0, true},
		"the still":              {func(_, made *video.Info) { made.Width, made.Height = 384, 216 }, 0, true},
		"a second less":          {func(_, made *video.Info) { made.Duration -= time.Second }, 0, true},
		"a packet less":          {func(_, made *video.Info) { made.Duration -= 40 * time.Millisecond }, 0, false},
		"twice as long":          {func(_, made *video.Info) { made.Duration *= 2 }, 0, true},
		"cut":                    {func(_, made *video.Info) { made.Duration, made.Pictures = 3*time.Second, 90 }, 3 * time.Second, false},
		"cut too much":           {func(_, made *video.Info) { made.Duration, made.Pictures = time.Second, 30 }, 3 * time.Second, true},
		"smaller":                {func(_, made *video.Info) { made.Width, made.Height = 406, 720 }, 0, false},
		"from 120 to 60":         {func(film, made *video.Info) { film.FrameRate, film.Pictures, made.Pictures = 120, 600, 300 }, 0, false},
		"a screen that is still": {func(film, made *video.Info) { film.FrameRate, film.Pictures, made.Pictures = 0.8, 4, 4 }, 0, false},
		"length unknown":         {func(film, _ *video.Info) { film.Duration = 0 }, 0, false},
		"the end missing":        {func(film, made *video.Info) { film.Truncated, made.Duration = true, time.Second }, 0, false},
	} {
		was, is := film, film
		c.change(&was, &is)
		err := likeness(was, is, c.most)
		if (err != nil) != c.isUnlike || err != nil && apperror.CodeOf(err) != apperror.VideoProcessingFailed {
			t.Errorf("%s: %v", name, err)
		}
	}
	err := likeness(film, video.Info{Width: 384, Height: 216, Duration: 40 * time.Millisecond, Pictures: 1}, 0)
	if err == nil || !strings.Contains(err.Error(), "it has one picture, 384 by 216 pixels and 0.04 s, and the video has 150 pictures, 1080 by 1920 pixels and 5 s") {
		t.Error(err)
	}
}

// fromFFmpeg makes a video with ffmpeg.
func fromFFmpeg(t *testing.T, name string, arguments ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	out, err := exec.CommandContext(t.Context(), "ffmpeg", append(append([]string{"-v", "error"}, arguments...), path)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// stillFirst makes a red video of 3.2 seconds and 320 by 240 pixels, behind a green still of 64 by
// 48 that players show.
func stillFirst(t *testing.T, name string) []byte {
	t.Helper()
	return fromFFmpeg(t, name, "-f", "lavfi", "-i", "color=lime:size=64x48:rate=25:duration=0.04", "-f", "lavfi", "-i", "color=red:size=320x240:rate=25:duration=3.2",
		"-f", "lavfi", "-i", "sine=duration=3.2", "-map", "0", "-map", "1", "-map", "2", "-c:v:0", "mjpeg", "-c:v:1", "libx264", "-c:a", "aac", "-pix_fmt:v:0", "yuvj420p", "-pix_fmt:v:1", "yuv420p",
		"-disposition:v:0", "default", "-disposition:v:1", "0")
}

// TestFound_StillBesideTheFilm: the film is judged, shown on the thumbnail, published and
// converted, whichever track of the file it is.
func TestFound_StillBesideTheFilm(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	for _, name := range []string{"a.mp4", "a.mkv", "a.avi"} {
		file, err := b.upload(t, name, stillFirst(t, name))
		if err != nil || *file.Width != 320 || *file.DurationSeconds < 3 || file.ProcessedPath == nil || file.Facts.OtherPictures {
			t.Errorf("%s: %+v, %v", name, file, err)
			continue
		}
		if colour(decoded(t, b, *file.ThumbnailPath), 0.5, 0.5) != "red" {
			t.Errorf("%s: the thumbnail is not of the film", name)
		}
		if _, err := b.Convert(t.Context(), file.ID, rules.Reel); err != nil {
			t.Fatal(err)
		}
		after := b.converted(t, file.ID)
		if !after.IsValid || *after.Width != 320 || after.Facts.Pictures < 75 || colour(decoded(t, b, *after.ThumbnailPath), 0.5, 0.5) != "red" {
			t.Errorf("%s: converted, it is %+v, %+v", name, after, after.Facts)
		}
	}
}

// TestFound_ConversionThatLosesTheFilm: of a video that cannot be decoded to its end, no shorter
// one takes its place.
func TestFound_ConversionThatLosesTheFilm(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	content := bytes.Clone(made(t, "a.mp4", "-c:v", "libx264", "-g", "5", "-c:a", "aac", "-movflags", "+faststart", "-use_editlist", "0"))
	clear(content[len(content)/2:])
	file, err := b.upload(t, "a.mp4", content)
	if err != nil || !file.IsValid {
		t.Fatalf("%+v, %v", file, err)
	}
	if _, err := b.Convert(t.Context(), file.ID, rules.Reel); err != nil {
		t.Fatal(err)
	}
	after := b.converted(t, file.ID)
	c, err := b.Conversion(t.Context(), file.ID)
	if err != nil || c.State != ConversionFailed || c.Error == nil || !strings.Contains(*c.Error, "not the same video") || after.ProcessedPath != nil || !after.IsValid {
		t.Errorf("%+v, %v; the file is %+v", c, err, after)
	}
}

// TestFound_PicturesUnderLongerSound: the length that is judged is that of the pictures, and a
// large difference is said.
func TestFound_PicturesUnderLongerSound(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	lasting := func(pictures, sound string) MediaFile {
		file, err := b.upload(t, "a.mp4", fromFFmpeg(t, "a.mp4", "-f", "lavfi", "-i", "color=red:size=320x240:rate=25:duration="+pictures, "-f", "lavfi", "-i", "sine=duration="+sound,
			"-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "0", "-c:a", "aac", "-movflags", "+faststart", "-use_editlist", "0"))
		if err != nil || file.ValidationErrors == nil {
			t.Fatalf("%+v, %v", file, err)
		}
		return file
	}
	short := lasting("1", "4")
	if said := *short.ValidationErrors; short.IsValid || int(*short.DurationSeconds) != 1 ||
		!strings.Contains(said, "The pictures of the video last 1.02 s; ") || !strings.Contains(said, "The pictures last 1.02 s and the sound 4.02 s") {
		t.Errorf("%v, %v s: %s", short.IsValid, *short.DurationSeconds, said)
	}
	quiet := lasting("4", "0.5")
	if said := *quiet.ValidationErrors; !quiet.IsValid || int(*quiet.DurationSeconds) != 4 || !strings.Contains(said, "silent from there on") {
		t.Errorf("%v, %v s: %s", quiet.IsValid, *quiet.DurationSeconds, said)
	}
}
