package cloud

import (
	"context"
	"time"
)

// cached is something that is asked for seldom and by one at a time, an error included.
type cached[T any] struct {
	turn  chan struct{}
	of    string
	value T
	err   error
	keep  time.Duration
	until time.Time
}

func newCached[T any]() *cached[T] { return &cached[T]{turn: make(chan struct{}, 1)} }

// get returns what load last gave for the same thing, or asks it again when that is as old as it
// said. An error is kept for keepError.
func (c *cached[T]) get(ctx context.Context, of string, now time.Time, load func(context.Context) (T, time.Duration, error)) (T, error) {
	var none T
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return none, context.Cause(ctx)
	}
	if c.of == of && waits(now, c.until, c.keep) {
		return c.value, c.err
	}
	value, keep, err := load(ctx)
	if ctx.Err() != nil {
		// The caller has gone; that says nothing about what was asked for.
		return value, err
	}
	c.of, c.value, c.err, c.keep, c.until = of, value, err, keep, now.Add(keep)
	return value, err
}
