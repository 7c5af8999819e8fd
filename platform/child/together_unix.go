//go:build unix

package child

import (
	"os"
	"os/exec"
	"syscall"
)

// RunTogether runs cmd to its end, as its method Run does, and ends what it has left running by
// then. The end of cmd's context ends all of it at once. cmd is in a process group of its own,
// which is what is ended; a process that has left the group on purpose goes on.
func RunTogether(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	end := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = end
	if err := cmd.Start(); err != nil {
		return err
	}
	err := cmd.Wait()
	_ = end() // Nothing may be left of the group.
	return err
}

// endGroup ends this process's group, unless that is another's.
func endGroup() {
	if syscall.Getpgrp() == os.Getpid() {
		_ = syscall.Kill(0, syscall.SIGKILL)
	}
}
