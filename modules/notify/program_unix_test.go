//go:build unix

package notify

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/programtest"
)

// script writes a program and a pipe, which the program and whatever it starts hold as $3.
func script(t *testing.T, text string) (path string, pipe *os.File) {
	t.Helper()
	folder := t.TempDir()
	fifo := filepath.Join(folder, "pipe")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	// Opened for both, it waits for nobody, and the writing end goes before it is read to its end.
	reader, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close() })
	path = filepath.Join(folder, "program")
	programtest.Write(t, path, "#!/bin/sh\nexec 3>'"+fifo+"'\n"+text)
	return path, reader
}

// TestProgram: it gets the event and a clean environment, and what it started ends with it.
func TestProgram(t *testing.T) {
	t.Setenv("CRIER_BUCKET_SECRET_ACCESS_KEY", "planted")
	path, pipe := script(t, "cat >&3; env >&3; sleep 1000 & exit 0\n")
	want := Event{Event: "post.failed", Cause: "post.failed/a/TOKEN_EXPIRED", Title: "2 posts of bakery failed", Count: 2}
	if err := runProgram(t.Context(), slog.New(slog.DiscardHandler), path, want, time.Minute); err != nil {
		t.Fatal(err)
	}
	said, err := io.ReadAll(pipe)
	if err != nil {
		t.Fatal(err)
	}
	line, env, _ := strings.Cut(string(said), "\n")
	var got Event
	if err := json.Unmarshal([]byte(line), &got); err != nil || got != want {
		t.Errorf("it got %s, %v", line, err)
	}
	if strings.Contains(env, "CRIER") || strings.Contains(env, "planted") || !strings.Contains(env, "PATH=") {
		t.Errorf("its environment is %s", env)
	}
}

// TestProgram_Relative: a program is the one that its path leads to from where Crier was started.
func TestProgram_Relative(t *testing.T) {
	path, pipe := script(t, "pwd >&3\n")
	t.Chdir(filepath.Dir(path))
	if err := runProgram(t.Context(), slog.New(slog.DiscardHandler), "./program", Event{}, time.Minute); err != nil {
		t.Fatal(err)
	}
	if said, err := io.ReadAll(pipe); err != nil || strings.TrimSpace(string(said)) == filepath.Dir(path) {
		t.Errorf("it runs in %s, %v", said, err)
	}
}

// TestProgram_Homeless: a program runs for a user whose home is not there, too.
func TestProgram_Homeless(t *testing.T) {
	path, pipe := script(t, "pwd >&3\n")
	t.Setenv("HOME", filepath.Join(t.TempDir(), "none"))
	if err := runProgram(t.Context(), slog.New(slog.DiscardHandler), path, Event{}, time.Minute); err != nil {
		t.Fatal(err)
	}
	if said, err := io.ReadAll(pipe); err != nil || string(said) != "/\n" {
		t.Errorf("it runs in %s, %v", said, err)
	}
}

// TestProgram_Bad: a program that hangs, prints without an end, fails or is not there ends soon,
// with all that it started, and the error says what it did.
func TestProgram_Bad(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		text   string
		within time.Duration
	}{
		"ended because it ran for more than 300ms":   {"sleep 1000\n", 300 * time.Millisecond},
		"ended because it printed more than 1 MB":    {"yes nothing of this is kept\n", time.Minute},
		"failed (exit status 1): no server is known": {"echo no server is known >&2; sleep 1000 3>&3 & exit 1\n", time.Minute},
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			var log strings.Builder
			path, pipe := script(t, c.text)
			err := runProgram(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), path, Event{}, c.within)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %q", err, want)
			}
			if _, err := io.Copy(io.Discard, pipe); err != nil {
				t.Error(err)
			}
			if log.Len() > 2*keptOutput {
				t.Errorf("the log has %d bytes", log.Len())
			}
		})
	}
	if err := runProgram(t.Context(), slog.New(slog.DiscardHandler), filepath.Join(t.TempDir(), "none"), Event{}, time.Minute); err == nil || !strings.Contains(err.Error(), "cannot be started") {
		t.Errorf("got %v", err)
	}
}

// TestProgram_Misspelled: a program that cannot be run is said at the start, not once it is needed.
func TestProgram_Misspelled(t *testing.T) {
	t.Parallel()
	for program, isSaid := range map[string]bool{"": false, "/bin/sh": false, filepath.Join(t.TempDir(), "none"): true} {
		var log strings.Builder
		f := setup(t)
		f.Program, f.Log = program, slog.New(slog.NewTextHandler(&log, nil))
		if err := f.setProgram(t.Context()); err != nil || strings.Contains(log.String(), "cannot be started") != isSaid {
			t.Errorf("%q: %v, %s", program, err, log.String())
		}
	}
}

// TestProgram_Stopped: a stop ends it.
func TestProgram_Stopped(t *testing.T) {
	t.Parallel()
	path, pipe := script(t, "echo began >&3; sleep 1000\n")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- runProgram(ctx, slog.New(slog.DiscardHandler), path, Event{}, time.Minute) }()
	for b := make([]byte, 1); ; {
		if n, _ := pipe.Read(b); n > 0 {
			break // It has begun.
		}
		select {
		case err := <-ended:
			t.Fatalf("it has not begun: %v", err)
		default:
		}
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := io.Copy(io.Discard, pipe); err != nil {
		t.Error(err)
	}
}

// serviceFor is the environment variable that makes this program a service that runs its value.
const serviceFor = "CRIER_NOTIFY_TEST_SERVICE"

// TestHelperService is the service of TestProgram_Killed, and nothing without it.
func TestHelperService(t *testing.T) {
	t.Parallel()
	if path := os.Getenv(serviceFor); path != "" {
		t.Errorf("the program ended: %v", runProgram(t.Context(), slog.New(slog.DiscardHandler), path, Event{}, time.Hour))
	}
}

// TestProgram_Killed: with a service that is killed its program ends, and what that has started.
func TestProgram_Killed(t *testing.T) {
	t.Parallel()
	path, pipe := script(t, "echo began >&3; sleep 1000 & sleep 1000\n")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	service := exec.CommandContext(t.Context(), self, "-test.run=^TestHelperService$")
	service.Env = append(os.Environ(), serviceFor+"="+path)
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- service.Wait() }()
	for b := make([]byte, 1); ; {
		if n, _ := pipe.Read(b); n > 0 {
			break // It has begun.
		}
		select {
		case err := <-ended:
			t.Fatalf("it has not begun: %v", err)
		default:
		}
	}
	if err := service.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("it was not killed")
	}
	const patience = 30 * time.Second
	if err := pipe.SetReadDeadline(clock.System().Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, pipe); err != nil {
		t.Errorf("it lives on: %v", err)
	}
}
