package database

import (
	"context"
	"io/fs"
	"time"
)

// MigrateTo is Migrate with other migrations than the program's.
func (db *DB) MigrateTo(ctx context.Context, files fs.FS, backups string, now time.Time) error {
	return db.migrate(ctx, files, backups, now)
}
