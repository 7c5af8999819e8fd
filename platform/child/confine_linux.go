//go:build linux && !race

package child

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Confine bounds the additional memory of this process, in bytes. RLIMIT_DATA counts its writable
// memory, some 40 MB by now. RLIMIT_AS would also count the 1.2 GB of address space that the Go
// runtime reserves. A process beyond the limit crashes, and leaves no core file with the picture.
func Confine(memory int64) error {
	own, err := writableMemory()
	if err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}); err != nil {
		return err
	}
	limit := uint64(own + memory)
	return unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: limit, Max: limit})
}

// writableMemory returns the size of the data and stacks of this process, in bytes.
func writableMemory() (int64, error) {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var total, resident, shared, text, library, data int64
	if _, err := fmt.Sscan(string(statm), &total, &resident, &shared, &text, &library, &data); err != nil {
		return 0, fmt.Errorf("read /proc/self/statm: %w", err)
	}
	return data * int64(os.Getpagesize()), nil
}
