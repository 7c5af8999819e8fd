package database

import (
	"errors"
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
	var full *sqlite.Error
	if errors.As(err, &full) && (full.Code()&0xff == sqlitelib.SQLITE_FULL || full.Code() == sqlitelib.SQLITE_IOERR_SHMSIZE) {
		return true
	}
	for _, reason := range noRoom {
		if errors.Is(err, reason) {
			return true
		}
	}
	return false
}

// noRoom are the reasons that the system gives.
var noRoom = append([]syscall.Errno{syscall.ENOSPC, syscall.EDQUOT}, noRoomHere...)
