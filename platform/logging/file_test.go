package logging_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/logging"
)

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestFile_KeepsThePredecessor: whole records, no more than two files of the size, across openings.
func TestFile_KeepsThePredecessor(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "crier.log")
	for i := range 100 {
		f, err := logging.OpenFile(path, 100)
		if err != nil {
			t.Fatal(err)
		}
		for j := range 3 {
			if _, err := fmt.Fprintf(f, "record %03d\n", 3*i+j); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if n, err := f.Write([]byte("late\n")); n != 5 || err != nil {
			t.Errorf("after the end: %d, %v", n, err)
		}
	}
	text := read(t, logging.Predecessor(path)) + read(t, path)
	if !strings.HasSuffix(text, "record 299\n") || len(text) > 200 || len(text) < 100 || len(text)%len("record 000\n") != 0 {
		t.Errorf("kept %q", text)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); len(entries) != 2 || err != nil {
		t.Errorf("there are %v, %v", entries, err)
	}
	for _, name := range []string{path, logging.Predecessor(path)} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

// TestFile_ThatCannotTurn stays within its bounds, and loses no record that there is room for.
func TestFile_ThatCannotTurn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "crier.log")
	if err := os.MkdirAll(filepath.Join(logging.Predecessor(path), "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := logging.OpenFile(path, 80)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for i := range 300 {
		_, _ = fmt.Fprintf(f, "record %03d\n", i)
		if text := read(t, path); len(text) > 200 || !strings.HasSuffix(text, fmt.Sprintf("record %03d\n", i)) {
			t.Fatalf("after record %d: %q", i, text)
		}
	}
}

// TestFile_ThatIsGone with its folder keeps nothing from working, and comes back with it.
func TestFile_ThatIsGone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "crier.log")
	f, err := logging.OpenFile(path, 20)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if n, err := f.Write([]byte("0123456789abcdef\n")); n != 17 || err != nil {
			t.Fatalf("%d, %v", n, err)
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	_, _ = f.Write([]byte("back\n"))
	if text := read(t, path); text != "back\n" {
		t.Errorf("kept %q", text)
	}
}

func TestOpenFile_RefusesWhatIsNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join(dir, "elsewhere"), link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, dir, filepath.Join(dir, "none", "crier.log")} {
		if f, err := logging.OpenFile(path, 100); err == nil {
			t.Errorf("%s was opened: %v", path, f.Close())
		}
	}
}

func TestCopier_GivesTheCopyWhatCameBefore(t *testing.T) {
	t.Parallel()
	var first, second bytes.Buffer
	c := logging.NewCopier(&first)
	for i, text := range []string{"one\n", "two\n", "three\n"} {
		if n, err := c.Write([]byte(text)); n != len(text) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		if i == 1 {
			c.Copy(&second)
		}
	}
	if first.String() != "one\ntwo\nthree\n" || second.String() != first.String() {
		t.Errorf("got %q and %q", first.String(), second.String())
	}
}
