package ffmpeg

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// nice is the nice value of ffmpeg, from 0 (normal) to 19.
const nice = 10

// confine sets the limits that ffmpeg inherits. RLIMIT_DATA bounds its writable memory; RLIMIT_AS
// would also count the address space that the runner's Go runtime reserves.
func confine(r request) error {
	limits := map[int]uint64{
		unix.RLIMIT_CORE:  0,
		unix.RLIMIT_FSIZE: uint64(r.FileSize),
		unix.RLIMIT_CPU:   uint64(r.Processor),
	}
	if limitsMemory {
		limits[unix.RLIMIT_DATA] = uint64(r.Memory)
	}
	for what, most := range limits {
		if err := unix.Setrlimit(what, &unix.Rlimit{Cur: most, Max: most}); err != nil {
			return os.NewSyscallError("setrlimit", err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
	}
	return os.NewSyscallError("setpriority", unix.Setpriority(unix.PRIO_PROCESS, 0, nice))
}

// isolate starts the process in a new network namespace without interfaces. That takes a user
// namespace, in which the user keeps their id.
func isolate(cmd *exec.Cmd) {
	tie(cmd)
	cmd.SysProcAttr.Cloneflags = unix.CLONE_NEWUSER | unix.CLONE_NEWNET
	cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
	cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
}

// tie makes the kernel kill the process when the runner dies, however it dies.
func tie(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
