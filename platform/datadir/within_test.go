package datadir_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/datadir"
)

func TestWithin(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	folder := filepath.Join(root, "data")
	for _, dir := range []string{"data/uploads/images", "database", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"link": folder, "deep": filepath.Join(folder, "uploads"), "data/out": filepath.Join(root, "elsewhere")} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Skip(err)
		}
	}
	cases := map[string]bool{
		"data": true, "data/uploads": true, "data/not/there": true, "link": true, "link/not/there": true, "deep": true, "deep/images": true, "deep/crier.log": true,
		".": false, "database": false, "elsewhere": false, "data/out": false, "data/out/x": false, "not/there": false,
	}
	if _, err := os.Stat(filepath.Join(root, "DATA")); err == nil {
		cases["DATA/uploads"] = true // As on a Mac and on Windows.
	}
	for path, want := range cases {
		if got := datadir.Within(folder, filepath.Join(root, filepath.FromSlash(path))); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	if datadir.Within(filepath.Join(root, strings.Repeat("x", 10)), root) {
		t.Error("something is in a folder that is not there")
	}
}
