package storyrepost

import (
	"context"
	"time"

	"crier/platform/database"

	"github.com/uptrace/bun"
)

// DisableAll ends the reposts of all accounts in a copy of a database whose credentials are gone.
func DisableAll(ctx context.Context, tx bun.Tx, _ time.Time) error {
	_, err := database.Exec(ctx, tx, "UPDATE story_repost_configs SET is_enabled = 0")
	return err
}
