package loopback

import (
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"
)

// TestErrno: the errors of Windows are told apart as those of Unix are.
func TestErrno(t *testing.T) {
	t.Parallel()
	for number, want := range map[syscall.Errno]struct{ taken, lacking bool }{
		syscall.EADDRINUSE: {taken: true}, 10048: {taken: true}, 10013: {taken: true},
		syscall.EADDRNOTAVAIL: {lacking: true}, syscall.EAFNOSUPPORT: {lacking: true}, 10049: {lacking: true}, 10047: {lacking: true},
		// A port below 1024 is denied on Unix, also when it is free.
		syscall.EACCES: {}, syscall.ECONNREFUSED: {}, 10061: {},
	} {
		err := fmt.Errorf("open: %w", &net.OpError{Op: "listen", Net: "tcp", Err: os.NewSyscallError("bind", number)})
		if isTaken(err) != want.taken || lacksFamily(err) != want.lacking {
			t.Errorf("%d: taken %t, lacking %t", number, isTaken(err), lacksFamily(err))
		}
	}
	if isTaken(nil) || lacksFamily(nil) {
		t.Error("no error is one")
	}
}
