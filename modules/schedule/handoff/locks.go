package handoff

import (
	"context"
	"maps"
	"slices"
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
		if unlock, ok := l.tryLock(id); ok {
			return unlock, nil
		}
		select {
		case <-l.freed(id):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// freed returns what is closed once the post is free.
func (l *locks) freed(id wireid.ID) <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if mine, taken := l.held[id]; taken {
		return mine
	}
	isFree := make(chan struct{})
	close(isFree)
	return isFree
}

// tryLock is lock without waiting; it reports false when the post is not free.
func (l *locks) tryLock(id wireid.ID) (unlock func(), ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, taken := l.held[id]; taken {
		return nil, false
	}
	mine := make(chan struct{})
	l.held[id] = mine
	return func() { l.free(id, mine) }, true
}

// all returns the posts that somebody keeps.
func (l *locks) all() []wireid.ID {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Collect(maps.Keys(l.held))
}

func (l *locks) free(id wireid.ID, mine chan struct{}) {
	l.mu.Lock()
	delete(l.held, id)
	l.mu.Unlock()
	close(mine)
}
