package faults_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
)

// fault is a set of system calls that fail, on some paths or on all.
type fault struct {
	name, calls, how string
	paths            []string
	// unwell says that nothing can be stored under the fault, so that /health must say so.
	unwell bool
}

// onDatabase returns the paths of the database of a data folder.
func onDatabase(dir string) []string {
	file := filepath.Join(dir, "crier.db")
	return []string{file, file + "-wal"}
}

// faults are what every run meets. strace counts the calls of each thread by itself.
func faults(dir string) []fault {
	db := onDatabase(dir)
	return []fault{
		{"sync of the database fails now and then", "fsync", "error=EIO:when=2+2", db, false},
		{"sync of the database fails", "fsync", "error=EIO", db, true},
		{"the database finds the disk full now and then", "pwrite64", "error=ENOSPC:when=3+5", db, false},
		{"writes to the database fail now and then", "pwrite64", "error=EIO:when=2+7", db, false},
		{"writes to the database fail", "pwrite64", "error=EIO", db, true},
		{"reads of the database fail now and then", "pread64", "error=EIO:when=2+3", db, false},
		{"reads of the database fail", "pread64", "error=EIO", db, false},
		{"the database cannot shrink", "ftruncate", "error=EIO", db, false},
		{"every second sync fails", "fsync", "error=EIO:when=1+2", nil, false},
		{"renames fail now and then", "rename,renameat,renameat2", "error=EIO:when=1+2", nil, false},
		{"renames find the disk full", "rename,renameat,renameat2", "error=ENOSPC", nil, false},
		{"there are too many open files", "openat", "error=EMFILE:when=2+2", nil, false},
		{"nothing can be deleted", "unlink,unlinkat", "error=EROFS", nil, false},
	}
}

// anyFault returns a fault of a kind, with an error and at moments that are drawn.
func anyFault(random *rand.Rand, dir string) fault {
	db := onDatabase(dir)
	kinds := []struct {
		calls  string
		errors []string
		paths  []string
	}{
		{"fsync", []string{"EIO", "ENOSPC"}, db},
		{"fsync", []string{"EIO", "EROFS"}, nil},
		{"pwrite64", []string{"EIO", "ENOSPC", "EROFS", "EDQUOT"}, db},
		{"pread64", []string{"EIO"}, db},
		{"ftruncate", []string{"EIO", "ENOSPC"}, db},
		{"rename,renameat,renameat2", []string{"EIO", "ENOSPC", "EROFS"}, nil},
		{"link,linkat", []string{"EIO", "ENOSPC", "EROFS", "EMLINK"}, nil},
		{"unlink,unlinkat", []string{"EIO", "EROFS"}, nil},
		{"openat", []string{"EMFILE", "ENFILE", "EIO"}, nil},
		{"fstat,newfstatat", []string{"EIO"}, db},
	}
	kind := kinds[random.IntN(len(kinds))]
	how := "error=" + kind.errors[random.IntN(len(kind.errors))]
	if random.IntN(4) > 0 {
		how += fmt.Sprintf(":when=%d+%d", 1+random.IntN(9), 1+random.IntN(5))
	}
	return fault{kind.calls + " of " + fmt.Sprint(len(kind.paths)) + " paths, " + how, kind.calls, how, kind.paths, false}
}

// TestFaults_Rounds has system calls fail, one kind after the other, while clients work.
// CRIER_TEST_FAULTS sets how many rounds with a drawn fault there are after those of every run, and
// CRIER_TEST_SEED repeats what is drawn.
func TestFaults_Rounds(t *testing.T) {
	t.Parallel()
	needStrace(t)
	w := startWorld(t)
	w.seed = e2e.DrawnSeed(t)
	more := e2e.NumberOf(t, "CRIER_TEST_FAULTS", 0)
	for _, f := range faults(w.service.Dir()) {
		if w.round(t, f, time.Minute) == 0 {
			t.Errorf("%s: no call failed, so that nothing was tried", f.name)
		}
	}
	random := rand.New(rand.NewPCG(w.seed, 0))
	for n := range more {
		w.round(t, anyFault(random, w.service.Dir()), usualRound)
		if n%10 == 9 {
			w.settle(t)
			w.judge(t)
		}
	}
	w.settle(t)
	w.judge(t)
	t.Logf("%d calls failed", w.failed)
	if w.failed < 40 {
		t.Error("hardly a call failed")
	}
	if exit := w.service.Stop(t); exit.Code != 0 {
		t.Errorf("SIGTERM ended it with %d", exit.Code)
	}
	w.service = w.service.Again(t)
	w.settle(t)
	w.judge(t)
}

// usualRound is how long a round waits at most for as many calls as it wants.
const usualRound = 10 * time.Second

// round has clients work under the fault, and without it from then on. It waits for the first call
// that fails for as long as patience, and returns how many failed.
func (w *world) round(t *testing.T, f fault, patience time.Duration) (failed int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	i := inject(t, w.service.PID(), f)
	w.mu.Lock()
	before := w.tried
	w.mu.Unlock()
	wait := w.work(ctx)
	clk := clock.System()
	enough := func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return i.count() >= 6 && w.tried-before >= 12
	}
	mayGoOn := func(since time.Time) bool {
		passed := clk.Now().Sub(since)
		return passed < usualRound || i.count() == 0 && passed < patience
	}
	for begun := clk.Now(); !enough() && mayGoOn(begun); <-clk.NewTimer(10 * time.Millisecond).C {
	}
	if f.unwell {
		// What the clients do must not be what finds it.
		cancel()
		wait()
		w.isUnwell(t, f)
	}
	failed = i.count()
	i.end(t)
	w.recover(t, f)
	cancel()
	wait()
	t.Logf("%s: %d calls failed", f.name, failed)
	w.failed += failed
	return failed
}
