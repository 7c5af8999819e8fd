package diskcopy

import (
	"os"

	"golang.org/x/sys/unix"
)

// startWriteback has the system begin to write a part of f to the disk, without waiting for it: the
// sync at the end then has little left to do. That it cannot is no error; the sync does all of it.
func startWriteback(f *os.File, from, size int64) {
	raw, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { _ = unix.SyncFileRange(int(fd), from, size, unix.SYNC_FILE_RANGE_WRITE) })
}
