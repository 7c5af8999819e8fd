package datadir

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// TestReplace_SyncsTheName: the content is on the disk before the file gets its name, and the name
// when the call returns.
func TestReplace_SyncsTheName(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "secret.key")
	var synced []string
	err := replace(path, []byte("key"), func(f *os.File) error {
		info, err := f.Stat()
		if err != nil {
			return err
		}
		_, err = os.Lstat(path)
		what := "a file"
		if info.IsDir() {
			what = "a folder"
		}
		if err == nil {
			what += " with the name"
		}
		synced = append(synced, what)
		return nil
	})
	want := []string{"a file", "a folder with the name"}
	if runtime.GOOS == "windows" {
		want = want[:1]
	}
	if err != nil || !slices.Equal(synced, want) {
		t.Errorf("synced %q, want %q, %v", synced, want, err)
	}
	broken := errors.New("the disk is broken")
	if err := replace(path, []byte("other"), func(*os.File) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("on a broken disk: %v", err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "key" {
		t.Errorf("the file holds %q, %v", b, err)
	}
}
