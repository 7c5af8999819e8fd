// Package disktest says whether a test can have a disk of its own: one that is small, or that is
// full.
package disktest

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
)

// Want returns where this user can mount a disk in a namespace of its own, with "unshare -rm".
// Elsewhere it skips the test. Under CRIER_TEST_STRICT=1, which CI sets, it fails it on Linux: CI
// runs as root and can mount.
func Want(tb testing.TB) {
	tb.Helper()
	err := exec.CommandContext(tb.Context(), "unshare", "-rm", "mount", "-t", "tmpfs", "none", tb.TempDir()).Run()
	switch {
	case err == nil:
	case os.Getenv("CRIER_TEST_STRICT") == "1" && runtime.GOOS == "linux":
		tb.Fatal("this system does not let a test have a disk of its own, and CRIER_TEST_STRICT=1 leaves nothing out: ", err)
	default:
		tb.Skip("this system does not let a test have a disk of its own: ", err)
	}
}
