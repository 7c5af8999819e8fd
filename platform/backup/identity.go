package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/instance"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// identify records which folder the archive is a copy of. The folder of an early version has no
// identity.
func (m *Manifest) identify(ctx context.Context, db *database.DB) error {
	var tables int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'instance'").Scan(&tables); err != nil || tables == 0 {
		return err
	}
	err := db.QueryRowContext(ctx, "SELECT id, sequence, machine FROM instance WHERE one = 1").Scan(&m.Instance, &m.Sequence, &m.Machine)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read which folder this is: %w", err)
	}
	return nil
}

// mostMove is the age up to which a move counts as the only copy of its folder. A third machine
// cannot tell that a second one has already restored the archive, but a move takes no longer than
// this.
const mostMove = 24 * time.Hour

// isMove reports whether the archive is a move that is recent enough to be the only copy.
func (m *Manifest) isMove(now time.Time) bool { return m.IsMove && now.Sub(m.Time).Abs() <= mostMove }

// arrive marks the restored folder as a copy, and reports whether it is in quarantine. A moved
// folder carries on; any other one may lack what happened after its backup.
func (m *Manifest) arrive(ctx context.Context, tx bun.Tx, now time.Time) (isQuarantined bool, err error) {
	if err := instance.Identify(ctx, tx, m.Version); err != nil {
		return false, err
	}
	// RecordArrival also unlocks the copy of a folder that was marked as moved earlier.
	if m.isMove(now) {
		return false, instance.RecordArrival(ctx, tx, m.Time)
	}
	if err := instance.RecordArrival(ctx, tx, time.Time{}); err != nil {
		return false, err
	}
	takenAt, err := instance.LastUse(ctx, tx, m.Time)
	if err != nil {
		return false, err
	}
	made := m.Time.UTC().Format("2006-01-02 15:04") + " UTC"
	reason := "this data folder was restored from the backup of " + made
	if m.IsMove {
		reason = "this data folder was restored from the move of " + made + ", which is older than 24 hours, so a copy of it may have been used since"
	}
	return true, instance.QuarantineRestored(ctx, tx, wiretime.Of(now), takenAt, reason)
}

// MarkMoved marks a folder as moved elsewhere. Crier refuses to start on it from then on. The
// caller holds the folder's lock.
func MarkMoved(ctx context.Context, dir *datadir.Dir, version string, now time.Time) (err error) {
	db, err := database.OpenIn(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Migrate(ctx, dir.Backups(), now); err != nil {
		return err
	}
	return db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := instance.Identify(ctx, tx, version); err != nil {
			return err
		}
		return instance.RecordMove(ctx, tx, wiretime.Of(now))
	})
}

// UnmarkMoved undoes MarkMoved when no archive of the move was completed.
func UnmarkMoved(ctx context.Context, dir *datadir.Dir) (err error) {
	db, err := database.OpenIn(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return instance.UndoMove(ctx, tx) })
}
