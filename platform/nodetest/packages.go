package nodetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"crier/platform/needtest"

	"github.com/gofrs/flock"
)

const (
	lockFile = "package-lock.json"
	// installed is the copy of the lock file that is made once its packages are there.
	installed = "node_modules/.installed"
	lockPoll  = 100 * time.Millisecond
	fileMode  = 0o600
)

// WithPackages returns where Node is, and the path of a folder of the module, such as e2e/clients,
// after installing the packages of the lock file there. Without them the test ends as needtest.Want
// says of what.
func WithPackages(tb testing.TB, what, folder string) (program, dir string) {
	tb.Helper()
	program = Program(tb, what)
	ctx, cancel := needtest.Installing(tb)
	defer cancel()
	dir, err := find(folder)
	if err == nil {
		err = install(ctx, dir)
	}
	needtest.Want(tb, what, err)
	return program, dir
}

// find returns the path of a folder of the module: tests start somewhere below its root.
func find(folder string) (string, error) {
	at, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; ; at = filepath.Dir(at) {
		dir := filepath.Join(at, folder)
		if _, err := os.Stat(filepath.Join(dir, lockFile)); err == nil {
			return dir, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("no folder above the test's has %s", folder)
		}
	}
}

// install installs the packages of the lock file, once for all test programs and again when it
// changes. make does the same for what it builds: .ci/packages.sh.
func install(ctx context.Context, dir string) error {
	locked, err := os.ReadFile(filepath.Join(dir, lockFile))
	if err != nil {
		return err
	}
	if isInstalled(dir, locked) {
		return nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return errors.New("no npm found: install it beside Node")
	}
	lock := flock.New(filepath.Join(dir, ".install.lock"))
	if _, err := lock.TryLockContext(ctx, lockPoll); err != nil {
		return fmt.Errorf("wait for another process that installs the packages: %w", err)
	}
	defer func() { _ = lock.Unlock() }()
	if isInstalled(dir, locked) {
		return nil
	}
	cmd := exec.CommandContext(ctx, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("the packages of %s could not be installed: %w\n%s", filepath.Join(dir, lockFile), err, out)
	}
	return os.WriteFile(filepath.Join(dir, installed), locked, fileMode)
}

func isInstalled(dir string, locked []byte) bool {
	there, err := os.ReadFile(filepath.Join(dir, installed))
	return err == nil && bytes.Equal(there, locked)
}
