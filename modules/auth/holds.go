package auth

import (
	"context"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/secrets"
	"crier/platform/wiretime"
)

const (
	// heldFor is how long a token is held that was looked at: something can be mended at the
	// network meanwhile, and the same token tried again.
	heldFor = 10 * time.Minute
	// mostHeld bounds what a page that pastes without end can have held.
	mostHeld = 16
)

// holds keeps pasted tokens in memory alone, so that a page need not keep them. Each has a ticket
// that cannot be guessed.
type holds struct {
	clock clock.Clock
	mu    sync.Mutex
	// all are by the hashes of their tickets.
	all map[string]heldToken
}

type heldToken struct {
	token secrets.Text
	until wiretime.Time
}

func newHolds(clk clock.Clock) *holds { return &holds{clock: clk, all: make(map[string]heldToken)} }

// put holds the token, and returns its ticket. One too many takes the place of the oldest.
func (h *holds) put(token secrets.Text) (ticket string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop()
	oldest := ""
	for hash, one := range h.all {
		if oldest == "" || one.until.Time().Before(h.all[oldest].until.Time()) {
			oldest = hash
		}
	}
	if len(h.all) >= mostHeld {
		delete(h.all, oldest)
	}
	secrets.Remember(token)
	ticket = randomCode()
	h.all[hashOf(ticket)] = heldToken{token, wiretime.Of(h.clock.Now().Add(heldFor))}
	return ticket
}

// token returns the token of a ticket.
func (h *holds) token(ticket string) (secrets.Text, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop()
	if len(ticket) <= maxCodeLength {
		if one, ok := h.all[hashOf(ticket)]; ok {
			return one.token, nil
		}
	}
	return secrets.Text{}, apperror.New(apperror.ValidationError,
		"the token is not held any more: Crier holds one for %d minutes, in memory alone, and forgets it once its account is connected; paste the token again", int(heldFor.Minutes()))
}

func (h *holds) forget(ticket string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.all, hashOf(ticket))
}

// Drop forgets the tokens whose time is over.
func (h *holds) Drop(context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop()
	return nil
}

func (h *holds) drop() {
	now := h.clock.Now()
	for hash, one := range h.all {
		// A clock that was set back holds none for longer.
		if left := one.until.Time().Sub(now); left <= 0 || left > heldFor {
			delete(h.all, hash)
		}
	}
}
