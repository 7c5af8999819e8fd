package timeline

import (
	"cmp"
	"context"
	"database/sql"
	"errors"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// maxSteps is how many steps of a post are kept: the first keptFirst and the latest.
	maxSteps  = 200
	keptFirst = 20
)

// end is the end of a post's timeline within one transaction.
type end struct {
	// seq is the place of the last step, 0 where there is none.
	seq int
	// isRepeatable says that a further step may repeat the last one, or one shortly before it.
	isRepeatable bool
}

// endOf reads the end of a post's timeline. It returns sql.ErrNoRows for a post that has been
// deleted.
func endOf(ctx context.Context, db bun.IDB, post wireid.ID) (end, error) {
	rows, err := database.Query(ctx, db, endSQL, post)
	if err != nil {
		return end{}, err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		return end{}, cmp.Or(rows.Err(), sql.ErrNoRows)
	}
	var e end
	err = rows.Scan(&e.seq, &e.isRepeatable)
	return e, err
}

// insertSteps adds steps to a post's timeline. One that repeats what came since the work was put
// off, or since the last step that cannot repeat, is counted there. One that cannot be written is
// left out. A post that has been deleted gets none.
func insertSteps(ctx context.Context, db bun.IDB, post wireid.ID, steps ...Step) error {
	e, err := endOf(ctx, db, post)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	var failed error
	for _, step := range steps {
		if err != nil {
			// Of what failed nobody knows how far it came.
			failed = errors.Join(failed, err)
			if e, err = endOf(ctx, db, post); err != nil {
				continue
			}
		}
		step.PostID = post
		err = e.add(ctx, db, step)
	}
	return errors.Join(failed, err)
}

// add adds a step behind the end.
func (e *end) add(ctx context.Context, db bun.IDB, step Step) error {
	if step.Repeatable && e.isRepeatable {
		repeated, err := repeatStep(ctx, db, step)
		if repeated || err != nil {
			return err
		}
	}
	_, err := database.Exec(ctx, db, insertStepSQL,
		step.PostID, e.seq+1, step.Kind, step.At, step.Repeatable, step.What, stepText(step.Text), step.DurationMs, step.Op, step.Method, step.Host, step.Path,
		step.HTTPStatus, step.Code, step.Subcode, step.Class, step.TraceID, step.UsagePercent,
		step.FromStatus, step.ToStatus, step.ErrorCode, step.Until, step.LateMs)
	if err != nil {
		return err
	}
	e.seq, e.isRepeatable = e.seq+1, step.Repeatable
	if e.seq <= maxSteps {
		return nil
	}
	_, err = database.Exec(ctx, db, dropStepSQL, step.PostID, maxSteps, e.seq, keptFirst)
	return err
}

// repeatStep counts the step where it repeats another one, and reports false when it repeats none.
func repeatStep(ctx context.Context, db bun.IDB, step Step) (bool, error) {
	seq, err := database.Value[sql.NullInt64](ctx, db, sameStepSQL, step.PostID, step.Kind, stepText(step.Text), step.Op, step.Method, step.Host, step.Path,
		step.HTTPStatus, step.Code, step.Subcode, step.Class, KindWait, step.What)
	if err != nil || !seq.Valid {
		return false, err
	}
	_, err = database.Exec(ctx, db, repeatStepSQL, step.PostID, seq.Int64, step.At, stepText(step.Text), step.DurationMs, step.LateMs, step.UsagePercent, step.TraceID, step.Until)
	return true, err
}

const (
	endSQL = `SELECT coalesce(step.seq, 0), coalesce(step.repeatable, 0)
		FROM posts AS post LEFT JOIN post_steps AS step
			ON step.post_id = post.id AND step.seq = (SELECT max(seq) FROM post_steps WHERE post_id = ?1)
		WHERE post.id = ?1`

	insertStepSQL = `INSERT INTO post_steps (post_id, seq, kind, at, last_at, times, repeatable, what, text, duration_ms, op, method, host, path,
			http_status, code, subcode, class, trace_id, usage_percent, from_status, to_status, error_code, until, late_ms)
		VALUES (?1, ?2, ?3, ?4, ?4, 1, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)`

	// Failures are the same whatever their texts, in which ports may differ. BETWEEN, because
	// SQLite plans "code = ?9" again whenever the value changes between 0 or 1, which it takes for
	// common ones, and another.
	sameStepSQL = `SELECT max(seq) FROM post_steps
		WHERE post_id = ?1 AND kind = ?2 AND what = ?13 AND op = ?4 AND method = ?5 AND host = ?6 AND path = ?7
			AND http_status BETWEEN ?8 AND ?8 AND code BETWEEN ?9 AND ?9 AND subcode BETWEEN ?10 AND ?10 AND class = ?11 AND (class <> '' OR text = ?3)
			AND seq > (SELECT coalesce(max(CASE WHEN repeatable THEN seq - 1 ELSE seq END), 0) FROM post_steps
				WHERE post_id = ?1 AND (NOT repeatable OR kind = ?12))`

	// BETWEEN, because an index holds the steps whose seq is 1: SQLite would plan "seq = ?2" again
	// for each value.
	repeatStepSQL = `UPDATE post_steps SET times = times + 1, last_at = ?3, text = ?4, duration_ms = max(duration_ms, ?5), late_ms = max(late_ms, ?6),
			usage_percent = max(usage_percent, ?7), trace_id = ?8, until = ?9
		WHERE post_id = ?1 AND seq BETWEEN ?2 AND ?2`
)

// dropStepSQL makes room for the newest step: the oldest of those that repeat go first, then what
// lies between the first steps and the latest. The very first one stays, by which the whole is
// found when it is old.
const dropStepSQL = `DELETE FROM post_steps
	WHERE post_id = ?1 AND (SELECT count(*) FROM post_steps WHERE post_id = ?1) > ?2 AND seq = (
		SELECT seq FROM post_steps WHERE post_id = ?1 AND seq > 1 AND seq < ?3
		ORDER BY repeatable DESC, seq <= ?4, seq LIMIT 1)`

// Select returns a post's steps in their order, none for a post without a timeline.
func Select(ctx context.Context, db bun.IDB, post wireid.ID) ([]Step, error) {
	steps := []Step{}
	err := db.NewSelect().Model(&steps).Where("post_id = ?", post).Order("seq").Scan(ctx)
	return steps, err
}

// deleteOldSteps removes the timelines of a few posts that ended before the instant, or began
// before it and were deleted, and reports false when there are none.
func deleteOldSteps(ctx context.Context, db bun.IDB, before wiretime.Time, limit int) (some bool, err error) {
	old := db.NewSelect().TableExpr("post_steps AS old INDEXED BY post_steps_begun").ColumnExpr("old.post_id").
		Join("LEFT JOIN posts AS post ON post.id = old.post_id").
		Where("old.seq = 1 AND old.at < ?", before).
		Where("post.id IS NULL OR post.completed_at < ? AND post.status IN ('PUBLISHED', 'FAILED')", before).Limit(int64(limit))
	result, err := db.NewDelete().Model((*Step)(nil)).Where("post_id IN (?)", old).Exec(ctx)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}
