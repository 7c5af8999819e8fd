package logging_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"testing"

	"crier/platform/logging"
)

// TestRecord reads what slog writes, in both forms, and makes a message of what is none.
func TestRecord(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(handler).Warn("two words", "error", errors.New("a \"quote\"\nand = more"), "empty", "", "odd key", 7, "path", `C:\x`) //nolint:sloglint // A key that is written in quotes.
	}
	for line := range strings.Lines(out.String()) {
		r := logging.Record(strings.TrimSuffix(line, "\n"))
		fields := r.Fields()
		delete(fields, "time")
		for name, value := range fields {
			fields[name] = fmt.Sprint(value)
		}
		want := map[string]any{"level": "WARN", "msg": "two words", "error": "a \"quote\"\nand = more", "empty": "", "odd key": "7", "path": `C:\x`}
		if !maps.Equal(fields, want) || r.Level() != "WARN" {
			t.Errorf("%s: got %q", line, fields)
		}
	}
	for _, line := range []string{"panic: oh", "{no JSON", `a="b`, "=", "goroutine 1 [running]:", ""} {
		r := logging.Record(line)
		if fields := r.Fields(); line != "" && line != "=" && fields["msg"] != line || r.Level() != "error" {
			t.Errorf("%q: got %q, %s", line, fields, r.Level())
		}
	}
}
