package clock

import (
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// boot is the kernel's name for this start of the machine.
var boot = sync.OnceValue(func() string {
	id, err := unix.Sysctl("kern.bootsessionuuid")
	if err != nil {
		return ""
	}
	return id
})

func running() Running {
	return Running{Boot: boot(), Elapsed: reading(unix.CLOCK_MONOTONIC_RAW), Awake: reading(unix.CLOCK_UPTIME_RAW)}
}

func reading(id int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(id, &t); err != nil {
		return time.Since(began)
	}
	return time.Duration(t.Nano())
}
