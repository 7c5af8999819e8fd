package graph

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/clock"
	"crier/platform/sandbox/files"
	"crier/platform/sandbox/world"
)

// TestProcessor_ClosedWhileItSettles: an upload whose container was not settled any more is still
// there at the next start, which needs it to settle the container.
func TestProcessor_ClosedWhileItSettles(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	store, err := world.Open("", clock.System(), log)
	if err != nil {
		t.Fatal(err)
	}
	const id = "17890000000000001"
	p := &processor{
		Store: store, spool: files.NewSpool(filepath.Join(t.TempDir(), "state")), album: files.NewAlbum(""), log: log,
		fetching: map[string]chan struct{}{id: make(chan struct{})},
	}
	if err := p.spool.Receive(id, strings.NewReader("video"), files.MaxSpooled); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Close(); err != nil {
		t.Fatal(err)
	}
	p.finishSettling(context.WithoutCancel(t.Context()), &world.Container{ID: id, Upload: true, Status: world.StatusInProgress, Forced: world.ForceError})
	if size := p.spool.Size(id); size != int64(len("video")) {
		t.Errorf("%d bytes are left", size)
	}
}
