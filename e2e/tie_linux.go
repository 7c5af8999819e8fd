package e2e

import (
	"os/exec"
	"syscall"
)

// tie makes the kernel end the process when the test program dies without ending it.
func tie(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
