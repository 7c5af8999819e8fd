package autostart_test

import (
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/cmd/crier/autostart"
	"crier/platform/clock"
)

var update = flag.Bool("update", false, "write the golden files")

// TestDescribe compares the files for the three systems with those in testdata, of paths that each
// quotes in its own way.
func TestDescribe(t *testing.T) {
	t.Parallel()
	for system, s := range map[string]autostart.Service{
		"linux":   {Program: `/home/anna/my "$apps"/crier`, Args: []string{"serve", "--data-dir", `/home/anna/100% $HOME\x`}},
		"darwin":  {Program: "/Users/anna/Apps & more/crier", Args: []string{"serve", "--data-dir", "/Users/anna/Library/Application Support/crier"}, Path: "/opt/homebrew/bin:/usr/bin"},
		"windows": {Program: `C:\Program Files\crier\crier.exe`, Args: []string{"serve", "--data-dir", `C:\Users\Anna & Jan\data\`}, User: `PC\Anna & Jan`},
	} {
		m, err := autostart.Here(system, "/home/anna", 1000)
		if err != nil {
			t.Fatal(err)
		}
		got := m.Describe(s)
		if system != "linux" {
			for d := xml.NewDecoder(strings.NewReader(got)); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", system, err)
				}
			}
		}
		golden := filepath.Join("testdata", system+filepath.Ext(m.File()))
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s:\n%s", system, got)
		}
	}
	if _, err := autostart.Here("plan9", "/usr/anna", 1); err == nil {
		t.Error("an unknown system was taken")
	}
}

// TestUnit_IsTaken has systemd itself read the unit, where there is one.
func TestUnit_IsTaken(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("this system has no systemd-analyze")
	}
	home := t.TempDir()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	m, err := autostart.Here("linux", home, 1000)
	if err != nil {
		t.Fatal(err)
	}
	byHand := filepath.Join(home, ".local", "bin", "crier")
	if err := errors.Join(os.MkdirAll(filepath.Dir(byHand), 0o700), os.Symlink(own, byHand)); err != nil {
		t.Fatal(err)
	}
	for name, unit := range map[string]string{
		"installed": m.Describe(autostart.Service{Program: own, Args: []string{"serve", "--data-dir", home}}),
		"packaged":  autostart.Packaged(own),
		"by-hand":   autostart.Packaged("%h/.local/bin/crier"),
	} {
		file := filepath.Join(home, name+".service")
		if err := os.WriteFile(file, []byte(unit), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), program, "--user", "verify", file)
		cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+home, "HOME="+home)
		if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), file) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// TestNotifier_FeedsWhileItLives tells a manager that listens that the process has started, lives
// and stops, and nothing while the process does not live.
func TestNotifier_FeedsWhileItLives(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s")
	var manager *net.UnixConn
	listen := func() {
		t.Helper()
		var err error
		if manager, err = net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"}); err != nil {
			t.Fatal(err)
		}
	}
	listen()
	t.Cleanup(func() {
		if manager != nil {
			_ = manager.Close()
		}
	})
	t.Setenv("NOTIFY_SOCKET", socket)
	t.Setenv("WATCHDOG_USEC", "120000000")
	t.Setenv("WATCHDOG_PID", "42")
	n := autostart.FromEnvironment(42)
	if os.Getenv("NOTIFY_SOCKET")+os.Getenv("WATCHDOG_USEC") != "" {
		t.Error("a child would tell the manager too")
	}
	hears := func(want string) {
		t.Helper()
		b := make([]byte, 100)
		if got, err := manager.Read(b); err != nil || string(b[:got]) != want {
			t.Fatalf("the manager hears %q, %v; want %q", b[:got], err, want)
		}
	}
	if err := n.Ready("sandbox"); err != nil {
		t.Fatal(err)
	}
	hears("READY=1\nSTATUS=sandbox")

	ctx, cancel := context.WithCancel(t.Context())
	clk := clock.NewFake(time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC))
	asked, lives, ended := make(chan bool), make(chan bool), make(chan struct{})
	missed := make(chan error, 1)
	go func() {
		defer close(ended)
		n.Feed(ctx, clk, func() bool { asked <- true; return <-lives }, func(err error) { missed <- err })
	}()
	next := func(is bool) { <-asked; lives <- is }
	turn := func() {
		if err := clk.BlockUntil(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		clk.Advance(30 * time.Second)
	}
	next(true)
	hears("WATCHDOG=1")
	turn()
	next(false) // The next thing that the manager hears is not of this one.
	turn()
	next(true)
	hears("WATCHDOG=1")
	// What does not get through once, is said the next time.
	if err := errors.Join(manager.Close(), os.Remove(socket)); err != nil {
		t.Fatal(err)
	}
	turn()
	next(true)
	if err := <-missed; err == nil {
		t.Error("nobody hears, and nobody is told")
	}
	listen()
	turn()
	next(true)
	hears("WATCHDOG=1")
	cancel()
	<-ended
	if err := n.Stopping(); err != nil {
		t.Fatal(err)
	}
	hears("STOPPING=1")
}

// TestNotifier_Deaf: a manager that does not listen keeps nothing from going on.
func TestNotifier_Deaf(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = manager.Close() }()
	t.Setenv("NOTIFY_SOCKET", socket)
	n := autostart.FromEnvironment(42)
	for range 10_000 {
		if n.Ready("sandbox") != nil {
			return
		}
	}
	t.Error("the system keeps all that is said")
}

// TestNotifier_TellsNobody does nothing in a process that no manager has started, or whose watchdog
// is meant for another.
func TestNotifier_TellsNobody(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	t.Setenv("WATCHDOG_USEC", "1000000")
	t.Setenv("WATCHDOG_PID", "7")
	n := autostart.FromEnvironment(42)
	if err := errors.Join(n.Ready(""), n.Stopping()); err != nil {
		t.Error(err)
	}
	n.Feed(t.Context(), clock.System(), func() bool { t.Error("asked"); return true }, func(err error) { t.Error(err) })
}
