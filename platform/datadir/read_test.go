package datadir_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"crier/platform/datadir"
)

func TestReadFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if _, err := datadir.ReadFile(path, 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is no file: %v", err)
	}
	for _, content := range []string{"", "four"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if b, err := datadir.ReadFile(path, 4); string(b) != content || err != nil {
			t.Errorf("%q: got %q, %v", content, b, err)
		}
	}
	for _, size := range []int64{5, huge} {
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		if b, err := datadir.ReadFile(path, 4); b != nil || !errors.Is(err, datadir.ErrTooLarge) {
			t.Errorf("of %d bytes it read %d, %v", size, len(b), err)
		}
	}
}

// huge is the size of a file, without anything in it on the disk, that no memory holds.
const huge = 1 << 40

// TestTooLarge: a file of the folder that is not as Crier wrote it does not take the memory that
// the machine has.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	d, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"app.name", "runtime.json"} {
		path := filepath.Join(d.Path(), name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, huge)); err != nil {
			t.Fatal(err)
		}
	}
	if name, err := d.AppName(); name != "" || err == nil {
		t.Errorf("the name: %q, %v", name, err)
	}
	if _, err := d.ReadRuntime(); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the runtime: %v", err)
	}
}
