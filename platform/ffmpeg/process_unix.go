//go:build unix

package ffmpeg

import (
	"io"
	"os"
	"os/exec"
	"syscall"
)

// endTogether makes the runner and what it starts a group of their own, which a terminal's signals
// do not reach and which is killed as one.
func endTogether(cmd *exec.Cmd, _ io.Closer) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// signalCode returns the code for what ffmpeg died of, 0 if it ended by itself.
func signalCode(state *os.ProcessState) int {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return 0
	}
	if status.Signal() == syscall.SIGXFSZ {
		return exitFileSize
	}
	return exitKilled
}
