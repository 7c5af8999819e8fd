//go:build !windows

package modules_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"crier/modules"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/disktest"
)

// These variables make this test binary a restore that is killed.
const (
	killedArchive, killedFolder, killedAt = "CRIER_TEST_RESTORE", "CRIER_TEST_RESTORE_TO", "CRIER_TEST_RESTORE_KILL"
)

// TestRestore_IsKilled restores in a process of its own, which is killed at a step. It does nothing
// unless TestRestore_Killed has started it.
func TestRestore_IsKilled(t *testing.T) {
	t.Parallel()
	path := os.Getenv(killedArchive)
	if path == "" {
		return
	}
	r := restoring(os.Getenv(killedFolder), nil)
	r.Reached = func(step string) {
		if step == os.Getenv(killedAt) {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	if _, err := open(t, path).Restore(t.Context(), r); err != nil {
		t.Fatal(err)
	}
}

// TestRestore_Killed: after a restore was killed at any step, the next look finds either the old
// folder or the new one, whole. The old one is never lost, and another restore succeeds and leaves
// nothing of the killed one.
func TestRestore_Killed(t *testing.T) {
	t.Parallel()
	var steps []string
	record := newFolder(t)
	r := restoring(record.Path(), nil)
	r.Reached = func(step string) { steps = append(steps, step) }
	if _, err := open(t, record.backup()).Restore(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if len(steps) < 8 {
		t.Fatalf("the steps are %v", steps)
	}
	for _, step := range steps {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			f := newFolder(t)
			path := f.backup()
			f.exec("UPDATE social_accounts SET name = 'later'")
			f.kill(path, step)
			dir, err := datadir.Existing(f.Path())
			if err != nil {
				t.Fatalf("there is no folder: %v", err)
			}
			if inUse, err := dir.InUse(); err != nil || inUse {
				t.Errorf("it is in use: %t, %v", inUse, err)
			}
			name := value(t, dir.Path(), "SELECT coalesce(name, 'before') FROM social_accounts")
			former, err := filepath.Glob(f.Path() + ".before-restore-*")
			if err != nil || (name == "later") != (len(former) == 0) {
				t.Errorf("the folder is of %s, and beside it is %v, %v", name, former, err)
			}
			for _, old := range former {
				if kept := value(t, old, "SELECT name FROM social_accounts"); kept != "later" {
					t.Errorf("what is kept is %q", kept)
				}
			}
			if _, err := open(t, path).Restore(t.Context(), restoring(f.Path(), nil)); err != nil {
				t.Errorf("the next restore: %v", err)
			}
			if name := value(t, f.Path(), "SELECT coalesce(name, 'before') FROM social_accounts"); name != "before" {
				t.Errorf("after the next restore the folder is of %s", name)
			}
			for _, e := range beside(t, f.Path()) {
				if !strings.Contains(e, ".before-restore-") && e != filepath.Base(f.Path()) {
					t.Errorf("%s is left", e)
				}
			}
		})
	}
}

// kill restores the archive over the folder in a process that is killed at the step.
func (f *folder) kill(archive, step string) {
	f.tb.Helper()
	cmd := exec.CommandContext(f.tb.Context(), os.Args[0], "-test.run=^TestRestore_IsKilled$")
	cmd.Env = append(os.Environ(), killedArchive+"="+archive, killedFolder+"="+f.Path(), killedAt+"="+step)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Error() != "signal: killed" {
		f.tb.Fatalf("it ended with %v\n%s", err, out)
	}
}

func beside(tb testing.TB, path string) (names []string) {
	tb.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		tb.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestBackup_FullDisk makes, checks and restores backups on disks of growing size until there is
// room. Until then each operation says that the disk is full, keeps what was there and adds
// nothing, wherever the room ended. The small disk holds the archive; the staging folder, to which
// nothing can be linked because it is another disk; the folder that is made; the folder that is
// replaced or moved; the copy that a check or the trial of an upgrade works on; or the daily
// backups. make crash has disks that differ by less.
func TestBackup_FullDisk(t *testing.T) {
	t.Parallel()
	disktest.Want(t)
	step := 150
	if os.Getenv(loadRounds) != "" {
		step = 12
	}
	for what, from := range map[string]int{"archive": 100, "staging": 100, "restore": 100, "replace": 700, "check": 100, "upgrade": 100, "daily": 100, "move": 700} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			f := newFolder(t)
			path := f.backup()
			if err := os.Remove(filepath.Join(f.Backups(), "proved.json")); err != nil {
				t.Fatal(err)
			}
			was, full := contents(t, f.Path()), 0
			for kb := from; ; kb += step {
				disk := t.TempDir()
				if what == "staging" {
					disk = f.Staging()
				}
				out, err := onDisk(t, disk, "size="+strconv.Itoa(kb)+"k", "TestBackup_OnFullDisk",
					"TMPDIR="+disk, "ELSEWHERE="+t.TempDir(), fullWhat+"="+what, killedArchive+"="+path, killedFolder+"="+f.Path())
				if err != nil {
					t.Fatalf("with %d KB: %v\n%s", kb, err, out)
				}
				if strings.Contains(out, "DONE") {
					break
				}
				if full++; !strings.Contains(out, "FULL") {
					t.Errorf("with %d KB:\n%s", kb, out)
				}
			}
			if full < 3 {
				t.Errorf("it found the disk full %d times", full)
			}
			t.Logf("%d sizes of a disk were too small, at each everything was as before", full)
			if is := contents(t, f.Path()); what != "staging" && what != "archive" && what != "daily" && !maps.Equal(was, is) {
				t.Errorf("the folder has %v, and had %v", slices.Sorted(maps.Keys(is)), slices.Sorted(maps.Keys(was)))
			}
			if value(t, f.Path(), "SELECT count(*) FROM media_files") != "3" {
				t.Error("the database is not as it was")
			}
			wantEmpty(t, f.Staging())
		})
	}
}

// onDisk runs a test of this program in a process of its own, with a disk of the options mounted at
// a path. The process also gets the environment, and the path in DISK.
func onDisk(t *testing.T, disk, options, test string, env ...string) (out string, err error) {
	t.Helper()
	const mounted = `mount -t tmpfs -o "$1",mode=700 none "$DISK" && exec "$0" -test.run="^$2\$" -test.v`
	cmd := exec.CommandContext(t.Context(), "unshare", "-rm", "sh", "-c", mounted, os.Args[0], options, test)
	cmd.Env = append(append(os.Environ(), "DISK="+disk), env...)
	b, err := cmd.CombinedOutput()
	return string(b), err
}

// copiedTo copies the folder that the process was given to its disk, and returns the copy's path.
func copiedTo(t *testing.T, disk string) string {
	t.Helper()
	path := filepath.Join(disk, "data")
	if err := os.CopyFS(path, os.DirFS(os.Getenv(killedFolder))); err != nil {
		t.Fatal(err)
	}
	return path
}

// existing returns the folder at a path.
func existing(t *testing.T, path string) *folder {
	t.Helper()
	dir, err := datadir.Existing(path)
	if err != nil {
		t.Fatal(err)
	}
	return &folder{Dir: dir, tb: t, clock: clock.NewFake(start)}
}

const fullWhat = "CRIER_TEST_FULL"

// TestBackup_OnFullDisk does one thing on the small disk $DISK, and says FULL or DONE. It does
// nothing unless TestBackup_FullDisk has started it.
func TestBackup_OnFullDisk(t *testing.T) {
	t.Parallel()
	what, disk := os.Getenv(fullWhat), os.Getenv("DISK")
	if what == "" {
		return
	}
	path := os.Getenv(killedFolder)
	if what == "replace" || what == "move" {
		path = copiedTo(t, disk)
	}
	f := existing(t, path)
	backups, moved := filepath.Join(disk, "backups"), f.maker()
	f.moving(&moved)
	if err := os.Mkdir(backups, 0o700); err != nil {
		t.Fatal(err)
	}
	before := names(t, disk)
	var err error
	switch what {
	case "archive":
		_, err = f.maker().Make(t.Context(), filepath.Join(disk, "one.crier"))
	case "daily":
		_, err = f.maker().Automatic(t.Context(), backups)
	case "move":
		_, err = moved.Make(t.Context(), filepath.Join(os.Getenv("ELSEWHERE"), "one.crier"))
	case "staging":
		_, err = f.maker().Make(t.Context(), filepath.Join(os.Getenv("ELSEWHERE"), "one.crier"))
	case "restore":
		r := restoring(filepath.Join(disk, "new"), nil)
		r.WithoutKey = true
		_, err = open(t, os.Getenv(killedArchive)).Restore(t.Context(), r)
	case "replace":
		_, err = open(t, os.Getenv(killedArchive)).Restore(t.Context(), restoring(path, nil))
	case "check":
		_, err = open(t, os.Getenv(killedArchive)).Check(t.Context(), backup.CheckOptions{Contents: modules.BackedUp(), Now: start})
	case "upgrade":
		_, err = backup.TryUpgrade(t.Context(), f.Dir, modules.BackedUp(), start)
	}
	switch {
	case err == nil:
		t.Log("DONE")
		return
	case !database.DiskFull(err):
		t.Fatal(err)
	}
	t.Log("FULL")
	if after := names(t, disk); !slices.Equal(before, after) {
		t.Errorf("the disk has %v, and had %v", after, before)
	}
	if what == "staging" || what == "move" {
		wantEmpty(t, os.Getenv("ELSEWHERE"))
	}
	if what == "move" && f.isMoved() {
		t.Error("the folder is moved, and the archive is not there")
	}
	if what == "replace" && value(t, path, "SELECT count(*) FROM media_files") != "3" {
		t.Error("the folder is not as it was")
	}
}

// names returns all paths below a folder, except locks and the files that SQLite keeps beside a
// database.
func names(t testing.TB, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if base := filepath.Base(path); !strings.HasSuffix(base, ".lock") && !strings.HasSuffix(base, "-wal") && !strings.HasSuffix(base, "-shm") {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
