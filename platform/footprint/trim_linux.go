package footprint

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// dropProgram makes the system release the pages of the program's code and constants that this
// process has touched.
func dropProgram() error {
	path, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return err
	}
	ranges, err := cleanRanges(f, path)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	for _, r := range ranges {
		// The call would undo what was written to the memory. cleanRanges leaves written memory
		// out.
		if _, _, errno := unix.Syscall(unix.SYS_MADVISE, r.start, r.end-r.start, unix.MADV_DONTNEED); errno != 0 {
			return fmt.Errorf("give back %x-%x: %w", r.start, r.end, errno)
		}
	}
	return nil
}

// span is a range of addresses.
type span struct{ start, end uintptr }

// cleanRanges reads what /proc/PID/smaps says and returns where the file is mapped read-only and
// holds no page of the process's own: a page that was written to, by a loader for example, is such
// a page.
func cleanRanges(smaps io.Reader, path string) ([]span, error) {
	var ranges []span
	var current *span
	lines := bufio.NewScanner(smaps)
	for lines.Scan() {
		line := lines.Text()
		if mapped, access, file, ok := mapping(line); ok {
			current = nil
			if file == path && (access == "r--p" || access == "r-xp") {
				ranges = append(ranges, mapped)
				current = &ranges[len(ranges)-1]
			}
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		if current != nil && name == "Anonymous" && strings.TrimSpace(value) != "0 kB" {
			ranges, current = ranges[:len(ranges)-1], nil
		}
	}
	return ranges, lines.Err()
}

// mapping takes apart the first line of what smaps says of a range, such as "00400000-01a00000 r-xp
// 00000000 fe:00 42 /usr/bin/crier".
func mapping(line string) (s span, access, file string, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 5 { // Memory of no file has no path.
		return span{}, "", "", false
	}
	if n, err := fmt.Sscanf(fields[0], "%x-%x", &s.start, &s.end); err != nil || n != 2 {
		return span{}, "", "", false
	}
	// A path may have spaces in it. It follows the device and the inode.
	_, file, _ = strings.Cut(line, " "+fields[3]+" "+fields[4]+" ")
	return s, fields[1], strings.TrimLeft(file, " "), true
}
