//go:build unix

package main

import "syscall"

// restrictFiles makes everything that the program writes the owner's alone.
func restrictFiles() { syscall.Umask(0o077) }
