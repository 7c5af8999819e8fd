package child

import (
	"io"
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

// DieWithParent ends this process, a child, when the pipe from its parent closes, which happens
// however the parent ends. (The kernel's signal for it, Pdeathsig, depends on the thread that
// started the child, which Go may end at any time.) All that it has started ends with it, when this
// process was started by RunTogether.
func DieWithParent(rest io.Reader) {
	const orphan = 4
	_, _ = io.Copy(io.Discard, rest)
	endGroup()
	os.Exit(orphan)
}
