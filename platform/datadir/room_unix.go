//go:build linux || darwin || freebsd

package datadir

import "golang.org/x/sys/unix"

// Room returns how many bytes this user may still write to the disk of the folder.
func Room(path string) (int64, error) {
	var disk unix.Statfs_t
	if err := unix.Statfs(path, &disk); err != nil {
		return 0, Unread("the disk", err)
	}
	return int64(disk.Bavail) * int64(disk.Bsize), nil //nolint:gosec,unconvert // The types differ by system, and no disk is so large.
}
