package handoff

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// selectEntry returns nil when there is none.
func selectEntry(ctx context.Context, db bun.IDB, post wireid.ID) (*entry, error) {
	row, err := entryOf.One(ctx, db, post)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &row, err
}

func insertEntry(ctx context.Context, db bun.IDB, row *entry) error {
	_, err := db.NewInsert().Model(row).Exec(ctx)
	return err
}

func updateEntry(ctx context.Context, db bun.IDB, row *entry) error {
	_, err := db.NewUpdate().Model(row).WherePK().Exec(ctx)
	return err
}

func deleteEntry(ctx context.Context, db bun.IDB, post wireid.ID) error {
	_, err := db.NewDelete().Model((*entry)(nil)).Where("post_id = ?", post).Exec(ctx)
	return err
}

// updatePutKeys records which files of a post are in the bucket with the address base. Those that
// were before become former ones. It changes nothing if the files were lost since the entry had
// was, because some of these may have been put before.
func updatePutKeys(ctx context.Context, db bun.IDB, post wireid.ID, keys, was, base string) error {
	_, err := db.NewUpdate().Model((*entry)(nil)).Set("former_keys = CASE put_keys WHEN ? THEN former_keys ELSE trim(former_keys || ' ' || put_keys) END", keys).
		Set("put_keys = ?, put_base = ?", keys, base).Where("post_id = ? AND put_base = ?", post, was).Exec(ctx)
	return err
}

// lostBase is the put_base of files that were lost with their bucket.
const lostBase = "lost"

// loseFiles records that no files are in the bucket any more, and returns the posts that the worker
// has, or should have, and whose files were there.
func loseFiles(ctx context.Context, db bun.IDB) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, "UPDATE schedule_cloud_jobs SET put_base = ? WHERE put_keys <> '' AND put_base <> ? RETURNING post_id", lostBase, lostBase)
}

// selectNamed returns, for each post that the worker may have and should have, the keys that it may
// name, divided by spaces.
func selectNamed(ctx context.Context, db bun.IDB) ([]string, error) {
	return database.Values[string](ctx, db, "SELECT put_keys || ' ' || former_keys FROM schedule_cloud_jobs WHERE wish = ? AND is_exposed", present)
}

// selectSendable returns the posts that are to be sent at the instant, except those of some
// accounts: the longest waiting first, and of those that have waited as long the one that goes out
// first.
func selectSendable(ctx context.Context, db bun.IDB, now wiretime.Time, without []wireid.ID) ([]wireid.ID, error) {
	others, err := database.List(without)
	if err != nil {
		return nil, err
	}
	return database.Values[wireid.ID](ctx, db, `SELECT post_id FROM schedule_cloud_jobs WHERE next_attempt_at <= ? AND fenced_at IS NULL
		AND account_id NOT IN (SELECT value FROM json_each(?)) ORDER BY next_attempt_at, (SELECT scheduled_for FROM posts WHERE id = post_id)`, now, others)
}

// nextSending returns when the next post is to be sent, except those of some accounts and those
// that are being sent. It reports false when there is none.
func nextSending(ctx context.Context, db bun.IDB, without, sending []wireid.ID) (time.Time, bool, error) {
	query := db.NewSelect().Model((*entry)(nil)).ColumnExpr("min(next_attempt_at)").Where("next_attempt_at IS NOT NULL AND fenced_at IS NULL")
	if len(without) > 0 {
		query.Where("account_id NOT IN (?)", bun.List(without))
	}
	if len(sending) > 0 {
		query.Where("post_id NOT IN (?)", bun.List(sending))
	}
	var next sql.NullInt64
	err := query.Scan(ctx, &next)
	return time.UnixMilli(next.Int64), next.Valid, err
}

func selectEntries(ctx context.Context, db bun.IDB) ([]entry, error) {
	return allEntries.All(ctx, db)
}

var (
	entryOf    = database.SelectFrom[entry]("WHERE post_id = ?")
	allEntries = database.SelectFrom[entry]("ORDER BY post_id")
)

// touch has posts sent again that the worker has; work that is acting on one of them sees that it
// has changed.
func touch(ctx context.Context, db bun.IDB, now wiretime.Time, which func(*bun.UpdateQuery)) (int64, error) {
	query := db.NewUpdate().Model((*entry)(nil)).Set("next_attempt_at = ?, attempts = 0, changes = changes + 1", now).
		Where("next_attempt_at IS NULL AND wish = ? AND fenced_at IS NULL", present)
	which(query)
	result, err := query.Exec(ctx)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// makeAllDue makes every waiting attempt due.
func makeAllDue(ctx context.Context, db bun.IDB, now wiretime.Time) error {
	_, err := db.NewUpdate().Model((*entry)(nil)).Set("next_attempt_at = ?", now).Where("next_attempt_at > ?", now).Exec(ctx)
	return err
}

// rebaseWaits makes attempts due that would wait beyond an instant.
func rebaseWaits(ctx context.Context, db bun.IDB, now, beyond wiretime.Time) error {
	_, err := db.NewUpdate().Model((*entry)(nil)).Set("next_attempt_at = ?", now).Where("next_attempt_at > ?", beyond).Exec(ctx)
	return err
}

// rebaseFences makes a fence with a time in the future stand since now.
func rebaseFences(ctx context.Context, db bun.IDB, now wiretime.Time) error {
	_, err := db.NewUpdate().Model((*entry)(nil)).Set("fenced_at = ?", now).Where("fenced_at > ?", now).Exec(ctx)
	return err
}

// selectAccounts returns the accounts of the posts that the worker has or should have.
func selectAccounts(ctx context.Context, db bun.IDB) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, "SELECT DISTINCT account_id FROM schedule_cloud_jobs WHERE wish = ?", present)
}

// nextRevision returns a revision that was never given out.
func nextRevision(ctx context.Context, db bun.IDB) (int64, error) {
	return database.Value[int64](ctx, db, "UPDATE schedule_revisions SET last = last + 1 WHERE id = 1 RETURNING last")
}

// raiseRevisions makes all further revisions greater than one that the worker has.
func raiseRevisions(ctx context.Context, db bun.IDB, above int64) error {
	_, err := db.NewRaw("UPDATE schedule_revisions SET last = max(last, ?) WHERE id = 1", above).Exec(ctx)
	return err
}

func lastRevision(ctx context.Context, db bun.IDB) (int64, error) {
	return database.Value[int64](ctx, db, "SELECT last FROM schedule_revisions WHERE id = 1")
}
