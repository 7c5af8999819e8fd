//go:build !linux && !darwin && !windows

package main

import "os"

// hideTyping does nothing: no terminal is known here.
func hideTyping(*os.File) (show func(), isTerminal bool) { return nil, false }

// columnsOf returns 0: no terminal is known here.
func columnsOf(*os.File) int { return 0 }

// isTTY reports false: no terminal is known here.
func isTTY(*os.File) bool { return false }
