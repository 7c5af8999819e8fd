package backup

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"crier/platform/clock"
)

// holdLimit is how long deletions wait at most.
const holdLimit = 10 * time.Minute

// Removals deletes files of the data folder, and postpones deletions while a backup links the files
// that a copy of the database names. The zero Removals deletes at once. It is safe for concurrent
// use.
type Removals struct {
	mu sync.Mutex
	// held are the backups under way.
	held    map[*hold]bool
	waiting []string
}

// hold is one of them; its address tells it from the others.
type hold struct{ _ byte }

// Remove deletes the files, at once or when no backup holds them any more. A file that is not there
// is no error. When the process ends, files that still wait are left behind, and the next start
// finds them.
func (r *Removals) Remove(paths ...string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.held) > 0 {
		r.waiting = append(r.waiting, paths...)
		return nil
	}
	return removeAll(paths)
}

// Hold postpones deletions until release is called, and for ten minutes at most. On a nil Removals
// it does nothing.
func (r *Removals) Hold(clk clock.Clock) (release func()) {
	if r == nil {
		return func() {}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	h := new(hold)
	if r.held == nil {
		r.held = make(map[*hold]bool)
	}
	r.held[h] = true
	timer := clk.NewTimer(holdLimit)
	ended := make(chan struct{})
	end := sync.OnceFunc(func() {
		timer.Stop()
		close(ended)
		r.release(h)
	})
	go func() {
		select {
		case <-timer.C:
			end()
		case <-ended:
		}
	}()
	return end
}

// IsHeld reports whether deletions wait.
func (r *Removals) IsHeld() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.held) > 0
}

func (r *Removals) release(h *hold) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.held, h)
	if len(r.held) > 0 {
		return
	}
	// One that stays is found by the next start.
	_ = removeAll(r.waiting)
	r.waiting = nil
}

func removeAll(paths []string) (err error) {
	for _, path := range paths {
		if removeErr := os.Remove(path); !errors.Is(removeErr, fs.ErrNotExist) {
			err = errors.Join(err, removeErr)
		}
	}
	return err
}
