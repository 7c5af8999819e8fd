package loopback

import (
	"errors"
	"syscall"
)

// The numbers that Windows gives its errors of sockets. The names in syscall that begin with E are
// numbers of Go's own there, which no call returns; elsewhere no error has the numbers of Windows,
// so that both are looked for everywhere.
const (
	windowsDenied       syscall.Errno = 10013 // WSAEACCES: a program has the port for itself, or Windows has set it aside.
	windowsNoFamily     syscall.Errno = 10047 // WSAEAFNOSUPPORT
	windowsInUse        syscall.Errno = 10048 // WSAEADDRINUSE
	windowsNotAvailable syscall.Errno = 10049 // WSAEADDRNOTAVAIL
)

// isTaken reports whether a port could not be opened because another program has it.
func isTaken(err error) bool {
	return isOneOf(err, syscall.EADDRINUSE, windowsInUse, windowsDenied)
}

// lacksFamily reports whether a port could not be opened because the machine has no such addresses.
func lacksFamily(err error) bool {
	return isOneOf(err, syscall.EADDRNOTAVAIL, syscall.EAFNOSUPPORT, windowsNotAvailable, windowsNoFamily)
}

func isOneOf(err error, numbers ...syscall.Errno) bool {
	for _, number := range numbers {
		if errors.Is(err, number) {
			return true
		}
	}
	return false
}
