package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"crier/e2e"
	"crier/platform/needtest"
)

// manages runs systemd as a user's manager where the machine was not booted with it: with a /run
// and a control group of its own. Its home is $HOME.
const manages = `set -e
mount -t tmpfs run /run && mkdir -p /run/systemd/system && mkdir -m 700 "$XDG_RUNTIME_DIR"
for groups in /sys/fs/cgroup/systemd /sys/fs/cgroup; do
    if [ -f "$groups/cgroup.procs" ]; then break; fi
done
mkdir -p "$groups/crier-test" && echo $$ >"$groups/crier-test/cgroup.procs"
exec /lib/systemd/systemd --user --log-target=null`

// TestSystemd_KeepsCrierAwake has a real systemd run the service that crier service install
// describes: it starts Crier again when that is killed and when its queue stands still.
func TestSystemd_KeepsCrierAwake(t *testing.T) {
	t.Parallel()
	needtest.Night(t)
	if _, err := os.Stat("/lib/systemd/systemd"); err != nil || os.Getuid() != 0 {
		t.Skip("it needs systemd, and root for a namespace")
	}
	home := t.TempDir()
	env := []string{"HOME=" + home, "TMPDIR=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "XDG_RUNTIME_DIR=/run/crier-test"}
	manager := exec.CommandContext(t.Context(), "unshare", "--mount", "--propagation", "private", "sh", "-c", manages)
	manager.Env = env
	if err := manager.Start(); err != nil {
		t.Fatal(err)
	}
	inside := func(args ...string) (says string, code int) {
		cmd := exec.CommandContext(t.Context(), "nsenter", append([]string{"--mount", "--target", strconv.Itoa(manager.Process.Pid)}, args...)...)
		cmd.Env = env
		b, _ := cmd.CombinedOutput()
		return strings.TrimSpace(string(b)), cmd.ProcessState.ExitCode()
	}
	t.Cleanup(func() {
		_, _ = inside("systemctl", "--user", "exit")
		_ = manager.Wait()
	})
	e2e.Until(t, func() bool {
		state, _ := inside("systemctl", "--user", "is-system-running")
		return state == "running"
	})
	crier := func(code int, says string, args ...string) {
		t.Helper()
		if got, ended := inside(append([]string{e2e.Program(t).Path(), "service"}, args...)...); ended != code || !strings.Contains(got, says) {
			t.Errorf("crier service %q: %d, %s", args, ended, got)
		}
	}
	process := func() int {
		said, _ := inside("systemctl", "--user", "show", "crier", "--property", "MainPID", "--value")
		pid, _ := strconv.Atoi(said)
		return pid
	}
	// The two pauses are minutes, for people.
	quick := filepath.Join(home, ".config", "systemd", "user", "crier.service.d")
	if err := os.MkdirAll(quick, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(quick, "quick.conf"), []byte("[Service]\nWatchdogSec=2\nRestartSec=100ms\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	again := func(signal syscall.Signal) {
		t.Helper()
		before := process()
		if err := syscall.Kill(before, signal); err != nil {
			t.Fatalf("%d: %v", before, err)
		}
		e2e.Until(t, func() bool { pid := process(); return pid != 0 && pid != before })
	}
	crier(0, "The service is installed, and Crier runs", "install", "--", "--port", "0")
	crier(0, "http://127.0.0.1:", "status")
	crier(0, "installed already", "install", "--", "--port", "0")
	again(syscall.SIGKILL)
	e2e.Until(t, func() bool {
		says, _ := inside("systemctl", "--user", "show", "crier", "--property", "SubState", "--value")
		return says == "running"
	})
	again(syscall.SIGSTOP)
	crier(0, "The data folder is as it was", "uninstall")
	crier(0, "No service is installed", "status")
}
