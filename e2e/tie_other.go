//go:build !linux

package e2e

import "os/exec"

func tie(*exec.Cmd) {}
