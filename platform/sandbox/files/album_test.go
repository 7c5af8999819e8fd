package files

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

func put(a *Album, key string, size int) {
	d := a.Begin()
	defer d.Drop()
	_, _ = d.Write(bytes.Repeat([]byte{'x'}, size))
	d.Keep(key)
}

// TestAlbum: the oldest go when there is too much, a file that is too large is left out, and a
// restart has what was kept.
func TestAlbum(t *testing.T) {
	t.Parallel()
	state := filepath.Join(t.TempDir(), "sandbox.state")
	a := NewAlbum(state)
	a.most = 100
	put(a, "1", 40)
	put(a, "2", 40)
	put(a, "2", 30)
	put(a, "3", 31)
	put(a, "../4", 1)
	put(a, "5", 0)
	put(a, "6", maxInAlbum+1)
	a.Begin().Drop()
	for key, want := range map[string]bool{"1": false, "2": true, "3": true, "../4": false, "4": false, "5": false, "6": false} {
		f, err := a.Open(key)
		if a.Has(key) != want || (err == nil) != want {
			t.Errorf("%s: %v", key, err)
		}
		if err == nil {
			if b, _ := io.ReadAll(f); len(b) == 0 || f.Close() != nil {
				t.Errorf("%s has %d bytes", key, len(b))
			}
		}
	}
	if err := os.WriteFile(filepath.Join(state+albumSuffix, albumDraft+"7"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	again := NewAlbum(state)
	if !again.Has("2") || !again.Has("3") || again.total != 61 {
		t.Errorf("after a restart there are %+v", again.kept)
	}
	again.Clear()
	if left, err := os.ReadDir(state + albumSuffix); err != nil || len(left) != 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

// TestAlbum_WithoutStateFile holds small files in memory, and of too many the newest, and leaves
// nothing behind.
func TestAlbum_WithoutStateFile(t *testing.T) {
	t.Parallel()
	a := NewAlbum("")
	put(a, "small", maxSmall)
	if a.path != "" {
		t.Error("there is a folder for a small file")
	}
	put(a, "large", maxSmall+1)
	for key, size := range map[string]int{"small": maxSmall, "large": maxSmall + 1} {
		f, err := a.Open(key)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(f); len(b) != size || err != nil || f.Close() != nil {
			t.Errorf("%s has %d bytes, %v", key, len(b), err)
		}
	}
	if left, err := os.ReadDir(a.path); err != nil || len(left) != 1 {
		t.Errorf("in the folder are %v, %v", left, err)
	}
	for i := range maxHeld / maxSmall {
		put(a, strconv.Itoa(i), maxSmall)
	}
	if a.Has("small") || !a.Has("large") || !a.Has("0") || a.held != maxHeld || a.total != maxHeld+maxSmall+1 {
		t.Errorf("%d of %d bytes are held", a.held, a.total)
	}
	path := a.path
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil || path == "" {
		t.Error("the folder is left")
	}
}

// TestAlbum_ClearedMeanwhile: what was begun before a clearing is not there after it, neither whole
// nor in parts.
func TestAlbum_ClearedMeanwhile(t *testing.T) {
	t.Parallel()
	state := filepath.Join(t.TempDir(), "sandbox.state")
	a := NewAlbum(state)
	put(a, "1", 1)
	begun, idle := a.Begin(), a.Begin()
	_, _ = begun.Write([]byte("half"))
	wantNone := func(when string) {
		t.Helper()
		if left, err := os.ReadDir(state + albumSuffix); err != nil || len(left) != 0 || a.total != 0 {
			t.Errorf("%s: left are %v, %v", when, left, err)
		}
	}
	a.Clear()
	wantNone("cleared")
	for _, d := range []*Draft{begun, idle} {
		_, _ = d.Write([]byte("the rest"))
		if d.Keep("2") || a.Has("2") {
			t.Error("a draft of before is kept")
		}
	}
	wantNone("kept")
	if put(a, "3", 1); !a.Has("3") {
		t.Error("nothing is kept any more")
	}
}

// TestAlbum_SpoiltDraft is left out, and keeps nobody from going on.
func TestAlbum_SpoiltDraft(t *testing.T) {
	t.Parallel()
	a := NewAlbum(filepath.Join(t.TempDir(), "sandbox.state"))
	d := a.Begin()
	_, _ = d.Write([]byte("half"))
	d.Spoil()
	if !d.Keep("1") || a.Has("1") {
		t.Error("half a file is kept, or its owner is told of a clearing")
	}
}
