// Package intent is the permission to make one call that others can see.
//
// A call that publishes something is not idempotent, and its answer can get lost. The caller must
// have written down before that it is about to send it. So the clients of the networks take an
// Intent with every such call, and only an Issuer makes Intents. The wiring gives the one Issuer to
// the ledger of attempts, which issues an Intent once the row of the attempt is on disk. The
// compiler thus refuses a visible call without a row, and a loop cannot repeat one.
package intent

import (
	"errors"
	"sync/atomic"
)

var (
	// ErrNone says that a call was to be made without an Intent.
	ErrNone = errors.New("intent: no attempt was written down for this call")
	// ErrSpent says that the Intent was used for a call before.
	ErrSpent = errors.New("intent: the call of this attempt was made before")
)

// Intent is the permission to make one visible call. The zero Intent permits none. Copies share one
// permission.
type Intent struct{ spent *atomic.Bool }

// Spend uses the permission up. It returns ErrNone for the zero Intent and ErrSpent when it was
// used before. The clients of the networks call it before they send anything.
func (i Intent) Spend() error {
	switch {
	case i.spent == nil:
		return ErrNone
	case !i.spent.CompareAndSwap(false, true):
		return ErrSpent
	}
	return nil
}

// Issuer makes Intents.
type Issuer struct{ made bool }

// NewIssuer returns an Issuer. Besides tests, the wiring of the ledger of attempts alone calls it.
func NewIssuer() *Issuer { return &Issuer{made: true} }

// Issue returns an Intent. The zero Issuer issues none that permits anything.
func (i *Issuer) Issue() Intent {
	if !i.made {
		return Intent{}
	}
	return Intent{spent: new(atomic.Bool)}
}
