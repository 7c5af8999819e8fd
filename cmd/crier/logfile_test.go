package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"crier/platform/logging"
)

// TestOpenLogOutput_Refuses says of each file that cannot be the log why, and what to do.
func TestOpenLogOutput_Refuses(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	data := filepath.Join(top, "data")
	for _, dir := range []string{data, filepath.Join(top, "closed"), filepath.Join(data, "deeper")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	other := filepath.Join(top, "letter")
	if err := os.WriteFile(other, []byte("a letter"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link": other, "to-data": data, "to-deeper": filepath.Join(data, "deeper")} {
		if err := os.Symlink(to, filepath.Join(top, link)); err != nil {
			t.Skip(err)
		}
	}
	cases := map[string]string{
		filepath.Join(top, "none", "crier.log"):      "make it",
		filepath.Join(other, "crier.log"):            "there is no folder",
		filepath.Join(top, "link"):                   "is no file",
		top:                                          "is no file",
		filepath.Join(data, "crier.log"):             "a log of its own",
		filepath.Join(data, "deeper", "any.log"):     "a log of its own",
		filepath.Join(top, "to-data", "crier.log"):   "a log of its own",
		filepath.Join(top, "to-deeper", "crier.log"): "a log of its own",
	}
	if runtime.GOOS != "windows" && os.Getuid() != 0 {
		if err := os.Chmod(filepath.Join(top, "closed"), 0o500); err != nil {
			t.Fatal(err)
		}
		cases[filepath.Join(top, "closed", "crier.log")] = "you may write to"
	}
	for path, want := range cases {
		output, err := openLogOutput(path, data)
		if codeOf(err) != exitUsage || err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "--log-file: ") {
			t.Errorf("%s: got %v", path, err)
		}
		if err == nil {
			output.end()
		}
	}
	if b, err := os.ReadFile(other); err != nil || string(b) != "a letter" {
		t.Errorf("the letter is %q, %v", b, err)
	}
}

// TestOpenLogOutput_ForOneProcess: the second process that names the file is refused, and gets it
// once the first has ended. What was there stays, and the file turns at its size.
func TestOpenLogOutput_ForOneProcess(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "crier.log")
	if err := os.WriteFile(path, []byte("before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	first, err := openLogOutput(path, filepath.Join(dir, "data"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openLogOutput(path, filepath.Join(dir, "data")); codeOf(err) != exitUsage || err == nil || !strings.Contains(err.Error(), "another Crier") {
		t.Errorf("a second one: %v", err)
	}
	record := []byte(strings.Repeat("x", 1<<20-1) + "\n")
	for range logging.MaxFileSize>>20 + 1 {
		_, _ = first.Write(record)
	}
	first.end()
	second, err := openLogOutput(path, filepath.Join(dir, "data"))
	if err != nil {
		t.Fatal(err)
	}
	defer second.end()
	_, _ = second.kept.Write([]byte("after\n"))
	now, err := os.ReadFile(path)
	if err != nil || !strings.HasSuffix(string(now), "after\n") || len(now) > logging.MaxFileSize {
		t.Errorf("the log has %d bytes, %v", len(now), err)
	}
	if before, err := os.ReadFile(logging.Predecessor(path)); err != nil || !strings.HasPrefix(string(before), "before\n") {
		t.Errorf("the one before has %d bytes, %v", len(before), err)
	}
}

// TestCheckServe_WholePaths: the system starts a service in another folder than this one.
func TestCheckServe_WholePaths(t *testing.T) {
	t.Parallel()
	whole := filepath.Join(t.TempDir(), "crier.log")
	for _, flags := range [][]string{{"--log-file", "crier.log"}, {"--log-file=logs/crier.log"}, {"--backup-dir", "../there"}, {"--state-dir=x"}, {"--on-event", "./told.sh"}} {
		if err := checkServe(flags); err == nil || !strings.Contains(err.Error(), "write the whole path") {
			t.Errorf("%q: got %v", flags, err)
		}
	}
	if err := checkServe([]string{"--log-file", whole}); err != nil {
		t.Error(err)
	}
}
