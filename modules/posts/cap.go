package posts

import (
	"context"
	"slices"
	"time"

	"crier/platform/database"
	"crier/platform/limits"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// AccountCap is an account's publishing cap, as the network last reported it.
type AccountCap struct {
	bun.BaseModel `bun:"table:account_caps"`

	AccountID wireid.ID `bun:",pk"`
	// Total is how many posts may be published in the window.
	Total int
}

// CapWindow is the rolling window of the publishing cap.
const CapWindow = 24 * time.Hour

// Store stores the cap if it has changed. It returns nil for an account that has just been
// disconnected.
func (c AccountCap) Store(ctx context.Context, db *database.DB) error {
	known, err := storedTotal(ctx, db, c.AccountID)
	if err == nil && known == c.Total || err != nil && !isNotFound(err) {
		return err
	}
	return db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := database.Exec(ctx, tx, `INSERT INTO account_caps (account_id, total) SELECT id, ? FROM social_accounts WHERE id = ?
			ON CONFLICT (account_id) DO UPDATE SET total = excluded.total`, c.Total, c.AccountID)
		return err
	})
}

func storedTotal(ctx context.Context, db bun.IDB, account wireid.ID) (int, error) {
	return database.Value[int](ctx, db, "SELECT total FROM account_caps WHERE account_id = ?", account)
}

// totalOf returns how many posts the account may publish in a window.
func totalOf(ctx context.Context, db bun.IDB, account wireid.ID) (int, error) {
	total, err := storedTotal(ctx, db, account)
	if isNotFound(err) {
		return limits.Of(limits.PostsPerDay).Int(), nil // The network has not reported one yet (contract 8).
	}
	return total, err
}

// crowding counts the posts of the account in the fullest window of the cap that holds the instant:
// the published ones and the due ones. The post at the instant, self, is one more.
func crowding(ctx context.Context, db bun.IDB, account wireid.ID, at time.Time, self wireid.ID) (int, error) {
	instants, err := selectInstants(ctx, db, account, at.Add(-CapWindow), at.Add(CapWindow), self)
	if err != nil {
		return 0, err
	}
	instants = append(instants, at.UnixMilli())
	slices.Sort(instants)
	highest, first := 0, 0
	for last := range instants {
		for instants[last]-instants[first] >= CapWindow.Milliseconds() {
			first++
		}
		if instants[first] <= at.UnixMilli() && instants[last] >= at.UnixMilli() {
			highest = max(highest, last-first+1)
		}
	}
	return highest, nil
}

// selectInstants returns when the account's posts between two instants were published or are due,
// in Unix milliseconds. The cap is the publishing API's: native stories do not count.
func selectInstants(ctx context.Context, db bun.IDB, account wireid.ID, from, to time.Time, self wireid.ID) ([]int64, error) {
	return database.Values[int64](ctx, db, `SELECT at FROM (
		SELECT published_at AS at FROM posts WHERE social_account_id = ?1 AND published_at > ?2 AND published_at < ?3 AND story_mentions IS NULL AND status = 'PUBLISHED'
		UNION ALL SELECT published_at FROM posts_archive WHERE social_account_id = ?1 AND published_at > ?2 AND published_at < ?3 AND story_mentions IS NULL AND status = 'PUBLISHED'
		UNION ALL SELECT scheduled_for FROM posts INDEXED BY posts_waiting WHERE `+WaitingCondition+` AND social_account_id = ?1 AND story_mentions IS NULL AND scheduled_for BETWEEN ?2 AND ?3 AND id <> ?4)
		WHERE at > ?2 AND at < ?3 LIMIT ?5`, account, wiretime.Of(from), wiretime.Of(to), self, maxInstants)
}

// maxInstants is how many posts are read; no account has so large a cap.
const maxInstants = 10_000
