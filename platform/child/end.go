package child

import (
	"os"
	"slices"
	"syscall"
)

// WasEnded reports whether a signal from outside ended a process: the kernel sends one when memory
// is short, and the system when it stops. A fault of the process itself is another signal. Systems
// without signals do not tell.
func WasEnded(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && slices.Contains([]syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP}, status.Signal())
}
