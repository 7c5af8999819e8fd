package modules_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/backup"
	"crier/platform/clock"
)

// TestBackup_Daily lets a year pass in which Crier runs on most days. There are never more than
// seven daily and four weekly backups, and files that somebody has put into the folder stay.
func TestBackup_Daily(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	dir := filepath.Join(t.TempDir(), "disk")
	own := filepath.Join(dir, backup.Name(start.AddDate(-1, 0, 0), "4.4.0"))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	made := 0
	for day := range 60 {
		f.clock.Jump(24 * time.Hour)
		if day%11 == 0 {
			continue
		}
		isDue, err := backup.IsDue(dir, f.clock.Now())
		if err != nil || !isDue {
			t.Fatalf("on day %d it is due: %t, %v", day, isDue, err)
		}
		m := f.making()
		m.NoMedia = true
		if _, err := m.Automatic(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		made++
		if isDue, err := backup.IsDue(dir, f.clock.Now().Add(23*time.Hour)); err != nil || isDue {
			t.Fatalf("after day %d it is due again: %t, %v", day, isDue, err)
		}
	}
	kept, err := filepath.Glob(filepath.Join(dir, "crier-auto-*.crier"))
	if err != nil || len(kept) < 9 || len(kept) > 11 {
		t.Errorf("of %d there are %d, %v", made, len(kept), err)
	}
	newest := slices.Max(kept)
	if !strings.Contains(newest, f.clock.Now().Format("20060102T150405Z")) {
		t.Errorf("the newest is %s", newest)
	}
	if oldest := slices.Min(kept); !strings.Contains(oldest, "crier-auto-202612") && !strings.Contains(oldest, "crier-auto-202701") {
		t.Errorf("the oldest is %s", oldest)
	}
	if _, err := os.Stat(own); err != nil {
		t.Error(err)
	}
	// A backup that was made by a clock that was ahead does not delay the next one.
	if isDue, err := backup.IsDue(dir, start); err != nil || !isDue {
		t.Errorf("after the clock was set back it is due: %t, %v", isDue, err)
	}
}

// TestRemovals: deletions wait while a backup holds them, for ten minutes at most.
func TestRemovals(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	clk := clock.NewFake(start)
	var r backup.Removals
	remove := func(name string) (isGone func() bool) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := r.Remove(path, path+".none"); err != nil {
			t.Fatal(err)
		}
		return func() bool { _, err := os.Stat(path); return err != nil }
	}
	if !remove("at once")() {
		t.Error("it waits for nothing")
	}
	one, two := r.Hold(clk), r.Hold(clk)
	isGone := remove("held")
	one()
	one()
	if isGone() || !r.IsHeld() {
		t.Error("it does not wait for the second backup")
	}
	two()
	if !isGone() || r.IsHeld() {
		t.Error("it waits for nobody")
	}
	release := r.Hold(clk)
	isGone = remove("forgotten")
	clk.Advance(10*time.Minute - time.Second)
	if isGone() {
		t.Error("it waits for less than ten minutes")
	}
	clk.Advance(time.Second)
	for r.IsHeld() {
		runtime.Gosched() // The timer's goroutine needs a moment.
	}
	if !isGone() {
		t.Error("it waits for more than ten minutes")
	}
	release()
}
