// Package needtest is the one rule of what becomes of a test whose machine lacks something.
package needtest

import (
	"os"
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
		tb.Skipf("\n******** %s: %v ********", what, err)
	}
}
