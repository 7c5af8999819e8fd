package media

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/corpus"
)

// remarksOn returns the sentences about a file.
func remarksOn(t *testing.T, file MediaFile) (sentences []string) {
	t.Helper()
	if file.ValidationErrors != nil {
		if err := json.Unmarshal([]byte(*file.ValidationErrors), &sentences); err != nil {
			t.Fatal(err)
		}
	}
	return sentences
}

// TestGIF_BecomesAVideo: an animated GIF becomes a video that can be a reel or a story, neither too
// short nor too long.
func TestGIF_BecomesAVideo(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	for name, c := range map[string]struct {
		frames, delay int
		seconds       float64
		says          []string
	}{
		"short":    {2, 10, 3, []string{"Crier has made a video of it."}},
		"uneven":   {7, 10, 3.5, []string{"Crier has made a video of it."}},
		"enough":   {8, 50, 4, []string{"Crier has made a video of it."}},
		"too long": {2, 4000, 60, []string{"Only its first 60 s are used"}},
	} {
		file, err := b.upload(t, "dance.gif", corpus.AnimatedGIF(64, 49, c.frames, c.delay))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !file.IsValid || file.MimeType != "video/mp4" || file.StoragePath != "videos/"+file.ID.String()+".mp4" || file.OriginalFilename != "dance.gif" ||
			file.ProcessedPath != nil || file.Card != nil || *file.Width != 64 || *file.Height != 48 || *file.DurationSeconds != c.seconds {
			t.Errorf("%s: %+v, %v s", name, file, *file.DurationSeconds)
		}
		if size, err := b.PublishedSize(file); err != nil || size != file.FileSize {
			t.Errorf("%s: %d bytes, %v; it says %d", name, size, err, file.FileSize)
		}
		for _, use := range []rules.Use{rules.Reel, rules.Story, rules.Carousel} {
			if problems := file.Problems(use); len(problems) > 0 {
				t.Errorf("%s, %s: %+v", name, use, problems)
			}
		}
		if said := remarksOn(t, file); len(said) != 1 || !strings.Contains(said[0], c.says[0]) {
			t.Errorf("%s: it says %q", name, said)
		}
	}
	if left := b.leftovers(t); len(left) != 8 || slices.ContainsFunc(left, func(path string) bool { return strings.Contains(path, "upload-") }) {
		t.Errorf("there are %q", left)
	}
}

// TestGIF_WithoutTools: the first picture is taken, and the file says what to do for all of them.
func TestGIF_WithoutTools(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file, err := b.upload(t, "dance.gif", corpus.AnimatedGIF(64, 64, 3, 10))
	if err != nil || !file.IsValid || file.MimeType != "image/jpeg" || *file.Width != 64 {
		t.Fatalf("%+v, %v", file, err)
	}
	said := remarksOn(t, file)
	if len(said) != 2 || !strings.Contains(said[0], "only its first frame is used") || !strings.Contains(said[1], "CRIER_FFMPEG=auto") {
		t.Errorf("it says %q", said)
	}
	b.tools.off, b.tools.looked = false, b.clock.Now()
	if file, err = b.upload(t, "dance.gif", corpus.AnimatedGIF(64, 64, 3, 10)); err != nil || !strings.Contains(*file.ValidationErrors, "install ffmpeg and upload the file again") {
		t.Errorf("%+v, %v", file, err)
	}
}

// TestGIF_Still: a GIF of one picture is an ordinary picture, with an ffmpeg or without.
func TestGIF_Still(t *testing.T) {
	t.Parallel()
	for _, b := range []*bundle{setup(t), withTools(t)} {
		file, err := b.upload(t, "logo.gif", corpus.AnimatedGIF(64, 64, 1, 10))
		if err != nil || !file.IsValid || file.MimeType != "image/jpeg" || file.ValidationErrors != nil {
			t.Errorf("%+v, %v", file, err)
		}
	}
}

// TestGIF_Broken: a file that cannot be used is refused and leaves nothing. If only ffmpeg fails,
// the GIF becomes a picture.
func TestGIF_Broken(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	whole := corpus.AnimatedGIF(64, 64, 3, 10)
	bomb := slices.Clone(whole)
	copy(bomb[6:], "\xff\xff\xff\xff")
	for says, content := range map[string][]byte{"cut off": whole[:len(whole)/2], "no side may be longer": bomb} {
		_, err := b.upload(t, "dance.gif", content)
		if known := apperror.From(err); known == nil || known.Code != apperror.MediaInvalid || !strings.Contains(known.Message, says) {
			t.Errorf("%s: %v", says, err)
		}
	}
	if left := b.leftovers(t); len(left) > 0 {
		t.Errorf("there are %q", left)
	}
	file, err := b.upload(t, "line.gif", corpus.AnimatedGIF(64, 1, 3, 10))
	if err != nil || file.MimeType != "image/jpeg" || !strings.Contains(*file.ValidationErrors, "A video could not be made of the animation.") {
		t.Errorf("a line: %+v, %v", file, err)
	}
}
