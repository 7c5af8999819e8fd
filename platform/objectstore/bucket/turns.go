package bucket

import (
	"context"
	"sync"
)

// turns lets one caller at a time work at a key: two uploads of one object would continue each other's parts.
type turns struct {
	mu  sync.Mutex
	all map[string]*turn
}

type turn struct {
	free  chan struct{}
	users int
}

// take waits for the key's turn and returns how it is given back. It returns the context's cause when that ends first.
func (t *turns) take(ctx context.Context, key string) (leave func(), err error) {
	one := t.join(key)
	select {
	case one.free <- struct{}{}:
		return func() { <-one.free; t.part(key, one) }, nil
	case <-ctx.Done():
		t.part(key, one)
		return nil, context.Cause(ctx)
	}
}

func (t *turns) join(key string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil {
		t.all = map[string]*turn{}
	}
	if t.all[key] == nil {
		t.all[key] = &turn{free: make(chan struct{}, 1)}
	}
	t.all[key].users++
	return t.all[key]
}

func (t *turns) part(key string, one *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if one.users--; one.users == 0 {
		delete(t.all, key)
	}
}
