package settings

import (
	"context"
	"sync"

	"crier/platform/wireid"
)

// turns lets one login of an account run at a time.
type turns struct {
	mu  sync.Mutex
	all map[wireid.ID]*turn
}

type turn struct {
	free chan struct{}
	// users hold the turn or wait for it.
	users int
}

func newTurns() *turns { return &turns{all: make(map[wireid.ID]*turn)} }

// take waits for the account's turn, which lasts until leave is called. It returns the context's cause when ctx ends
// first.
func (t *turns) take(ctx context.Context, account wireid.ID) (leave func(), err error) {
	one := t.join(account)
	select {
	case one.free <- struct{}{}:
		return func() {
			<-one.free
			t.quit(account)
		}, nil
	case <-ctx.Done():
		t.quit(account)
		return nil, context.Cause(ctx)
	}
}

func (t *turns) join(account wireid.ID) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	one := t.all[account]
	if one == nil {
		one = &turn{free: make(chan struct{}, 1)}
		t.all[account] = one
	}
	one.users++
	return one
}

func (t *turns) quit(account wireid.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	one := t.all[account]
	if one.users--; one.users == 0 {
		delete(t.all, account)
	}
}
