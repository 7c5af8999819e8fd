package objectstore

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"crier/platform/clock"
)

const (
	// patience bounds how long one request is repeated.
	patience   = 2 * time.Minute
	maxTries   = 8
	firstPause = 500 * time.Millisecond
	maxPause   = 30 * time.Second
)

type hurriedKey struct{}

// Hurried returns a context whose requests are made once, because somebody waits for the answer.
func Hurried(ctx context.Context) context.Context { return context.WithValue(ctx, hurriedKey{}, true) }

// IsHurried reports whether the context is one of Hurried.
func IsHurried(ctx context.Context) bool { return ctx.Value(hurriedKey{}) != nil }

// Try makes a request of a store's server and repeats it with growing pauses while that may help:
// when nobody answers or the server is busy. It returns the request's error, or the cause of a
// context that has ended.
func Try(ctx context.Context, clk clock.Clock, request func(context.Context) error) error {
	began, pause := clk.Now(), firstPause
	for tries := 1; ; tries++ {
		err := request(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var failed *Error
		if !errors.As(err, &failed) || !failed.IsTransient() || failed.Kind == Full {
			return err
		}
		if tries == maxTries || IsHurried(ctx) || clk.Now().Add(pause).Sub(began) > patience {
			return err
		}
		// Half of the pause is random, so that the clients of a busy server do not all return at
		// the same time.
		if err := clock.Sleep(ctx, clk, pause/2+rand.N(pause/2)); err != nil {
			return err
		}
		pause = min(2*pause, maxPause)
	}
}
