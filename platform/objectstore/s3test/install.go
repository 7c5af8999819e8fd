package s3test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"crier/platform/needtest"

	"github.com/gofrs/flock"
)

const (
	version   = "v1.8.0"
	source    = "github.com/versity/versitygw/cmd/versitygw@" + version
	lockPoll  = 200 * time.Millisecond
	cacheMode = 0o755
)

// executable returns the path of the server's program. If it cannot be installed, the test ends as
// needtest.Want says.
func executable(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("CRIER_TEST_VERSITYGW"); path != "" {
		return path
	}
	ctx, cancel := needtest.Installing(t)
	defer cancel()
	path, err := install(ctx)
	needtest.Want(t, "NO S3 SERVER: the bucket is not tested", err)
	return path
}

// install installs the program into a folder named for its version, once for all test processes.
func install(ctx context.Context) (path string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "crier-tests", "versitygw-"+version)
	path = filepath.Join(dir, "versitygw")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(dir, cacheMode); err != nil {
		return "", err
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	if _, err := lock.TryLockContext(ctx, lockPoll); err != nil {
		return "", fmt.Errorf("wait for another process that installs it: %w", err)
	}
	defer func() { _ = lock.Unlock() }()
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	return path, goInstall(ctx, dir)
}

// goInstall builds the program in a temporary folder with the go command and moves the finished
// file to dir, so a killed build leaves no broken program.
func goInstall(ctx context.Context, dir string) error {
	temp, err := os.MkdirTemp(dir, ".install-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	var output bytes.Buffer
	cmd := exec.CommandContext(ctx, "go", "install", source)
	cmd.Dir = temp
	cmd.Env = append(os.Environ(), "GOBIN="+temp, "GOFLAGS=-mod=mod", "CGO_ENABLED=0", "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go install %s: %w\n%s", source, err, &output)
	}
	built, err := filepath.Glob(filepath.Join(temp, "versitygw*"))
	if err != nil || len(built) != 1 {
		return fmt.Errorf("go install %s left %v, %w", source, built, err)
	}
	return os.Rename(built[0], filepath.Join(dir, filepath.Base(built[0])))
}
