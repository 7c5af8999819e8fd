package datadir

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFound_NamesInEitherForm: a file is found by its name in either form of Unicode, at each place
// of its path. The name that is there as it is written comes first.
func TestFound_NamesInEitherForm(t *testing.T) {
	t.Parallel()
	const composed, decomposed = "m\u00fcller", "mu\u0308ller"
	dir := t.TempDir()
	for _, name := range []string{composed + ".jpg", decomposed + "2.jpg", "both" + composed + ".jpg", "both" + decomposed + ".jpg", "\u00dcbung/" + decomposed + "/a.jpg"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for written, want := range map[string]string{
		composed + ".jpg": composed + ".jpg", decomposed + ".jpg": composed + ".jpg",
		composed + "2.jpg": decomposed + "2.jpg", decomposed + "2.jpg": decomposed + "2.jpg",
		"both" + composed + ".jpg": "both" + composed + ".jpg", "both" + decomposed + ".jpg": "both" + decomposed + ".jpg",
		"U\u0308bung/" + composed + "/a.jpg": "\u00dcbung/" + decomposed + "/a.jpg",
		"U\u0308bung/new\u00e9.jpg":          "\u00dcbung/new\u00e9.jpg", // A file that is to be made, in a folder that is there.
		"none\u00e9.jpg":                     "none\u00e9.jpg", "missing/" + composed: "missing/" + composed, "plain.jpg": "plain.jpg",
	} {
		if got := Spelled(filepath.Join(dir, written)); got != filepath.Join(dir, want) {
			t.Errorf("%q is %q, want %q", written, got, want)
		}
	}
	t.Run("data folder", func(t *testing.T) {
		t.Parallel()
		if d, err := Existing(filepath.Join(dir, "U\u0308bung")); err != nil || filepath.Base(d.Path()) != "\u00dcbung" {
			t.Errorf("got %+v, %v", d, err)
		}
	})
}

// TestFound_SyncedFolders: the folders of programs that copy them to other machines are known by
// their names and by what those programs put there.
func TestFound_SyncedFolders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "shared", ".stfolder"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"Dropbox/Crier": "Dropbox", "Dropbox (Personal)/a/b": "Dropbox", "OneDrive - Firma/crier": "OneDrive", "OneDrive": "OneDrive",
		"Library/Mobile Documents/com~apple~CloudDocs/crier": "iCloud Drive", "Library/CloudStorage/OneDrive-Personal/crier": "OneDrive", "iCloudDrive/crier": "iCloud Drive",
		"shared/crier": "Syncthing", "GoogleDrive-a@b/My Drive": "Google Drive", "plain/crier": "", "dropboxes/crier": "", "my-onedrive-notes/crier": "",
	} {
		if got := SyncedBy(filepath.Join(dir, path)); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestFound_PassingReasons: what cannot be read now is not lost, and the text says so.
func TestFound_PassingReasons(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want string
	}{
		{&os.PathError{Op: "open", Path: "x", Err: syscall.EMFILE}, "the key cannot be read now, and nothing is lost: open x: too many open files; too many files are open at once: end some programs, or raise the limit (ulimit -n), and try again"},
		{&os.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, "the key cannot be read now, and nothing is lost: open x: permission denied; let this user read it, and try again"},
		{&os.PathError{Op: "read", Path: "x", Err: syscall.EIO}, "the key cannot be read now, and nothing is lost: read x: input/output error; try again when that is mended"},
	} {
		if got := Unread("the key", c.err); got.Error() != c.want || !errors.Is(got, c.err) {
			t.Errorf("it says %q", got)
		}
	}
}
