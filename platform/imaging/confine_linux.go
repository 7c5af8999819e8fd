//go:build linux && !race

package imaging

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// confine bounds the memory that this process may take from here on, in bytes, by RLIMIT_DATA: it
// counts what the process can write to, of which the program itself has some 40 MB by now.
// RLIMIT_AS would count the 1.2 GB of addresses too that the Go runtime only reserves. A process
// beyond the limit crashes, without leaving the picture in a core file.
func confine(memory int64) error {
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

// writableMemory returns the bytes of data and stacks that this process has.
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
