package golive

import (
	"context"

	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// storedLook is what the last look at a step has found.
type storedLook struct {
	bun.BaseModel `bun:"table:golive_looks,alias:look"`

	Network config.Network `bun:",pk"`
	Step    ID             `bun:",pk"`
	// AccountID is empty for a step about no account.
	AccountID string `bun:",pk"`
	// About is a digest of what was looked at.
	About    string
	State    State
	Evidence string
	// Said are the network's own words.
	Said string
	// Fix is what to do, a line for each step of it.
	Fix       string
	CheckedAt wiretime.Time
	// NextAt is from when on a look is made again by itself.
	NextAt wiretime.Time
}

var looksOf = database.SelectFrom[storedLook]("WHERE network = ?")

func selectLooks(ctx context.Context, db bun.IDB, network config.Network) ([]storedLook, error) {
	return looksOf.All(ctx, db, network)
}

func upsertLook(ctx context.Context, db bun.IDB, row *storedLook) error {
	_, err := db.NewInsert().Model(row).On("CONFLICT (network, step, account_id) DO UPDATE").
		Set("about = EXCLUDED.about").Set("state = EXCLUDED.state").Set("evidence = EXCLUDED.evidence").Set("said = EXCLUDED.said").Set("fix = EXCLUDED.fix").
		Set("checked_at = EXCLUDED.checked_at").Set("next_at = EXCLUDED.next_at").Exec(ctx)
	return err
}

// deleteLooks forgets what is known of an account that is disconnected.
func deleteLooks(ctx context.Context, db bun.IDB, account wireid.ID) error {
	_, err := database.Exec(ctx, db, "DELETE FROM golive_looks WHERE account_id = ?", account.String())
	return err
}
