package e2e_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"crier/e2e"
)

// workers are the children of a service that work on pictures, as they were seen.
type workers struct {
	// most is how many there were at once, peak the most memory that one had in kB; 0 where the
	// system does not tell.
	most, peak int
}

// watchWorkers looks after the children of a process that work on pictures until its result is
// called.
func watchWorkers(parent int) (stop func() workers) {
	stopped, done := make(chan struct{}), make(chan workers)
	go func() {
		var seen workers
		children := childrenOf{parent: parent, threads: map[string]*os.File{}}
		defer children.close()
		for e2e.SleepUnless(stopped, 5*time.Millisecond) {
			seen.look(slices.DeleteFunc(children.list(), func(pid int) bool { return !isPictureWorker(pid) }))
		}
		done <- seen
	}()
	return func() workers {
		close(stopped)
		return <-done
	}
}

func (w *workers) look(pids []int) {
	// One that is still there was there together with all the others.
	pids = slices.DeleteFunc(pids, func(pid int) bool { return !isPictureWorker(pid) })
	w.most = max(w.most, len(pids))
	for _, pid := range pids {
		kb, _ := processStatus(pid, "VmHWM")
		w.peak = max(w.peak, kb)
	}
}

// childrenOf keeps the files that list the children of a process open, one for each of its threads:
// to open them each time takes several times as long as to read them.
type childrenOf struct {
	parent  int
	threads map[string]*os.File
}

func (c childrenOf) list() (pids []int) {
	folder := fmt.Sprintf("/proc/%d/task", c.parent)
	names, _ := namesIn(folder)
	for _, name := range names {
		if c.threads[name] == nil {
			// A thread that has ended meanwhile has no files any more.
			if file, err := os.Open(filepath.Join(folder, name, "children")); err == nil {
				c.threads[name] = file
			}
		}
	}
	var list [4 << 10]byte
	for name, file := range c.threads {
		n, err := file.ReadAt(list[:], 0)
		if err != nil && !errors.Is(err, io.EOF) {
			_ = file.Close()
			delete(c.threads, name)
			continue
		}
		for text := range strings.FieldsSeq(string(list[:n])) {
			if pid, err := strconv.Atoi(text); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

func (c childrenOf) close() {
	for _, file := range c.threads {
		_ = file.Close()
	}
}

// namesIn returns the names in a folder, in no order.
func namesIn(folder string) ([]string, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	names, err := f.Readdirnames(-1)
	return names, errors.Join(err, f.Close())
}

func isPictureWorker(pid int) bool {
	name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return strings.HasPrefix(string(name), "crier-picture-worker")
}
