package workertest

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
	"crier/platform/nodetest"

	"github.com/gofrs/flock"
)

const (
	lockFile = "package-lock.json"
	// installed is the copy of the lock file that is made once its packages are there.
	installed       = "node_modules/.installed"
	installPatience = 5 * time.Minute
	lockPoll        = 100 * time.Millisecond
	fileMode        = 0o600
	// here is the folder of the worker, from the root of the module.
	here = "modules/cloud/worker"
)

// Node returns where Node is and the folder of the worker, whose packages are installed. Without
// them the test ends as needtest.Want says.
func Node(tb testing.TB) (program, dir string) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), installPatience)
	defer cancel()
	program, dir, err := find(ctx)
	needtest.Want(tb, "THE CLOUD WORKER IS NOT TESTED", err)
	return program, dir
}

func find(ctx context.Context) (program, dir string, err error) {
	if program, err = nodetest.Find(ctx); err != nil {
		return "", "", err
	}
	if dir, err = folder(); err != nil {
		return "", "", err
	}
	return program, dir, install(ctx, dir)
}

// workerd returns where the runtime is. npm installs the package for this system alone.
func workerd(dir string) (string, error) {
	all, err := filepath.Glob(filepath.Join(dir, "node_modules", "@cloudflare", "workerd-*", "bin", "workerd"))
	if err != nil || len(all) == 0 {
		return "", errors.Join(errors.New("no workerd is among the packages: there is none for this system"), err)
	}
	return all[0], nil
}

// folder returns the folder of the worker: tests start somewhere below the root of the module.
func folder() (string, error) {
	at, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; ; at = filepath.Dir(at) {
		dir := filepath.Join(at, here)
		if _, err := os.Stat(filepath.Join(dir, lockFile)); err == nil {
			return dir, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("no folder above the test's has %s", here)
		}
	}
}

// install installs the packages of the lock file, once for all test programs and again when it
// changes.
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
		return fmt.Errorf("the packages of %s could not be installed: %w\n%s", lockFile, err, out)
	}
	return os.WriteFile(filepath.Join(dir, installed), locked, fileMode)
}

func isInstalled(dir string, locked []byte) bool {
	there, err := os.ReadFile(filepath.Join(dir, installed))
	return err == nil && bytes.Equal(there, locked)
}
