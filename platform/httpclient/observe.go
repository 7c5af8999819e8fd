package httpclient

import "context"

type observerKey[T any] struct{}

// WithObserver returns a context under which observe is told of each T that a client reports. An
// observer that ctx has already is told before.
func WithObserver[T any](ctx context.Context, observe func(T)) context.Context {
	if outer, ok := ctx.Value(observerKey[T]{}).(func(T)); ok {
		inner := observe
		observe = func(t T) { outer(t); inner(t) }
	}
	return context.WithValue(ctx, observerKey[T]{}, observe)
}

// ObserverOf returns a function that tells own, which may be nil, and then the observer of the
// context; nil when there is neither.
func ObserverOf[T any](ctx context.Context, own func(T)) func(T) {
	observe, _ := ctx.Value(observerKey[T]{}).(func(T))
	switch {
	case own == nil:
		return observe
	case observe == nil:
		return own
	}
	return func(t T) { own(t); observe(t) }
}
