package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// hideTyping stops the echo of a terminal until show is called. It reports whether f is a terminal.
func hideTyping(f *os.File) (show func(), isTerminal bool) {
	handle := windows.Handle(f.Fd())
	var before uint32
	if err := windows.GetConsoleMode(handle, &before); err != nil {
		return nil, false
	}
	if err := windows.SetConsoleMode(handle, before&^windows.ENABLE_ECHO_INPUT); err != nil {
		return nil, false
	}
	return func() { _ = windows.SetConsoleMode(handle, before) }, true
}

// columnsOf returns how many columns the terminal f has, 0 when f is none.
func columnsOf(f *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if err := windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info); err != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}

// isTTY reports whether f is a terminal, which the null device is not.
func isTTY(f *os.File) bool {
	var mode uint32
	return windows.GetConsoleMode(windows.Handle(f.Fd()), &mode) == nil
}
