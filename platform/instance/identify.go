package instance

import (
	"context"

	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Identify gives an id to a folder that has none, because no version with ids has started it. It
// belongs into the transaction before Restored, Moved or Arrived.
func Identify(ctx context.Context, tx bun.Tx, version string) error {
	state, err := Read(ctx, tx)
	if err != nil || state.One != 0 {
		return err
	}
	return insertState.Exec(ctx, tx, &State{One: 1, ID: wireid.New(), Nonce: movedNonce, Version: version})
}
