package httpapi

import (
	"context"
	"log/slog"
	"net/http"

	"crier/platform/wireid"
)

const (
	requestIDHeader    = "X-Request-Id"
	maxRequestIDLength = 128
)

// requestID returns the id that came with the request, when it is sane, and a new one otherwise.
func requestID(r *http.Request) string {
	id := r.Header.Get(requestIDHeader)
	if id == "" || len(id) > maxRequestIDLength {
		return wireid.New().String()
	}
	for i := range len(id) {
		if id[i] <= ' ' || id[i] > '~' {
			return wireid.New().String()
		}
	}
	return id
}

// state is what the program knows of a request that is being answered.
type state struct {
	requestID string
	site      Site
	identity  Identity
	dev       bool
	log       *slog.Logger
}

type stateKey struct{}

func stateOf(ctx context.Context) *state {
	if st, ok := ctx.Value(stateKey{}).(*state); ok {
		return st
	}
	return &state{log: slog.New(slog.DiscardHandler)}
}
