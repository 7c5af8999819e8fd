//go:build !windows

package backup

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// mostMounts bounds how much of the list of mounts is read.
const mostMounts = 16 << 20

// isMountPoint reports whether something is mounted at the path. A bind mount from the same file
// system has the device of the folder above; only Linux lists it.
func isMountPoint(path string) bool {
	here, above := deviceOf(path), deviceOf(filepath.Dir(path))
	if here != nil && above != nil && here != above {
		return true
	}
	f, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	mounts, err := io.ReadAll(io.LimitReader(f, mostMounts))
	return err == nil && isMountedIn(mounts, path)
}

// deviceOf returns the number of the device that holds the path, or nil when it is unknown.
func deviceOf(path string) any {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Dev
	}
	return nil
}
