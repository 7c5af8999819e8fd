package storyrepost

import (
	"sync"

	"crier/platform/wireid"
)

// working are the records that somebody in this process is at. What is PROCESSING in the database without being one of them was
// left behind by a process that died.
type working struct {
	mu  sync.Mutex
	ids map[wireid.ID]bool
}

func newWorking() *working { return &working{ids: make(map[wireid.ID]bool)} }

// take has the record be worked on until leave is called, and reports false when it is already.
func (w *working) take(id wireid.ID) (leave func(), ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ids[id] {
		return nil, false
	}
	w.ids[id] = true
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.ids, id)
	}, true
}
