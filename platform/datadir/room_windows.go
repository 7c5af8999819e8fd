package datadir

import "golang.org/x/sys/windows"

// Room returns how many bytes this user may still write to the disk of the folder.
func Room(path string) (int64, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return 0, err
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0, Unread("the disk", err)
	}
	return int64(free), nil //nolint:gosec // No disk is so large.
}
