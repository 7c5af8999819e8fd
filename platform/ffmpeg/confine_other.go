//go:build !linux

package ffmpeg

import "os/exec"

// confine does nothing: the limits that it would set count what ffmpeg uses on Linux only.
func confine(request) error { return nil }

// isolate and tie do nothing: only Linux lets any user make a network that leads nowhere.
func isolate(*exec.Cmd) {}

func tie(*exec.Cmd) {}
