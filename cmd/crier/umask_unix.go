//go:build unix

package main

import "syscall"

// restrictFiles lets only the owner access files that the program writes.
func restrictFiles() { syscall.Umask(0o077) }
