// Package programtest writes the programs that a test starts, such as a script in place of ffmpeg.
//
// Linux starts no program that anybody still writes to ("text file busy"). A test that has just
// written one is done with it, but a process that another test began meanwhile has the open file
// until it has become its own program: on a busy machine that is long enough for the start to fail.
package programtest

import (
	"os"
	"syscall"
	"testing"
)

// Write writes a program, of which no process that begins meanwhile gets the open file.
func Write(tb testing.TB, path, content string) {
	tb.Helper()
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, []byte(content), 0o700); err != nil {
		tb.Fatal(err)
	}
}
