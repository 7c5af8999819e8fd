package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/platform/logging"
)

// TestLogRecord reads what slog writes, in both forms, and makes a message of what is none.
func TestLogRecord(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(handler).Warn("two words", "error", errors.New("a \"quote\"\nand = more"), "empty", "", "odd key", 7, "path", `C:\x`) //nolint:sloglint // A key that is written in quotes.
	}
	for line := range strings.Lines(out.String()) {
		r := logRecord(strings.TrimSuffix(line, "\n"))
		fields := r.fields()
		delete(fields, "time")
		for name, value := range fields {
			fields[name] = fmt.Sprint(value)
		}
		want := map[string]any{"level": "WARN", "msg": "two words", "error": "a \"quote\"\nand = more", "empty": "", "odd key": "7", "path": `C:\x`}
		if !maps.Equal(fields, want) || r.level() != "WARN" {
			t.Errorf("%s: got %q", line, fields)
		}
	}
	for _, line := range []string{"panic: oh", "{no JSON", `a="b`, "=", "goroutine 1 [running]:", ""} {
		r := logRecord(line)
		if fields := r.fields(); line != "" && line != "=" && fields["msg"] != line || r.level() != "error" {
			t.Errorf("%q: got %q, %s", line, fields, r.level())
		}
	}
}

// TestLogReader_FollowsAcrossTurns: each record once, in its order, whenever the file becomes a
// predecessor between two looks.
func TestLogReader_FollowsAcrossTurns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "crier.log")
	l := &logReader{path: path}
	if records, err := l.all(); len(records) != 0 || err != nil || l.found {
		t.Fatalf("without a file: %v, %v", records, err)
	}
	f, err := logging.OpenFile(path, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var want, got []string
	for look := range 60 {
		for range look % 9 {
			line := fmt.Sprintf("record %03d", len(want))
			want = append(want, line)
			_, _ = fmt.Fprintln(f, line)
		}
		records, err := l.more()
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		for _, r := range records {
			got = append(got, string(r))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("of %d records %d were read:\n%q", len(want), len(got), got)
	}
	if all, err := (&logReader{path: path}).all(); err != nil || len(all) < 9 || string(all[len(all)-1]) != want[len(want)-1] {
		t.Errorf("from the start: %q, %v", all, err)
	}
}
