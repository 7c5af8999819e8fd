package database

import (
	"errors"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// syncFailed reports whether err says that the system could not bring a file to the disk.
func syncFailed(err error) bool {
	var own *sqlite.Error
	return errors.As(err, &own) && (own.Code() == sqlitelib.SQLITE_IOERR_FSYNC || own.Code() == sqlitelib.SQLITE_IOERR_DIR_FSYNC)
}

// Failed reports whether err says that the database could not be read or written: the disk, the
// memory or the file system failed, or somebody else held it for too long. Such an error says
// nothing about the statement, which may succeed next time.
func Failed(err error) bool {
	var own *sqlite.Error
	if !errors.As(err, &own) {
		return false
	}
	switch own.Code() & 0xff {
	case sqlitelib.SQLITE_IOERR, sqlitelib.SQLITE_FULL, sqlitelib.SQLITE_CANTOPEN, sqlitelib.SQLITE_READONLY, sqlitelib.SQLITE_NOMEM,
		sqlitelib.SQLITE_BUSY, sqlitelib.SQLITE_LOCKED, sqlitelib.SQLITE_PROTOCOL:
		return true
	}
	return false
}
