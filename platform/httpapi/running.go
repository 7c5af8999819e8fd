package httpapi

import (
	"context"
	"fmt"
	"sync"
)

// running counts the requests that are being answered. A sync.WaitGroup may not be waited for while
// it grows from zero.
type running struct {
	mu   sync.Mutex
	n    int
	idle chan struct{}
}

// enter counts a request. leave ends that.
func (r *running) enter() (leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n++; r.n == 1 {
		r.idle = make(chan struct{})
	}
	return r.leave
}

func (r *running) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n--; r.n == 0 {
		close(r.idle)
	}
}

// wait waits until no request is being answered.
func (r *running) wait(ctx context.Context) error {
	r.mu.Lock()
	n, idle := r.n, r.idle
	r.mu.Unlock()
	if n == 0 {
		return nil
	}
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%d requests are still being answered: %w", n, context.Cause(ctx))
	}
}
