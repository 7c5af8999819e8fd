package timeline

import (
	"log/slog"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// bundle is a recorder on a database of the test's own.
type bundle struct {
	db       *database.DB
	clock    *clock.Fake
	recorder *Recorder
}

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{db: databasetest.New(t), clock: clock.NewFake(start)}
	b.recorder = NewRecorder(b.db, b.clock, slog.New(slog.DiscardHandler))
	return b
}

// post stores a post in a status.
func (b *bundle) post(t *testing.T, status string, completed *wiretime.Time) wireid.ID {
	t.Helper()
	id := wireid.New()
	if err := insertPost(t, b.db, id, status, completed); err != nil {
		t.Fatal(err)
	}
	return id
}

// insertPost stores as much of a post as the table demands.
func insertPost(t testing.TB, db *database.DB, id wireid.ID, status string, completed *wiretime.Time) error {
	t.Helper()
	_, err := db.ExecContext(t.Context(), `INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, completed_at, created_at, updated_at)
		VALUES (?, ?, ?, 'IMAGE', 'MANUAL', 'UTC', ?, ?, ?, ?)`, id, wireid.New(), wireid.New(), status, completed, wiretime.Of(start), wiretime.Of(start))
	return err
}

func at(t time.Time) *wiretime.Time { return wiretime.Ptr(t) }
