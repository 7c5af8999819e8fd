// Package nodetest finds Node for tests that run JavaScript.
package nodetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

const oldest = 20

// Program returns where Node is. Without one the test fails where nothing may be left out (CI=true,
// CRIER_TEST_STRICT=1); elsewhere it is skipped, and what is said loudly.
func Program(tb testing.TB, what string) string {
	tb.Helper()
	program, err := Find(tb.Context())
	Want(tb, what, err)
	return program
}

// Want is Program for a test that needs more than Node: err says what is missing, and is nil when
// nothing is.
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

// Find returns where Node is, and an error when there is none or it is too old.
func Find(ctx context.Context) (string, error) {
	program, err := exec.LookPath("node")
	if err != nil {
		return "", errors.New("no Node found: install Node 20 or later")
	}
	if out, err := exec.CommandContext(ctx, program, "--version").Output(); err != nil || !isNew(string(out)) {
		return "", errors.Join(fmt.Errorf("%s is too old or does not work (%q): install Node 20 or later", program, bytes.TrimSpace(out)), err)
	}
	return program, nil
}

// isNew reports whether a version, such as v20.20.2, is new enough.
func isNew(version string) bool {
	major, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), ".")
	n, err := strconv.Atoi(major)
	return err == nil && n >= oldest
}
