package modules_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"crier/platform/backup"

	"github.com/uptrace/bun"
)

// TestRestore_TakenAt: a restored folder knows what was done until the copy of its database began,
// not until the archive was written. If the clock was ahead of the network's, the network's time at
// the last sign of life counts. What was published later is looked for.
func TestRestore_TakenAt(t *testing.T) {
	t.Parallel()
	const minute = int64(time.Minute / time.Millisecond)
	for name, c := range map[string]struct {
		// beat is how long before the backup Crier last gave a sign of life; ahead is by how much
		// the clock was ahead. Both are in minutes; hasBeat is false for a folder without any.
		hasBeat     bool
		beat, ahead int64
		// want is how long before the backup the folder knew everything.
		want time.Duration
	}{
		"the clock is right":       {true, 0, 0, 0},
		"ten minutes fast":         {true, 0, 10, 10 * time.Minute},
		"ten minutes slow":         {true, 0, -10, 0},
		"stopped two hours before": {true, 120, 0, 2 * time.Hour},
		"stopped, with a fast one": {true, 120, 10, 130 * time.Minute},
		"never started":            {false, 0, 0, 0},
		"the clock was set back":   {true, -5, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFolder(t)
			if c.hasBeat {
				f.exec("INSERT INTO uptime (network, beat_at, boot, elapsed_ms, ran_ms, ahead_ms, absences) VALUES ('live', ?, 'b', 0, 0, ?, '[]')",
					start.UnixMilli()-c.beat*minute, c.ahead*minute)
			}
			path := f.backup(func(m *backup.Maker) {
				// Listing the files takes a while.
				slow := func(context.Context, bun.IDB, func(backup.File) error) error {
					f.clock.Jump(3 * time.Minute)
					return nil
				}
				m.Contents.Files = append(m.Contents.Files, slow)
			})
			target := filepath.Join(t.TempDir(), "new")
			if _, err := open(t, path).Restore(t.Context(), restoring(target, &f.key)); err != nil {
				t.Fatal(err)
			}
			got := value(t, target, "SELECT taken_at FROM instance")
			if want := start.Add(-c.want).UnixMilli(); got != strconv.FormatInt(want, 10) {
				t.Errorf("it knows everything until %s, not %d", got, want)
			}
		})
	}
}

// TestRestore_NotConfirmed: a restore that fails after it has replaced the folder says where the
// former one is. Else the service would go on with the lock of that one.
func TestRestore_NotConfirmed(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows confirms no folder")
	}
	f := newFolder(t)
	parent := filepath.Dir(f.Path())
	options := restoring(f.Path(), &f.key)
	options.Reached = func(step string) {
		if step != "replaced" {
			return
		}
		if err := os.Rename(parent, parent+".gone"); err != nil {
			t.Error(err)
		}
	}
	done, err := open(t, f.backup()).Restore(t.Context(), options)
	if err == nil || done.Kept == "" {
		t.Errorf("got %+v, %v", done, err)
	}
	if err := os.Rename(parent+".gone", parent); err != nil {
		t.Error(err)
	}
}
