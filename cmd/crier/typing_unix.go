//go:build linux || darwin

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// hideTyping stops the echo of a terminal until show is called. It reports whether f is a terminal.
func hideTyping(f *os.File) (show func(), isTerminal bool) {
	fd := int(f.Fd())
	before, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return nil, false
	}
	hidden := *before
	hidden.Lflag &^= unix.ECHO
	if err := unix.IoctlSetTermios(fd, setTermios, &hidden); err != nil {
		return nil, false
	}
	return func() { _ = unix.IoctlSetTermios(fd, setTermios, before) }, true
}

// columnsOf returns how many columns the terminal f has, 0 when f is none.
func columnsOf(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}

// isTTY reports whether f is a terminal, which the null device is not.
func isTTY(f *os.File) bool {
	_, err := unix.IoctlGetTermios(int(f.Fd()), getTermios)
	return err == nil
}
