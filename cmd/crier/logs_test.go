package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"

	"crier/platform/logging"
)

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
