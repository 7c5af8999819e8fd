package browser

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
)

// group puts the browser and its children into a process group of their own, and makes the kernel
// end the browser when the test program dies without closing it.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killGroup ends the remaining processes of the group.
func killGroup(leader int) error {
	err := syscall.Kill(-leader, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return nil
	}
	return err
}

// groupLives reports whether a process of the group still runs. A zombie, which orphans stay for
// ever in some containers, does not count.
func groupLives(leader int) bool {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		b, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		// "pid (name) state parent group ...": the name may hold anything, brackets included.
		fields := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
		if len(fields) > 2 && string(fields[2]) == strconv.Itoa(leader) && string(fields[0]) != "Z" {
			return true
		}
	}
	return false
}
