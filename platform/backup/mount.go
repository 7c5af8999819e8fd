package backup

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// CheckReplaceable returns an error for a mount point, which cannot be renamed and so not be
// replaced by a restored folder. The error says what to do instead.
func CheckReplaceable(path string) error {
	if !isMountPoint(path) {
		return nil
	}
	return fmt.Errorf("%s is a mount point, such as a volume of a container, and cannot be replaced; restore into a folder that is not there yet with --data-dir NEW, "+
		"and start Crier with CRIER_DATA_DIR=NEW; for a folder in the volume, such as %[1]s/restored, name the key with --key %[1]s/secret.key if the backup has none", path)
}

// otherMount returns where the disk is mounted that has the folder, empty for the system's disk and
// for the one that the data folder is on.
func otherMount(folder, data string) string {
	mount := mountOf(folder)
	if mount == mountOf(data) {
		return ""
	}
	return mount
}

// mountOf returns the nearest mount point at the path or above it, empty for the root.
func mountOf(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	for above := filepath.Dir(path); above != path; path, above = above, filepath.Dir(above) {
		if isMountPoint(path) {
			return path
		}
	}
	return ""
}

// isMountedIn reports whether mounts, the text of /proc/self/mountinfo, has a mount at the path.
func isMountedIn(mounts []byte, path string) bool {
	for line := range bytes.Lines(mounts) {
		// For example: 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw
		const at = 4
		if fields := strings.Fields(string(line)); len(fields) > at && unescaped(fields[at]) == path {
			return true
		}
	}
	return false
}

// unescaped decodes the octal escapes of a path in mountinfo, such as \040 for a space.
func unescaped(text string) string {
	const digits = 3
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+digits < len(text) {
			if n, err := strconv.ParseUint(text[i+1:i+1+digits], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += digits
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
