package logging

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFile_Cut shortens the log, which goes on at its new end, and nothing that has come into its
// place.
func TestFile_Cut(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "crier.log")
	f, err := OpenFile(path, MaxFileSize)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	_, _ = f.Write([]byte("kept\nhalf a rec"))
	if err := f.cut(int64(len("kept\n"))); err != nil {
		t.Fatal(err)
	}
	f.size = int64(len("kept\n"))
	_, _ = f.Write([]byte("next\n"))
	if b, err := os.ReadFile(path); err != nil || string(b) != "kept\nnext\n" {
		t.Errorf("the log is %q, %v", b, err)
	}
	elsewhere := filepath.Join(filepath.Dir(path), "elsewhere")
	if err := os.WriteFile(elsewhere, []byte("a letter"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, replace := range map[string]func() error{
		"gone": func() error { return nil }, "a link": func() error { return os.Symlink(elsewhere, path) },
		"a file": func() error { return os.Link(elsewhere, path) },
	} {
		_ = os.Remove(path)
		if err := replace(); err != nil {
			t.Fatal(err)
		}
		if f.cut(0) == nil {
			t.Errorf("%s: it was cut", name)
		}
	}
	if b, err := os.ReadFile(elsewhere); err != nil || string(b) != "a letter" {
		t.Errorf("elsewhere is %q, %v", b, err)
	}
}
