package clock

import (
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// boot is the kernel's name for this start of the machine.
var boot = sync.OnceValue(func() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(id))
})

func running() Running {
	return Running{Boot: boot(), Elapsed: reading(unix.CLOCK_BOOTTIME), Awake: reading(unix.CLOCK_MONOTONIC)}
}

func reading(id int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(id, &t); err != nil {
		return time.Since(began)
	}
	return time.Duration(t.Nano())
}
