//go:build unix

package ffmpeg

import (
	"io"
	"os"
	"os/exec"
	"syscall"

	"crier/platform/child"
)

// endTogether puts the runner and ffmpeg into a process group of their own. A terminal's signals do
// not reach it, and it is killed as a whole.
func endTogether(cmd *exec.Cmd, _ io.Closer) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// signalCode returns the code for the signal that ended a process, 0 if it ended by itself.
func signalCode(state *os.ProcessState) int {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return 0
	}
	switch {
	case status.Signal() == syscall.SIGXFSZ:
		return exitFileSize
	case child.WasEnded(state):
		return exitEnded
	}
	return exitFault
}
