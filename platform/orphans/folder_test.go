package orphans_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crier/platform/datadir"
	_ "crier/platform/needtest/raced"
	"crier/platform/orphans"
)

var start = time.Date(2026, 11, 22, 23, 50, 0, 0, time.UTC)

const photo = "uploads/images/a.jpg"

// setup returns the orphans of a data folder in which there is a photo.
func setup(t *testing.T) (*datadir.Dir, *orphans.Folder) {
	t.Helper()
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, photo)
	return dir, orphans.In(dir)
}

func put(t *testing.T, dir *datadir.Dir, name string) {
	t.Helper()
	path := filepath.Join(dir.Path(), name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("the only copy"), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func isThere(t *testing.T, path string) bool {
	t.Helper()
	_, err := os.Lstat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

func take(t *testing.T, f *orphans.Folder, now time.Time) string {
	t.Helper()
	batch, moved, err := f.Take(now, []string{photo})
	if err != nil || moved != 1 {
		t.Fatalf("moved %d, %v", moved, err)
	}
	if !isThere(t, filepath.Join(batch, photo)) {
		t.Fatalf("it is not in %s", batch)
	}
	return batch
}

// TestTidy_AfterThirtyDays: the chore comes every hour, and deletes nothing before 30 times 24
// hours have passed.
func TestTidy_AfterThirtyDays(t *testing.T) {
	t.Parallel()
	dir, f := setup(t)
	batch := take(t, f, start)
	if batch != filepath.Join(dir.Path(), "orphans", "2026-11-22") {
		t.Errorf("it went to %s", batch)
	}
	list, err := f.Batches(start)
	if err != nil || len(list) != 1 || list[0].Files != 1 || list[0].Bytes != 13 {
		t.Fatalf("there are %+v, %v", list, err)
	}
	now := start
	for ; isThere(t, batch); now = now.Add(time.Hour) {
		if _, err := f.Tidy(now); err != nil || now.After(start.AddDate(1, 0, 0)) {
			t.Fatalf("%s: %v", now, err)
		}
	}
	kept := now.Add(-time.Hour).Sub(start)
	if kept < 30*24*time.Hour || kept > 32*24*time.Hour {
		t.Errorf("it was kept for %s", kept)
	}
	if gone := now.Add(-time.Hour).Truncate(24 * time.Hour); !gone.Equal(list[0].MayGoFrom) {
		t.Errorf("it went on %s, announced was %s", gone, list[0].MayGoFrom)
	}
}

// TestTidy_ClockJumps: days are counted on which Crier ran. A clock that is a year ahead for a
// while adds one.
func TestTidy_ClockJumps(t *testing.T) {
	t.Parallel()
	_, f := setup(t)
	batch := take(t, f, start)
	for _, now := range []time.Time{start.AddDate(1, 0, 0), start.AddDate(1, 0, 0), start, start.AddDate(-1, 0, 0), start.AddDate(10, 0, 0)} {
		if gone, err := f.Tidy(now); err != nil || len(gone) != 0 {
			t.Fatalf("%s: %v, %v", now, gone, err)
		}
	}
	if !isThere(t, filepath.Join(batch, photo)) {
		t.Error("a jump of the clock has deleted it")
	}
}

// TestTake_SameDayAgain: nothing is replaced, and nothing is put beside what has been there for
// long.
func TestTake_SameDayAgain(t *testing.T) {
	t.Parallel()
	dir, f := setup(t)
	first := take(t, f, start)
	put(t, dir, "uploads/images/b.jpg")
	if batch, _, err := f.Take(start, []string{"uploads/images/b.jpg"}); err != nil || batch != first {
		t.Errorf("another file of the day went to %s, %v", batch, err)
	}
	put(t, dir, photo)
	second := take(t, f, start)
	if _, err := f.Tidy(start.AddDate(0, 0, 1)); err != nil {
		t.Fatal(err)
	}
	put(t, dir, photo)
	third := take(t, f, start)
	if !slices.Equal([]string{first + "-2", first + "-3"}, []string{second, third}) {
		t.Errorf("got %s, %s, %s", first, second, third)
	}
	if list, err := f.Batches(start); err != nil || len(list) != 3 {
		t.Errorf("there are %v, %v", list, err)
	}
}

// TestTidy_ACountThatIsGone: without days.txt they are counted from the beginning, and what is not
// ours stays.
func TestTidy_ACountThatIsGone(t *testing.T) {
	t.Parallel()
	dir, f := setup(t)
	batch := take(t, f, start)
	put(t, dir, "orphans/keep these/x.jpg")
	for day := range 25 {
		if _, err := f.Tidy(start.AddDate(0, 0, day)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(batch, "days.txt"), []byte("\x00 no days"), 0o600); err != nil {
		t.Fatal(err)
	}
	for day := range 25 {
		if _, err := f.Tidy(start.AddDate(0, 0, 25+day)); err != nil {
			t.Fatal(err)
		}
	}
	if !isThere(t, filepath.Join(batch, photo)) {
		t.Error("it is gone after 25 days")
	}
	for day := range 25 {
		if _, err := f.Tidy(start.AddDate(0, 0, 50+day)); err != nil {
			t.Fatal(err)
		}
	}
	if isThere(t, batch) || !isThere(t, filepath.Join(dir.Orphans(), "keep these", "x.jpg")) {
		t.Error("the wrong ones were deleted")
	}
}

func TestPutBack(t *testing.T) {
	t.Parallel()
	dir, f := setup(t)
	batch := take(t, f, start)
	all := func(names []string) ([]string, error) { return names, nil }
	put(t, dir, photo)
	if moved, err := f.PutBack("uploads/images", all); err != nil || moved != 0 {
		t.Errorf("it replaced a file: %d, %v", moved, err)
	}
	if err := os.Remove(filepath.Join(dir.Path(), photo)); err != nil {
		t.Fatal(err)
	}
	none := func([]string) ([]string, error) { return nil, nil }
	if moved, err := f.PutBack("uploads/images", none); err != nil || moved != 0 {
		t.Errorf("it moved what nobody wants: %d, %v", moved, err)
	}
	if moved, err := f.PutBack("uploads/images", all); err != nil || moved != 1 || !isThere(t, filepath.Join(dir.Path(), photo)) {
		t.Errorf("moved %d, %v", moved, err)
	}
	// What is empty goes at once.
	if _, err := f.Tidy(start); err != nil || isThere(t, batch) {
		t.Errorf("the empty folder stays, %v", err)
	}
}

func TestTake_WhatIsNotThere(t *testing.T) {
	t.Parallel()
	dir, f := setup(t)
	batch, moved, err := f.Take(start, []string{"uploads/images/none.jpg", photo})
	if err == nil || moved != 1 || !isThere(t, filepath.Join(batch, photo)) || isThere(t, filepath.Join(dir.Path(), photo)) {
		t.Errorf("moved %d to %s, %v", moved, batch, err)
	}
	if batch, moved, err := f.Take(start, nil); batch != "" || moved != 0 || err != nil {
		t.Errorf("nothing: %s, %d, %v", batch, moved, err)
	}
}
