package handoff

import (
	"context"
	"errors"
	"sync"
)

var errStopping = errors.New("schedule: Crier is stopping")

// background is work that nobody waits for, until it is stopped.
type background struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	running sync.WaitGroup
}

func newBackground() *background {
	b := &background{}
	b.ctx, b.cancel = context.WithCancelCause(context.Background())
	return b
}

// stop ends the work that is under way and waits for it.
func (b *background) stop() {
	b.cancel(errStopping)
	b.running.Wait()
}
