package modules_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/platform/backup"
)

// broken is a stream that breaks after a number of bytes.
type broken struct{ left int }

var errBroken = errors.New("the pipe is broken")

func (b *broken) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	if b.left -= n; n < len(p) {
		return n, errBroken
	}
	return n, nil
}

func (f *folder) moving(m *backup.Maker) {
	m.IsMove = true
	m.BeforeComplete = func(ctx context.Context) error { return backup.MarkMoved(ctx, f.Dir, "4.4.0", start) }
	m.NotCompleted = func(ctx context.Context) error { return backup.UnmarkMoved(ctx, f.Dir) }
}

func (f *folder) isMoved() bool {
	f.tb.Helper()
	return value(f.tb, f.Path(), "SELECT count(moved_at) FROM instance") == "1"
}

// TestMove_Breaks: a folder whose move broke off is not moved, and stays usable; one whose move is
// whole is moved. The folder is marked before the last byte, so that a whole archive and a usable
// folder never exist together.
func TestMove_Breaks(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	stream := func(w interface{ Write([]byte) (int, error) }) (backup.MakeResult, error) {
		t.Helper()
		m := f.maker()
		f.moving(&m)
		staged, err := backup.Stage(t.Context(), f.Dir, m.Contents, m.Clock, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = os.RemoveAll(staged) }()
		return m.Stream(t.Context(), staged, w)
	}
	// The mark gives the folder an id, which the archives have too.
	if err := errors.Join(backup.MarkMoved(t.Context(), f.Dir, "4.4.0", start), backup.UnmarkMoved(t.Context(), f.Dir)); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(f.backup(func(m *backup.Maker) { m.IsMove = true }))
	if err != nil {
		t.Fatal(err)
	}
	size := int(info.Size())
	for _, after := range []int{0, 1, size / 2, size - 100, size - 10, size - 1} {
		if _, err := stream(&broken{after}); !errors.Is(err, errBroken) {
			t.Errorf("after %d bytes of %d: %v", after, size, err)
		}
		if f.isMoved() {
			t.Errorf("after %d bytes of %d the folder is moved", after, size)
		}
	}
	path := filepath.Join(t.TempDir(), "taken.crier")
	m := f.maker()
	f.moving(&m)
	mark := m.BeforeComplete
	m.BeforeComplete = func(ctx context.Context) error { return errors.Join(mark(ctx), os.WriteFile(path, nil, 0o600)) }
	if _, err := m.Make(t.Context(), path); err == nil || f.isMoved() {
		t.Errorf("the file cannot have its name: %v, and the folder is moved: %t", err, f.isMoved())
	}
	target := filepath.Join(t.TempDir(), "whole.crier")
	w, err := os.Create(target)
	if err != nil {
		t.Fatal(err)
	}
	made, err := stream(w)
	if err := errors.Join(err, w.Close()); err != nil || made.Bytes != int64(size) || !f.isMoved() {
		t.Errorf("%+v, %v", made, err)
	}
	if _, err := open(t, target).Check(t.Context(), backup.CheckOptions{Contents: m.Contents, Now: start, Key: &f.key}); err != nil {
		t.Error(err)
	}
}

// TestMove_IsUsedOnce: a move that is a day old may have been restored and used elsewhere. So what
// is restored from it is held and its keys end, as with any other backup.
func TestMove_IsUsedOnce(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	path := f.backup(f.moving)
	for _, c := range []struct {
		after  time.Duration
		isHeld bool
	}{{0, false}, {23 * time.Hour, false}, {25 * time.Hour, true}, {-25 * time.Hour, true}} {
		r := restoring(filepath.Join(t.TempDir(), "new"), &f.key)
		r.Now = start.Add(c.after)
		done, err := open(t, path).Restore(t.Context(), r)
		if err != nil || done.IsQuarantined != c.isHeld || done.IsRevoked != c.isHeld {
			t.Errorf("after %s: %+v, %v", c.after, done, err)
		}
		want := "none 1"
		if c.isHeld {
			want = "this data folder was restored from the move of 2026-11-23 10:15 UTC, which is older than 24 hours, so a copy of it may have been used since 0"
		}
		got := value(t, r.Path, "SELECT coalesce(quarantine_reason, 'none') || ' ' || (SELECT count(*) FROM api_keys WHERE revoked_at IS NULL) FROM instance")
		if got != want {
			t.Errorf("after %s: %q", c.after, got)
		}
	}
}
