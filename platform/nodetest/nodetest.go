// Package nodetest finds Node for tests that run JavaScript.
package nodetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"crier/platform/needtest"
)

const oldest = 20

// Program returns where Node is. Without it the test ends as needtest.Want says of what.
func Program(tb testing.TB, what string) string {
	tb.Helper()
	program, err := Find(tb.Context())
	needtest.Want(tb, what, err)
	return program
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
