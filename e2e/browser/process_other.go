//go:build !linux

package browser

import "os/exec"

// On other systems than Linux the browser's children end with the browser, which the allocator
// ends.

func group(*exec.Cmd) {}

func killGroup(int) error { return nil }

func groupLives(int) bool { return false }
