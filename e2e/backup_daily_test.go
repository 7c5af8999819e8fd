package e2e_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules"
	"crier/platform/backup"
	"crier/platform/config"
	"crier/platform/secrets"
)

// TestBackup_OfEachDay runs a service for 24 days: it makes one backup a day, keeps the last seven
// and the last of each of the last four weeks, and each of them can be restored. While their folder
// is missing, like a disk that was removed, it says so and makes none elsewhere.
func TestBackup_OfEachDay(t *testing.T) {
	t.Parallel()
	disk := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(disk, "crier")
	j := begin(t, e2e.Configured(func(c *config.Config) { c.BackupDir = dir }))
	j.schedule(j.imagePost("rye"), j.Clock.Now().Add(90*24*time.Hour))
	days := func() (all []string) {
		t.Helper()
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			all = append(all, strings.TrimPrefix(e.Name(), "crier-auto-")[:len("20261122")])
		}
		return all
	}
	for range 24 {
		j.Clock.Jump(12 * time.Hour)
		j.chore("backups.daily")
		newest := slices.Max(days())
		if today := j.Clock.Now().Format("20060102"); newest != today {
			t.Errorf("the newest of %s is of %s", today, newest)
		}
		j.Clock.Jump(12 * time.Hour)
		if j.chore("backups.daily"); slices.Max(days()) != newest {
			t.Errorf("after half a day there is another one: %v", days())
		}
	}
	want := []string{"20261129", "20261206", "20261208", "20261209", "20261210", "20261211", "20261212", "20261213", "20261214"}
	if got := days(); !slices.Equal(got, want) {
		t.Errorf("it keeps %v", got)
	}
	key, err := secrets.LoadKey(filepath.Join(j.Dir, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob(filepath.Join(dir, "*.crier"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range kept {
		archive, err := backup.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		proof, err := archive.Check(t.Context(), backup.CheckOptions{Contents: modules.BackedUp(), Now: j.Clock.Now(), Key: &key})
		if err != nil || !proof.IsOpened || proof.Files < 3 {
			t.Errorf("%s: %+v, %v", path, proof, err)
		}
		if err := archive.Close(); err != nil {
			t.Error(err)
		}
	}

	if err := os.Rename(disk, disk+" in a drawer"); err != nil {
		t.Fatal(err)
	}
	j.Clock.Jump(24 * time.Hour)
	for _, empty := range []bool{false, true} {
		if empty { // The disk is pulled out, and the folder where it is mounted stays.
			if err := os.Mkdir(disk, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		err := j.Scheduler.RunNow(t.Context(), "backups.daily")
		if quiet := j.Scheduler.RunNow(t.Context(), "backups.daily"); quiet != nil {
			t.Errorf("at once it tries again: %v", quiet)
		}
		j.Clock.Jump(time.Hour)
		if err == nil || !strings.Contains(err.Error(), "the backup of the day was not made: the folder "+dir+" is gone") || strings.Contains(err.Error(), "\n") {
			t.Errorf("without the disk it says %v", err)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Error("it makes a folder where there is no disk")
		}
	}
	if err := os.Remove(disk); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(disk+" in a drawer", disk); err != nil {
		t.Fatal(err)
	}
	j.chore("backups.daily")
	if got := days(); got[len(got)-1] != "20261216" {
		t.Errorf("with the disk again it has %v", got)
	}
}
