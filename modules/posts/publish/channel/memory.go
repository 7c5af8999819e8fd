package channel

import (
	"sync"

	"crier/platform/wireid"
)

// Memory is what is known of posts from one run to the next, while the network processes their media. A restart forgets it, and the wait is
// begun again. It is safe for concurrent use.
type Memory[T any] struct {
	mu sync.Mutex
	of map[wireid.ID]*T
}

// Take returns what is known of a post, and forgets it; nil when nothing is.
func (m *Memory[T]) Take(post wireid.ID) *T {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := m.of[post]
	delete(m.of, post)
	return known
}

// Keep notes what is known of a post.
func (m *Memory[T]) Keep(post wireid.ID, known *T) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil {
		m.of = map[wireid.ID]*T{}
	}
	m.of[post] = known
}
