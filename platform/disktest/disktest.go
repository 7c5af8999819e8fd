// Package disktest says whether a test can have a disk of its own: one that is small, or that is
// full.
package disktest

import (
	"os/exec"
	"testing"
)

// Want returns where this user can mount a disk in a namespace of its own, with "unshare -rm", and
// skips the test elsewhere. It does so under CRIER_TEST_STRICT=1 too: that is about what the
// scripts of the tests install, and no script can change what a kernel permits.
func Want(tb testing.TB) {
	tb.Helper()
	if err := exec.CommandContext(tb.Context(), "unshare", "-rm", "mount", "-t", "tmpfs", "none", tb.TempDir()).Run(); err != nil {
		tb.Skip("this system does not let a test have a disk of its own: ", err)
	}
}
