package database

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/uptrace/bun"
)

// Check reads the first row of every table, which the database can only answer from its file. It
// returns an error when the file has gone, when another file has taken its place, or when a table
// cannot be read. It does not find a damaged page deep in a table, because it would have to read
// the whole table for that.
func (db *DB) Check(ctx context.Context) error {
	if err := db.file.check(); err != nil {
		return err
	}
	tables, err := db.tables(ctx)
	if err != nil || len(tables) == 0 {
		return err
	}
	var question strings.Builder
	for i, table := range tables {
		if i > 0 {
			question.WriteString(" UNION ALL ")
		}
		fmt.Fprintf(&question, `SELECT * FROM (SELECT 1 FROM "%s" NOT INDEXED LIMIT 1)`, strings.ReplaceAll(table, `"`, `""`))
	}
	var rows int
	return db.read.QueryRowContext(ctx, "SELECT count(*) FROM ("+question.String()+")").Scan(&rows)
}

// tables returns the names of the tables. It ends with ctx, as Values does not: when every
// connection that reads is taken, it would wait for one of them.
func (db *DB) tables(ctx context.Context) (names []string, err error) {
	err = db.NewRaw(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`).Conn(db.read).Scan(ctx, &names)
	return names, err
}

// triedRoom is the least room on a disk that is not full.
const triedRoom = 256 << 10

// CheckWrite returns an error when nothing can be written; DiskFull says whether the disk is full.
// It writes a file beside the database and removes it, because SQLite may find room in its own log
// on a full disk. It also writes one page of the database without waiting for the disk: the unused
// number user_version, unchanged.
func (db *DB) CheckWrite(ctx context.Context) error {
	if err := tryRoom(db.file.path + "-room"); err != nil {
		return err
	}
	return db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		var version int
		if err := tx.Tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
			return err
		}
		_, err := tx.Tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version))
		return err
	})
}

// tryRoom writes to the file and removes it. One that a killed process has left is written over.
func tryRoom(path string) error {
	return errors.Join(os.WriteFile(path, make([]byte, triedRoom), fileMode), os.Remove(path))
}
