package backup

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"crier/platform/clock"
)

// holdLimit bounds how long deletions wait.
const holdLimit = 10 * time.Minute

// Removals deletes files of the data folder, and postpones deletions while a backup links the files
// that a copy of the database names. The zero Removals deletes at once. It is safe for concurrent
// use.
type Removals struct {
	mu      sync.Mutex
	holds   int // the backups under way
	waiting []string
}

// Remove deletes the files, at once or as soon as no backup holds them. A missing file is no error.
// Files that still wait when the process ends stay behind, and the next start finds them.
func (r *Removals) Remove(paths ...string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.holds > 0 {
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
	r.holds++
	timer := clk.NewTimer(holdLimit)
	ended := make(chan struct{})
	end := sync.OnceFunc(func() {
		timer.Stop()
		close(ended)
		r.release()
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
	return r.holds > 0
}

func (r *Removals) release() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.holds--
	if r.holds > 0 {
		return
	}
	// The next start finds a file that could not be deleted.
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
