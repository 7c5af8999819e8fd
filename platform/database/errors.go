package database

import (
	"context"
	"errors"
	"slices"
	"syscall"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// DiskFull reports whether err, an error of a file or of SQLite, says that there is no room left:
// the disk or the user's quota is used up. The database, the files and the start all ask this
// function.
//
// SQLite keeps one reason to itself: a used up quota looks like any other failed write
// (SQLITE_IOERR_WRITE) and is not recognised in its errors. That its shared memory cannot grow
// (SQLITE_IOERR_SHMSIZE) means a full disk, as its documentation says.
func DiskFull(err error) bool {
	if full, ok := errors.AsType[*sqlite.Error](err); ok && (full.Code()&0xff == sqlitelib.SQLITE_FULL || full.Code() == sqlitelib.SQLITE_IOERR_SHMSIZE) {
		return true
	}
	return slices.ContainsFunc(noRoom, func(reason syscall.Errno) bool { return errors.Is(err, reason) })
}

// noRoom are the reasons that the system gives.
var noRoom = append([]syscall.Errno{syscall.ENOSPC, syscall.EDQUOT}, noRoomHere...)

// Cancelled reports whether err is the result of a query whose ctx was cancelled. A deadline is no
// cancellation.
func Cancelled(ctx context.Context, err error) bool {
	if !errors.Is(ctx.Err(), context.Canceled) {
		return false
	}
	broken, ok := errors.AsType[*sqlite.Error](err)
	return errors.Is(err, context.Canceled) || ok && broken.Code() == sqlitelib.SQLITE_INTERRUPT
}

// IsDamaged reports whether err says that the file has a damaged page, or is no database.
func IsDamaged(err error) bool {
	own, ok := errors.AsType[*sqlite.Error](err)
	return ok && (own.Code()&0xff == sqlitelib.SQLITE_CORRUPT || own.Code()&0xff == sqlitelib.SQLITE_NOTADB)
}

// mayNotWrite reports whether err says that a database that is there cannot be opened to write:
// its file or its folder may not be written.
func mayNotWrite(err error) bool {
	own, ok := errors.AsType[*sqlite.Error](err)
	return ok && (own.Code()&0xff == sqlitelib.SQLITE_READONLY || own.Code()&0xff == sqlitelib.SQLITE_CANTOPEN)
}

// syncFailed reports whether err says that the system could not bring a file to the disk.
func syncFailed(err error) bool {
	own, ok := errors.AsType[*sqlite.Error](err)
	return ok && (own.Code() == sqlitelib.SQLITE_IOERR_FSYNC || own.Code() == sqlitelib.SQLITE_IOERR_DIR_FSYNC)
}

// Failed reports whether err says that the database could not be read or written: the disk, the
// memory or the file system failed, or somebody else held it for too long. Such an error says
// nothing about the statement, which may succeed next time.
func Failed(err error) bool {
	own, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	switch own.Code() & 0xff {
	case sqlitelib.SQLITE_IOERR, sqlitelib.SQLITE_FULL, sqlitelib.SQLITE_CANTOPEN, sqlitelib.SQLITE_READONLY, sqlitelib.SQLITE_NOMEM,
		sqlitelib.SQLITE_BUSY, sqlitelib.SQLITE_LOCKED, sqlitelib.SQLITE_PROTOCOL:
		return true
	}
	return false
}
