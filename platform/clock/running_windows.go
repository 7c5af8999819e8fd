package clock

import (
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

var unbiased = windows.NewLazySystemDLL("kernel32.dll").NewProc("QueryUnbiasedInterruptTime")

// running takes what Go counts, which goes on while the machine sleeps, and what the system counts
// without sleep, in units of 100 nanoseconds. The start of the machine has no name.
func running() Running {
	elapsed, ticks := time.Since(began), uint64(0)
	if ok, _, _ := unbiased.Call(uintptr(unsafe.Pointer(&ticks))); ok == 0 {
		return Running{Elapsed: elapsed, Awake: elapsed}
	}
	return Running{Elapsed: elapsed, Awake: time.Duration(ticks) * 100}
}
