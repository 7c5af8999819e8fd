package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"crier/platform/config"
	"crier/platform/database/databasetest"
	"crier/platform/logging"
	"crier/platform/needtest"
	"crier/platform/restart"
)

// announced receives for each start that a service tells of on its standard output.
type announced chan struct{}

// Write takes what the service prints.
func (a announced) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("Stop with Ctrl-C")) || bytes.Contains(b, []byte("has started again")) {
		a <- struct{}{}
	}
	return len(b), nil
}

// switchOften starts a service on the folder, changes its mode so many times, and stops it.
func switchOften(t *testing.T, cfg config.Config, times int) {
	t.Helper()
	process, err := restart.Own(cfg.DataDir)
	if err != nil {
		t.Fatal(err)
	}
	out := make(announced, 1)
	records := logging.NewCopier(io.Discard)
	all := starts{
		command: &serveCommand{Config: cfg}, out: out, process: process, records: records, log: logging.New(records, cfg), kept: slog.New(slog.DiscardHandler),
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- all.run(ctx) }()
	for n := range times {
		select {
		case <-out:
		case err := <-ended:
			t.Fatalf("it ended before switch %d: %v", n, err)
		}
		mode := []config.Network{config.Live, config.Sandbox}[n%2]
		if err := process.Request("of a test", func() error { return process.Dir().ChooseNetwork(string(mode)) }); err != nil {
			t.Fatal(err)
		}
	}
	<-out
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// TestStarts_LeaveNothing: after many changes of the mode the process has as many goroutines and
// open files as after two.
func TestStarts_LeaveNothing(t *testing.T) { //nolint:paralleltest // It counts what the process has.
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	databasetest.Put(t, filepath.Join(dir, "crier.db"))
	cfg := config.Default()
	cfg.DataDir, cfg.StateDir, cfg.Port, cfg.Keyring, cfg.FFmpeg, cfg.LogLevel = dir, t.TempDir(), 0, "off", config.FFmpegOff, "error"
	switchOften(t, cfg, 2)
	// What has ended is still counted for a moment.
	goroutines, files := settled(0), openFiles(t)
	times := 6
	if needtest.IsNight() {
		times = 50
	}
	switchOften(t, cfg, times)
	if now := settled(goroutines); now > goroutines {
		stacks := make([]byte, 1<<20)
		t.Errorf("%d goroutines have become %d:\n%s", goroutines, now, stacks[:runtime.Stack(stacks, true)])
	}
	if now := openFiles(t); now > files {
		t.Errorf("%d open files have become %d", files, now)
	}
}

// settled returns how many goroutines there are, once there are no more than wanted or they do not
// become fewer.
func settled(wanted int) (now int) {
	now = runtime.NumGoroutine()
	for range 200 {
		if now <= wanted {
			return now
		}
		runtime.GC() // Which gives the others time to end.
		now = min(now, runtime.NumGoroutine())
	}
	return now
}
