// Package needtest has the rules of which tests a run leaves out: those whose machine lacks
// something, and those that are the night's.
package needtest

import (
	"os"
	"sync/atomic"
	"testing"
)

// Want ends the test when err, which says what is missing, is not nil. The test fails where nothing
// may be left out (CI=true, CRIER_TEST_STRICT=1). Elsewhere it is skipped, and what, which names
// what is left out, is said loudly.
func Want(tb testing.TB, what string, err error) {
	tb.Helper()
	switch {
	case err == nil:
	case os.Getenv("CI") == "true" || os.Getenv("CRIER_TEST_STRICT") == "1":
		tb.Fatal(err)
	default:
		lacking.Store(true)
		tb.Skipf("\n******** %s: %v ********", what, err)
	}
}

// lacking is true once Want has skipped a test.
var lacking atomic.Bool

// IsLacking says whether a test was skipped because the machine lacks something, so that the tests
// together have not met all that they meet elsewhere.
func IsLacking() bool { return lacking.Load() }

// IsNight says whether a test tries everything that it can, and not a sample. make nightly sets it.
func IsNight() bool { return os.Getenv("CRIER_TEST_NIGHT") == "1" }

// Night leaves the test to the night. A test calls it first, for it costs more than a commit is
// worth.
func Night(tb testing.TB) {
	tb.Helper()
	if !IsNight() {
		tb.Skip("make nightly runs this test")
	}
}
