package diskcopy

import (
	"os"

	"golang.org/x/sys/unix"
)

// startWriteback makes the system begin to write a part of f to the disk, without waiting for it,
// so that the sync at the end has little left to do. A failure is no error, because the sync then
// writes all of it.
func startWriteback(f *os.File, from, size int64) {
	raw, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { _ = unix.SyncFileRange(int(fd), from, size, unix.SYNC_FILE_RANGE_WRITE) })
}
