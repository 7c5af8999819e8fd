//go:build !linux && !darwin && !freebsd && !windows

package datadir

import "errors"

// Room returns how many bytes this user may still write to the disk of the folder; this system does
// not say.
func Room(string) (int64, error) { return 0, errors.ErrUnsupported }
