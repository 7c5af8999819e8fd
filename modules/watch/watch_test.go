package watch

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/database/databasetest"
)

func fileOf(t *testing.T, name, content string) (folder string, e entry) {
	t.Helper()
	folder = t.TempDir()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return folder, entry{name, info.Size(), info.ModTime().UnixNano()}
}

// TestTaken_NoRoom: while the disk is full, no file is read at each look.
func TestTaken_NoRoom(t *testing.T) {
	t.Parallel()
	path, e := fileOf(t, "a.jpg", "a picture")
	files := &taker{db: databasetest.New(t), log: slog.New(slog.DiscardHandler), maxSize: 100, room: func() (int64, error) { return keptFree, nil }}
	var name known
	if err := files.taken(t.Context(), folder{Path: path}, e, &name); !errors.Is(err, errNoRoom) || name.Hash != "" {
		t.Errorf("%v, and its sum is %q", err, name.Hash)
	}
}

// TestLook_NoRoom: a look for which there is no room is said once, and writes nothing each minute
// to a disk that is full.
func TestLook_NoRoom(t *testing.T) {
	t.Parallel()
	path, _ := fileOf(t, "a.jpg", "a picture")
	now := clock.NewFake(time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC))
	files := taker{db: databasetest.New(t), clock: now, log: slog.New(slog.DiscardHandler), maxSize: 100, room: func() (int64, error) { return keptFree, nil }}
	w := &watcher{service: &service{taker: files, list: list, data: t.TempDir()}, folder: folder{Path: path}}
	for range 3 {
		if did, err := w.look(t.Context()); did || err != nil {
			t.Errorf("it did something: %t, %v", did, err)
		}
		now.Advance(time.Minute)
	}
	if w.said.problem != errNoRoom.Error() || w.said.left != 1 {
		t.Errorf("it says %+v", w.said)
	}
}

// TestHash_Grows: of a file that grows while it is read no more is read than it had.
func TestHash_Grows(t *testing.T) {
	t.Parallel()
	for _, size := range []int64{3, 9, 12} {
		path, e := fileOf(t, "a.jpg", "a picture")
		file, err := open(path, e)
		if err != nil {
			t.Fatal(err)
		}
		sum, err := hash(t.Context(), file, size)
		if isChanging := errors.Is(err, errChanging); isChanging != (size != e.size) || (sum == "") != isChanging {
			t.Errorf("with %d bytes: %q, %v", size, sum, err)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestSort_ClockSetBack: a file that was seen by a clock that was ahead settles as soon as any.
func TestSort_ClockSetBack(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	w := &watcher{service: &service{taker: taker{clock: clock.NewFake(now)}}}
	found := listed{files: []entry{{"a.jpg", 1, 2}}}
	for _, at := range []time.Time{now.Add(day), now} {
		if w.unsettled = 0; len(w.sort(found, nil, at)) != 0 || w.unsettled != 1 {
			t.Errorf("at %s it is taken at once", at)
		}
	}
	if w.unsettled = 0; len(w.sort(found, nil, now.Add(settling))) != 1 {
		t.Error("it is not taken")
	}
}

// TestSort_PictureReplaced: the caption of a picture that is another one by now is read again, for
// the draft of that one, and no other.
func TestSort_PictureReplaced(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	found := listed{files: []entry{{"a.jpg", 1, 2}, {"a.txt", 3, 4}, {"b.jpg", 5, 6}, {"b.txt", 7, 8}}}
	names := map[string]known{}
	for _, e := range found.files {
		names[e.name] = known{Size: e.size, Modified: e.modified, Hash: "sum"}
	}
	w := &watcher{service: &service{taker: taker{clock: clock.NewFake(now)}}}
	if work := w.sort(found, names, now); len(work) != 0 {
		t.Errorf("of what is known %v is read", work)
	}
	found.files[0].size = 9
	if work := w.sort(found, names, now); len(work) != 0 {
		t.Errorf("before it has settled %v is read", work)
	}
	if work := w.sort(found, names, now.Add(settling)); !slices.Equal(work, found.files[:2]) {
		t.Errorf("%v is read", work)
	}
}

const day = 24 * time.Hour

// TestKey: names in an old encoding are told apart.
func TestKey(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"Müller \"1\".jpg": "Müller \"1\".jpg", "M\xfcller.jpg": `M\xfcller.jpg`, "M\xf6ller é.jpg": `M\xf6ller é.jpg`} {
		if got := (entry{name: name}).key(); got != want {
			t.Errorf("%q is %q", name, got)
		}
	}
}
