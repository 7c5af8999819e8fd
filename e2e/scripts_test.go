package e2e_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"crier/e2e"
)

// scriptPatience bounds a script. Some scripts wait for a condition. Only one that is wrong uses it
// up.
const scriptPatience = time.Minute

// runScript runs commands of the documentation to their end, in a folder that has what a reader
// has: bin/crier and photo.jpg, which is upright with 3:4 as phones take it. It returns what they
// print.
func runScript(t *testing.T, service *e2e.Service, script string) string {
	t.Helper()
	dir := t.TempDir()
	writePhoto(t, filepath.Join(dir, "photo.jpg"), 600, 800)
	// What a reader waits for in seconds takes less here.
	out, err := tryScript(t, service, dir, "sleep() { command sleep 0.2; }\n"+script)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return out
}

// tryScript runs commands in dir, to which it adds bin/crier.
func tryScript(t *testing.T, service *e2e.Service, dir, script string) (string, error) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(e2e.Program(t).Path(), filepath.Join(dir, "bin", "crier")); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), scriptPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-eu", "-c", script)
	cmd.Dir = dir
	// A reader's curl asks no proxy for an address of the machine itself.
	cmd.Env = append(e2e.ForeignEnvironment(), "HOME="+dir, "CRIER_DATA_DIR="+service.Dir(), "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1")
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// writePhoto writes a PNG under the name of a JPEG, as a user may well do.
func writePhoto(t *testing.T, path string, width, height int) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		img.Set(i%width, i/width, color.RGBA{uint8(i % width / 3), uint8(i / width / 4), 120, 255})
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
