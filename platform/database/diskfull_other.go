//go:build !windows

package database

import "syscall"

// noRoomHere is empty: the two reasons of POSIX are all.
var noRoomHere []syscall.Errno
