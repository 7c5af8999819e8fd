package world

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
)

// TestStateFile_OpensAgain: a file that a rewrite could not open again is opened for the next line,
// and lacks nothing of what was to be written meanwhile.
func TestStateFile_OpensAgain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state")
	c := clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	s, err := Open(path, c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	put := func(port int) error { return s.Update(func(w *World) { w.putPort(port) }) }
	if err := s.file.file.Close(); err != nil {
		t.Fatal(err)
	}
	s.file.file = nil
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	if err := put(7001); err == nil {
		t.Error("it was written to no file")
	}
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	if err := s.Update(func(w *World) { w.Past.putUnexpected(UnexpectedCall{Path: "/"}) }); err != nil {
		t.Fatalf("once it can be opened: %v", err)
	}
	if _, err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(path, c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if port := again.LastPort(); port != 7001 {
		t.Errorf("what was owed is missing: the port is %d", port)
	}
	if _, err := again.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestWriteState_ShortLines: entities share a line, but no long one, whatever they hold: a state
// file of longer lines than are read could not be opened again.
func TestWriteState_ShortLines(t *testing.T) {
	t.Parallel()
	c := clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	w := New(c)
	params := map[string]string{"caption": strings.Repeat("a", 400<<10)}
	for i := range 3 {
		w.Late.Add(&LateCall{ID: latePrefix + string(rune('A'+i)), Params: params}, time.Hour)
	}
	var b bytes.Buffer
	if _, err := WriteState(&b, w); err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(b.Bytes()) {
		if len(line) > chunkBytes {
			t.Errorf("a line has %d bytes", len(line))
		}
	}
	again, err := Load(&b, c, slog.New(slog.DiscardHandler))
	if err != nil || len(again.Late.All) != 3 {
		t.Errorf("%v", err)
	}
}
