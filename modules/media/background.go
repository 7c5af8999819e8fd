package media

import (
	"context"
	"sync"
	"time"

	"crier/platform/clock"
)

// background does one kind of work whenever it is woken, in a goroutine of its own.
type background struct {
	// woken holds a token while there may be work.
	woken  chan struct{}
	cancel context.CancelFunc
	done   sync.WaitGroup
}

func newBackground() background { return background{woken: make(chan struct{}, 1)} }

// begin does the work at once, because there may be some from before, and then until stop.
func (b *background) begin(ctx context.Context, work func(context.Context)) {
	ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
	b.wake()
	b.done.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-b.woken:
				work(ctx)
			}
		}
	})
}

// wake has the work done. It never blocks.
func (b *background) wake() {
	select {
	case b.woken <- struct{}{}:
	default: // It has been woken and has not looked yet.
	}
}

// wakeAfter has the work done when d has passed. The work calls it with its ctx.
func (b *background) wakeAfter(ctx context.Context, c clock.Clock, d time.Duration) {
	b.done.Go(func() {
		if clock.Sleep(ctx, c, d) == nil {
			b.wake()
		}
	})
}

// stop cancels the work and waits for its end; the next start does the rest.
func (b *background) stop() {
	b.cancel()
	b.done.Wait()
}
