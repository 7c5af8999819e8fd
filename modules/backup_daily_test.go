package modules_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/disktest"
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
		isDue, err := f.maker().IsDue(dir, f.clock.Now())
		if err != nil || !isDue {
			t.Fatalf("on day %d it is due: %t, %v", day, isDue, err)
		}
		m := f.maker()
		m.NoMedia = true
		if _, err := m.Automatic(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		made++
		if isDue, err := f.maker().IsDue(dir, f.clock.Now().Add(23*time.Hour)); err != nil || isDue {
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
	if isDue, err := f.maker().IsDue(dir, start); err != nil || !isDue {
		t.Errorf("after the clock was set back it is due: %t, %v", isDue, err)
	}
}

// TestBackup_DailyOfTwoFolders: two data folders have their backups in one place. Each has its own,
// and deletes none of the other's. One of an earlier version, which does not say whose it is,
// counts for both.
func TestBackup_DailyOfTwoFolders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old := strings.Replace(backup.Name(start, "4.4.0-dev"), "crier-", "crier-auto-", 1)
	if err := os.WriteFile(filepath.Join(dir, old), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var both []backup.Maker
	var clocks []*clock.Fake
	for _, id := range []string{"0a1b2c3d-0000-4000-8000-000000000000", "4e5f6a7b-0000-4000-8000-000000000000"} {
		f := newFolder(t)
		m := f.maker()
		m.NoMedia, m.Instance = true, id
		if isDue, err := m.IsDue(dir, start.Add(2*time.Hour)); err != nil || isDue {
			t.Errorf("beside one of an earlier version it is due: %t, %v", isDue, err)
		}
		both, clocks = append(both, m), append(clocks, f.clock)
	}
	for range 20 {
		for i, m := range both {
			clocks[i].Jump(24 * time.Hour)
			if isDue, err := m.IsDue(dir, m.Clock.Now()); err != nil || !isDue {
				t.Fatalf("it is due: %t, %v", isDue, err)
			}
			if _, err := m.Automatic(t.Context(), dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, m := range both {
		own, err := filepath.Glob(filepath.Join(dir, "crier-auto-*-"+m.Instance[:8]+"-4.4.0.crier"))
		if err != nil || len(own) < 8 || len(own) > 11 {
			t.Errorf("of %s there are %q, %v", m.Instance, own, err)
		}
	}
}

// TestBackup_DailyUnderAWrongClock: a backup stays although others are dated after it, because the
// clock is wrong now, or was wrong when they were made. They stay too, and the next backup is made
// a day later. There are never more than eleven up to the new one, and eleven dated after it.
func TestBackup_DailyUnderAWrongClock(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		// The clock goes ahead, makes a backup on each of the days, and goes back.
		ahead, back time.Duration
		days        int
	}{
		"is behind":               {back: 3 * 365 * day},
		"was ahead for some days": {ahead: 366 * day, days: 3, back: 366 * day},
		"was ahead for a month":   {ahead: 366 * day, days: 30, back: 396 * day},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, dir := newFolder(t), t.TempDir()
			add := func(from time.Time, days int) {
				for n := range days {
					made := backup.Name(from.Add(time.Duration(n)*day), "4.4.0")
					if err := os.WriteFile(filepath.Join(dir, strings.Replace(made, "crier-", "crier-auto-", 1)), nil, 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}
			makeOne := func() (path string, all []string) {
				m := f.maker()
				m.NoMedia = true
				made, err := m.Automatic(t.Context(), dir)
				if err != nil {
					t.Fatal(err)
				}
				if all, err = filepath.Glob(filepath.Join(dir, "crier-auto-*.crier")); err != nil || !slices.Contains(all, made.Path) {
					t.Fatalf("%s was made, and there are %q, %v", made.Path, all, err)
				}
				return made.Path, all
			}
			add(start.Add(-40*day), 40)
			f.clock.Jump(c.ahead)
			add(f.clock.Now(), c.days)
			f.clock.Jump(time.Duration(c.days) * day)
			_, before := makeOne()
			f.clock.Jump(-c.back)
			add(f.clock.Now().Add(-40*day), 40) // As if it had been like this for long.
			for range 2 {
				made, all := makeOne()
				for _, path := range before {
					if path > made && !slices.Contains(all, path) {
						t.Errorf("after %s was made, %s is gone", made, path)
					}
				}
				if isDue, err := f.maker().IsDue(dir, f.clock.Now().Add(5*time.Minute)); err != nil || isDue {
					t.Errorf("after five minutes it is due again: %t, %v", isDue, err)
				}
				f.clock.Jump(day)
			}
			add(start.Add(5*365*day), 40)
			if _, all := makeOne(); len(all) > 22 {
				t.Errorf("there are %d", len(all))
			}
		})
	}
}

// TestBackup_DailyWithoutItsDisk: the disk of the backups is pulled out, and the folder that it was
// mounted at is there as always. No backup goes below the mount, onto the system's disk.
func TestBackup_DailyWithoutItsDisk(t *testing.T) {
	t.Parallel()
	disk := os.Getenv("DISK")
	if disk == "" {
		disktest.Want(t)
		if out, err := onDisk(t, t.TempDir(), "size=16m", "TestBackup_DailyWithoutItsDisk"); err != nil || !strings.Contains(out, "PASS") {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	f := newFolder(t)
	daily := func(dir string) error {
		f.clock.Jump(24 * time.Hour)
		m := f.maker()
		m.NoMedia = true
		_, err := m.Automatic(t.Context(), dir)
		return err
	}
	system := func(command string, args ...string) {
		t.Helper()
		if out, err := exec.CommandContext(t.Context(), command, append(args, disk)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	within := filepath.Join(disk, "crier") // There once was a backup without the disk.
	for _, dir := range []string{disk, within} {
		if err := daily(dir); err != nil {
			t.Fatal(err)
		}
		f.backup() // What a person makes is no reason to forget it.
		system("umount")
		if err := os.MkdirAll(within, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := daily(dir); !errors.Is(err, backup.ErrGone) || !strings.Contains(err.Error(), "it was mounted at "+disk+",") {
			t.Errorf("without the disk it says %v", err)
		}
		for _, below := range []string{disk, within} {
			if left, err := filepath.Glob(filepath.Join(below, "*.crier*")); err != nil || len(left) > 0 {
				t.Errorf("below the mount: %v, %v", left, err)
			}
		}
		system("mount", "-t", "tmpfs", "none")
		if err := daily(dir); err != nil {
			t.Errorf("with the disk again: %v", err)
		}
	}
	system("umount")
	if err := daily(filepath.Join(t.TempDir(), "another")); err != nil {
		t.Errorf("in another folder: %v", err)
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
