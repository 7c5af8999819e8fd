//go:build !linux

package ffmpeg

import "os/exec"

// confine does nothing: only on Linux do the limits count what ffmpeg uses.
func confine(request) error { return nil }

// isolate and tie do nothing: only Linux has network namespaces and a death signal.
func isolate(*exec.Cmd) {}

func tie(*exec.Cmd) {}
