package database

import "syscall"

// noRoomHere are ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL, which the package syscall does not
// name.
var noRoomHere = []syscall.Errno{39, 112}
