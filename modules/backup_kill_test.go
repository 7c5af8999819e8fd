//go:build !windows

package modules_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
)

// The variables that make of this test binary a restore that is killed.
const (
	killedArchive, killedFolder, killedAt = "CRIER_TEST_RESTORE", "CRIER_TEST_RESTORE_TO", "CRIER_TEST_RESTORE_KILL"
)

// TestRestore_IsKilled restores in a process of its own that is killed at a step. It is skipped unless TestRestore_Killed has started it.
func TestRestore_IsKilled(t *testing.T) {
	t.Parallel()
	path := os.Getenv(killedArchive)
	if path == "" {
		t.Skip("for TestRestore_Killed")
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

// TestRestore_Killed: whenever a restore is killed, the next one to look finds the old folder or the new one, whole, the old one is never lost, and a
// further restore succeeds and leaves nothing of the killed one.
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

// TestBackup_FullDisk makes and restores backups on disks of growing size, until there is room: before that each says that the disk is full, and
// leaves nothing, wherever it came to its end.
func TestBackup_FullDisk(t *testing.T) {
	t.Parallel()
	if err := exec.CommandContext(t.Context(), "unshare", "-rm", "mount", "-t", "tmpfs", "none", t.TempDir()).Run(); err != nil {
		t.Skip("this system does not let a test have a disk of its own:", err)
	}
	f := newFolder(t)
	path := f.backup()
	for _, what := range []string{"backup", "restore"} {
		full := 0
		for kb := 100; ; kb += 150 {
			disk := t.TempDir()
			cmd := exec.CommandContext(t.Context(), "unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=`+strconv.Itoa(kb)+`k,mode=700 none "$DISK" && export TMPDIR=$DISK && `+
				`"$0" -test.run='^TestBackup_OnFullDisk$' -test.v; code=$?; find "$DISK" -mindepth 1 | sed 's/^/LEFT /'; exit $code`, os.Args[0])
			cmd.Env = append(os.Environ(), "DISK="+disk, fullWhat+"="+what, killedArchive+"="+path, killedFolder+"="+f.Path())
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%s with %d KB: %v\n%s", what, kb, err, out)
			}
			if strings.Contains(string(out), "DONE") {
				break
			}
			if full++; !strings.Contains(string(out), "FULL") || strings.Contains(string(out), "LEFT") {
				t.Errorf("%s with %d KB:\n%s", what, kb, out)
			}
		}
		if full < 3 {
			t.Errorf("%s found the disk full %d times", what, full)
		}
		t.Logf("%s: %d sizes of a disk were too small, at each nothing was left", what, full)
	}
	if value(t, f.Path(), "SELECT count(*) FROM media_files") != "3" {
		t.Error("the folder is not as it was")
	}
	wantEmpty(t, f.Staging())
}

const fullWhat = "CRIER_TEST_FULL"

// TestBackup_OnFullDisk makes or restores a backup on the small disk $DISK, and says FULL or DONE. It is skipped unless TestBackup_FullDisk has started it.
func TestBackup_OnFullDisk(t *testing.T) {
	t.Parallel()
	disk := os.Getenv("DISK")
	dir, err := datadir.Existing(os.Getenv(killedFolder))
	if err != nil || os.Getenv(fullWhat) == "" {
		t.Skip("for TestBackup_FullDisk")
	}
	if os.Getenv(fullWhat) == "backup" {
		f := &folder{Dir: dir, tb: t, clock: clock.NewFake(start)}
		_, err = f.making().Make(t.Context(), filepath.Join(disk, "one.crier"))
	} else {
		r := restoring(filepath.Join(disk, "new"), nil)
		r.WithoutKey = true
		_, err = open(t, os.Getenv(killedArchive)).Restore(t.Context(), r)
	}
	switch {
	case err == nil:
		t.Log("DONE")
	case database.DiskFull(err):
		t.Log("FULL")
	default:
		t.Fatal(err)
	}
}
