package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/media"
	"crier/platform/corpus"
	"crier/platform/wireid"
)

// TestCommand_Media inspects files with the command line.
func TestCommand_Media(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	client := s.Client(t)
	tall := client.Upload("file", "tall.png", picture(t, 72, 128)).Want(http.StatusCreated).String("id")
	long := client.Upload("file", "long.mp4", corpus.Clip(1080, 1920, 61*time.Second, 0)).Want(http.StatusCreated).String("id")
	list := s.Command(t, "media", "list")
	if lines := strings.Split(list.Stdout, "\n"); list.Code != 0 || len(lines) != 4 || !strings.HasPrefix(lines[1], long) ||
		!strings.Contains(lines[2], "image/jpeg  72x128") {
		t.Errorf("got %+v", list)
	}
	var files media.MediaList
	if jsonOf(t, s.Command(t, "media", "list", "--json"), &files); len(files.Files) != 2 {
		t.Errorf("got %+v", files)
	}
	for id, says := range map[string][]string{
		tall: {"IMAGE: no\n", "a ratio of 0.56", "Crier can: Pad it to 4:5", "STORIES: yes\n"},
		long: {"REELS: yes\n", "STORIES: no\n", "The video lasts 61 s; stories take 60 s at most"},
	} {
		got := s.Command(t, "media", "check", id)
		for _, text := range says {
			if got.Code != 0 || !strings.Contains(got.Stdout, text) {
				t.Errorf("it does not say %q: %+v", text, got)
			}
		}
	}
	var check media.Check
	if jsonOf(t, s.Command(t, "media", "check", tall, "--json"), &check); len(check.Uses) != 3 {
		t.Errorf("got %+v", check)
	}
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"no id":      {[]string{"check", "x"}, "no id"},
		"unknown":    {[]string{"check", wireid.New().String()}, "no media file"},
		"no ffmpeg":  {[]string{"convert", long, "--for", "stories"}, "ffmpeg"},
		"a picture":  {[]string{"convert", tall}, "is a picture"},
		"for a feed": {[]string{"convert", long, "--for", "image"}, "reels"},
	} {
		if got := s.Command(t, append([]string{"media"}, c.args...)...); got.Code == 0 || !strings.Contains(got.Stderr, c.says) {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

// TestConversion_WithoutFFmpeg: an impossible conversion is refused, and no request stays.
func TestConversion_WithoutFFmpeg(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	browser := app.Browser(t)
	id := browser.Upload("file", "clip.webm", sample(t, "clip.webm")).Want(http.StatusCreated).String("id")
	path := "/api/media/" + id + "/conversion"
	browser.Post(path, body{}).WantError(http.StatusBadRequest, "NOT_CONFIGURED")
	browser.Internal(path).WantError(http.StatusNotFound, "NOT_FOUND")
	browser.Put("/api/media/"+id+"/edits", body{"rotate": 90}).WantError(http.StatusBadRequest, "NOT_CONFIGURED")
	browser.Post(path, body{"purpose": "IMAGE"}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	app.Client(t).Post(path, body{}).WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
}
