package e2e_test

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/cmd/crier/autostart"
	"crier/e2e"
	"crier/platform/programtest"
)

// TestCommand_Service installs, replaces and removes the service of a system whose manager is two
// scripts that write down what they are called with.
func TestCommand_Service(t *testing.T) {
	t.Parallel()
	home, bin := t.TempDir(), t.TempDir()
	script := func(name, text string) {
		t.Helper()
		programtest.Write(t, filepath.Join(bin, name), "#!/bin/sh\n"+text+"\n")
	}
	state, calls := filepath.Join(bin, "state"), filepath.Join(bin, "calls")
	script("systemctl", `case "$*" in
*show*) cat '`+state+`' 2>&-; exit 0 ;;
*restart*) echo ActiveState=active >'`+state+`' ;;
*disable*) rm -f '`+state+`' ;;
esac
echo "$*" >>'`+calls+`'`)
	script("loginctl", "echo no")
	data := filepath.Join(home, "my data")
	settings := []string{"HOME=" + home, "TMPDIR=" + t.TempDir(), "PATH=" + bin + ":/usr/bin:/bin", "XDG_CONFIG_HOME="}
	file := filepath.Join(home, ".config", "systemd", "user", "crier.service")
	run := func(code int, says string, args ...string) {
		t.Helper()
		exit := e2e.Program(t).Run(t, settings, args...)
		if exit.Code != code || !strings.Contains(exit.Stdout+exit.Stderr, says) {
			t.Errorf("crier %q: %+v, want %d and %q", args, exit, code, says)
		}
	}
	called := func(want ...string) {
		t.Helper()
		b, _ := os.ReadFile(calls)
		if got := strings.Split(strings.TrimSpace(string(b)), "\n"); !slices.Equal(got, want) {
			t.Errorf("the manager was called with %q", got)
		}
		if err := os.WriteFile(calls, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(0, "No service is installed", "service", "status")
	run(2, "unknown flag --portt", "service", "install", "--", "--portt", "1")
	run(2, "before the --", "service", "install", "--", "--data-dir", "x")
	run(2, "for one start", "service", "install", "--", "--new")
	settings = append(settings, "CRIER_LOG_LEVEL=debug", "RATE_LIMIT_RPM=7")
	run(0, "The service is installed, and Crier runs", "service", "install", "--data-dir", data, "--", "--port", "0")
	called("--user daemon-reload", "--user enable crier", "--user restart crier")
	unit, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(unit), `"serve" "--data-dir" "`+data+`" "--port" "0"`) {
		t.Errorf("%s, %v", unit, err)
	}
	run(0, "installed already", "service", "install", "--data-dir", data, "--", "--port", "0")
	called("")
	run(0, "CRIER_LOG_LEVEL, RATE_LIMIT_RPM. Give them", "service", "install", "--data-dir", data)
	called("--user daemon-reload", "--user enable crier", "--user restart crier")
	run(0, "enable-linger", "service", "status")
	if err := os.WriteFile(state, []byte("ActiveState=failed\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run(3, "does not run", "service", "status")
	// The folder is that of the service, which is another than the user's own.
	if err := os.WriteFile(filepath.Join(data, "crier.log"), []byte("time=2026-11-21T09:30:00Z level=INFO msg=\"of the service\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run(0, "of the service", "service", "logs")
	run(3, "Data folder: "+data, "service", "status")
	run(3, "The service is installed, and does not run.", "doctor", "--data-dir", data)
	other := filepath.Join(home, "other")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	run(0, "on another data folder: "+data, "doctor", "--data-dir", other)

	// One that runs already goes on.
	service := e2e.Program(t).Serve(t)
	run(0, "goes on", "service", "install", "--data-dir", service.Dir())
	called("--user daemon-reload", "--user enable crier")
	run(3, "started Crier by hand on its folder", "service", "status")
	run(3, `"byHand":true`, "service", "status", "--json")
	run(0, "removed", "service", "uninstall")
	called("--user disable --now crier", "--user daemon-reload")
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Error(err)
	}
	run(0, "No service is installed", "service", "uninstall")

	// The user has enabled the unit of a package.
	enabled := filepath.Join(filepath.Dir(file), "default.target.wants", "crier.service")
	if err := os.MkdirAll(filepath.Dir(enabled), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(enabled, []byte(autostart.Packaged("/usr/bin/crier")), 0o600); err != nil {
		t.Fatal(err)
	}
	run(3, "does not run: "+enabled, "service", "status")
	called("")
	run(0, "removed", "service", "uninstall")
	called("--user disable --now crier", "--user daemon-reload")
	if err := os.Remove(enabled); err != nil { // That is what systemctl does.
		t.Fatal(err)
	}
	run(0, "No service is installed", "service", "uninstall")

	// One that does not start is not left behind, and the one before it comes back.
	script("systemctl", `case "$*" in *show*) exit 0 ;; esac
echo "$*" >>'`+calls+`'
case "$*" in *restart*) ! grep -q 7272 '`+file+`' ;; esac`)
	refused, undone := []string{"--user daemon-reload", "--user enable crier", "--user restart crier"}, []string{"--user disable --now crier", "--user daemon-reload"}
	run(1, "nothing has changed", "service", "install", "--data-dir", data, "--", "--port", "7272")
	called(slices.Concat(refused, undone)...)
	run(0, "No service is installed", "service", "status")
	run(0, "and Crier runs", "service", "install", "--data-dir", data)
	called(refused...)
	unit, err = os.ReadFile(file)
	run(1, "nothing has changed", "service", "install", "--data-dir", data, "--", "--port", "7272")
	called(slices.Concat(refused, undone, refused)...)
	if again, errAgain := os.ReadFile(file); err != nil || errAgain != nil || !bytes.Equal(again, unit) {
		t.Errorf("%s, %v, %v", again, err, errAgain)
	}
	run(0, "removed", "service", "uninstall")

	script("systemctl", "echo 'Failed to connect to bus: No medium found' >&2; exit 1")
	run(1, "by another way", "service", "install", "--data-dir", data)
	run(0, "No service is installed", "service", "uninstall")
	settings = append(settings, "SUDO_USER=anna")
	run(1, "as anna, without sudo", "service", "install", "--data-dir", data)
	run(0, "another user than anna", "service", "status")
	run(0, "another user than anna", "service", "uninstall")
}

// TestServe_TellsTheManager listens as systemd does: it hears when the service has started, that it
// lives, and that it stops.
func TestServe_TellsTheManager(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(t.TempDir(), "s")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = manager.Close() })
	// It always listens: the system keeps ten words, and the next one waits.
	says, lives := make(chan string, 10), make(chan string, 1)
	go func() {
		for b := make([]byte, 1000); ; {
			n, err := manager.Read(b)
			switch word := string(b[:n]); {
			case err != nil:
				return
			case word != "WATCHDOG=1":
				says <- word
			default:
				select {
				case lives <- word:
				default: // It is known.
				}
			}
		}
	}()
	service := e2e.Program(t).Serve(t, "NOTIFY_SOCKET="+socket, "WATCHDOG_USEC=4000")
	if got := e2e.Await(t, says, "that it has started"); !strings.HasPrefix(got, "READY=1\nSTATUS=sandbox, "+service.BaseURL()) {
		t.Errorf("the manager hears %q at the start", got)
	}
	for range 2 {
		e2e.Await(t, lives, "that it lives")
	}
	service.Stop(t)
	if got := e2e.Await(t, says, "that it stops"); got != "STOPPING=1" {
		t.Errorf("the manager hears %q at the stop", got)
	}
}
