package bucket

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"crier/platform/clock"
	"crier/platform/objectstore"
)

const (
	// patience bounds how long one request is repeated.
	patience   = 2 * time.Minute
	maxTries   = 8
	firstPause = 500 * time.Millisecond
	maxPause   = 30 * time.Second
	// shortTimeout bounds a request for which somebody waits.
	shortTimeout = 30 * time.Second
)

type hurriedKey struct{}

// hurried has every request made once, and soon given up: somebody waits for the answer.
func hurried(ctx context.Context) context.Context { return context.WithValue(ctx, hurriedKey{}, true) }

func isHurried(ctx context.Context) bool { return ctx.Value(hurriedKey{}) != nil }

// try makes a request, and makes it again with growing pauses while that may help. It returns what people are told, or the
// context's cause when that has ended.
func (s *Store) try(ctx context.Context, request func(context.Context) error) error {
	began, pause := s.clock.Now(), firstPause
	for tries := 1; ; tries++ {
		err := s.once(ctx, request)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var failed *objectstore.Error
		if !errors.As(err, &failed) || !failed.Passing() {
			return err
		}
		if tries == maxTries || isHurried(ctx) || s.clock.Now().Add(pause).Sub(began) > patience {
			return err
		}
		// Half of the pause is left to chance, so that those whom a busy server turned away do not come back together.
		if err := clock.Sleep(ctx, s.clock, pause/2+rand.N(pause/2)); err != nil {
			return err
		}
		pause = min(2*pause, maxPause)
	}
}

// once makes a request within its time.
func (s *Store) once(ctx context.Context, request func(context.Context) error) error {
	timeout := s.timeout
	if isHurried(ctx) {
		timeout = min(timeout, shortTimeout)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return s.explain(request(ctx))
}
