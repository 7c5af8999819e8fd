package editing_test

import (
	"errors"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/modules/media/editing"
	"crier/platform/imaging"
)

func childJob(t *testing.T, source io.Reader) imaging.Job {
	t.Helper()
	dir := t.TempDir()
	job := imaging.Job{Source: filepath.Join(dir, "source"), Destination: filepath.Join(dir, "edited.jpg"), Thumbnail: filepath.Join(dir, "thumbnail.jpg")}
	content, err := io.ReadAll(source)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(job.Source, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return job
}

func TestRender_InAChild(t *testing.T) {
	t.Parallel()
	pool, job := imaging.NewPool(imaging.PoolOptions{}), childJob(t, picture(t, 300))
	// This is the longest Spec in JSON, because what must be escaped takes the most room.
	long := text(strings.Repeat("<", editing.MaxTextLength))
	s := editing.Spec{Rotate: 90, Texts: make([]editing.Text, editing.MaxTexts)}
	for i := range s.Texts {
		s.Texts[i] = long
		s.Texts[i].Size, s.Texts[i].Color, s.Texts[i].Rotation, s.Texts[i].Y = 0.01, "#00ff0000", 1.0/3, 0
	}
	res, err := editing.Render(t.Context(), pool, job, s)
	if err != nil || res.Width != 900 || res.Height != 600 || len(res.Missing) > 0 {
		t.Fatalf("got %+v, %v", res, err)
	}
	for path, width := range map[string]int{job.Destination: 900, job.Thumbnail: 540} {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := jpeg.Decode(f)
		if err := errors.Join(err, f.Close()); err != nil || m.Bounds().Dx() != width {
			t.Fatalf("%s: %v", path, err)
		}
		shows(t, path, m, 3, 2, 4, 2, 0, 5, 3, 1)
	}
}

func TestRender_InAChild_Refuses(t *testing.T) {
	t.Parallel()
	pool, job := imaging.NewPool(imaging.PoolOptions{}), childJob(t, strings.NewReader("no picture"))
	var refused *imaging.Error
	if _, err := editing.Render(t.Context(), pool, job, editing.Spec{}); !errors.As(err, &refused) || refused.Reason != imaging.Unsupported {
		t.Errorf("got %v", err)
	}
	for _, path := range []string{job.Destination, job.Thumbnail} {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s was left: %v", path, err)
		}
	}
	job.Edit = []byte(`{}`)
	if _, err := pool.Normalise(t.Context(), job); err == nil {
		t.Error("an order without content was taken")
	}
}

func TestOverlay_InAChild(t *testing.T) {
	t.Parallel()
	pool, path := imaging.NewPool(imaging.PoolOptions{}), filepath.Join(t.TempDir(), "overlay.png")
	g, err := editing.Spec{}.PlanVideo(1080, 1921)
	if err != nil {
		t.Fatal(err)
	}
	if res, err := editing.Overlay(t.Context(), pool, path, g, []editing.Text{text("Hello")}); err != nil || res.Width != 1080 || res.Height != 1920 {
		t.Fatalf("got %+v, %v", res, err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := png.DecodeConfig(f)
	if err := errors.Join(err, f.Close()); err != nil || c.Width != 1080 || c.Height != 1920 {
		t.Errorf("the overlay is %+v, %v", c, err)
	}
}
