package schedule

import (
	"context"
	"sync"

	"crier/platform/wireid"
)

// locks keeps all but one from a post. It is safe for concurrent use.
type locks struct {
	mu   sync.Mutex
	held map[wireid.ID]chan struct{}
}

func newLocks() *locks { return &locks{held: map[wireid.ID]chan struct{}{}} }

// lock returns what gives the post free again, or the context's cause when it ends before the post is free.
func (l *locks) lock(ctx context.Context, id wireid.ID) (unlock func(), err error) {
	for {
		l.mu.Lock()
		freed, taken := l.held[id]
		if !taken {
			mine := make(chan struct{})
			l.held[id] = mine
			l.mu.Unlock()
			return func() { l.free(id, mine) }, nil
		}
		l.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

func (l *locks) free(id wireid.ID, mine chan struct{}) {
	l.mu.Lock()
	delete(l.held, id)
	l.mu.Unlock()
	close(mine)
}
