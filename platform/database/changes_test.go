package database_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"crier/platform/database"

	"github.com/uptrace/bun"
)

// watched is a database with tables of each kind, and what was told of them.
type watched struct {
	*database.DB
	told []database.Change
}

var watchedTables = []database.Watched{
	{Table: "posts", Kind: "post", ID: "id", Updated: "updated_at"},
	{Table: "links", Kind: "post", ID: "post_id"},
	{Table: "bucket", Kind: "status", As: "bucket"},
}

func watching(t *testing.T) *watched {
	t.Helper()
	w := &watched{DB: open(t, filepath.Join(t.TempDir(), "crier.db"))}
	w.run(t, `CREATE TABLE posts (id TEXT PRIMARY KEY, caption TEXT, updated_at INTEGER NOT NULL) STRICT;
		CREATE TABLE links (place INTEGER NOT NULL, post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE, PRIMARY KEY (post_id, place)) STRICT, WITHOUT ROWID;
		CREATE TABLE bucket (id INTEGER PRIMARY KEY, name TEXT) STRICT;
		CREATE TABLE untold (a TEXT) STRICT`)
	w.watch(t)
	return w
}

func (w *watched) watch(t *testing.T) {
	t.Helper()
	if err := database.Watch(t.Context(), w.DB, watchedTables, func(c []database.Change) { w.told = append(w.told, c...) }); err != nil {
		t.Fatal(err)
	}
}

func (w *watched) run(t *testing.T, text string, args ...any) {
	t.Helper()
	if _, err := w.DB.DB.DB.ExecContext(t.Context(), text, args...); err != nil {
		t.Fatal(err)
	}
}

// wants holds what was told since the last call.
func (w *watched) wants(t *testing.T, after string, want ...database.Change) {
	t.Helper()
	if !slices.Equal(w.told, want) {
		t.Errorf("after %s: told %+v, want %+v", after, w.told, want)
	}
	w.told = nil
}

func post(id string, updated int64) database.Change {
	return database.Change{Kind: "post", ID: id, Updated: updated}
}

// TestWatch_EachWayToChangeARow: whatever changes a row of a watched table is told once it is
// committed, each thing once.
func TestWatch_EachWayToChangeARow(t *testing.T) {
	t.Parallel()
	w := watching(t)
	insertPost := "INSERT INTO posts (id, updated_at) VALUES (?, ?)"
	w.run(t, insertPost, "a", 1)
	w.wants(t, "an INSERT", post("a", 1))
	w.run(t, "UPDATE posts SET updated_at = 2 WHERE id = 'a'; UPDATE posts SET caption = 'b', updated_at = 3 WHERE id = 'a'")
	w.wants(t, "two UPDATEs", post("a", 3))
	w.run(t, "UPDATE posts SET updated_at = 4 WHERE id = 'a'; INSERT INTO links VALUES (2, 'a'); DELETE FROM links")
	w.wants(t, "a row and what belongs to it", post("a", 4))
	w.run(t, "INSERT INTO links VALUES (0, 'a'); INSERT INTO links VALUES (1, 'a') ON CONFLICT DO NOTHING")
	w.wants(t, "rows of a table without row ids", post("a", 0))
	w.run(t, "INSERT INTO bucket VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET name = excluded.name")
	w.run(t, "INSERT INTO bucket VALUES (1, 'y') ON CONFLICT (id) DO UPDATE SET name = excluded.name")
	w.wants(t, "an upsert", database.Change{Kind: "status", ID: "bucket"}, database.Change{Kind: "status", ID: "bucket"})
	w.run(t, "INSERT INTO untold VALUES ('x')")
	w.wants(t, "a change of what is not watched")
	ids, err := database.Values[string](t.Context(), w.DB, "UPDATE posts SET updated_at = ? RETURNING id", 4)
	if err != nil || !slices.Equal(ids, []string{"a"}) {
		t.Fatal(ids, err)
	}
	w.run(t, "UPDATE posts SET updated_at = 5 WHERE id = 'nothing'")
	if _, err := w.NewUpdate().Table("posts").Set("updated_at = 6").Where("id = 'a'").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		w.wants(t, "RETURNING and the ORM", post("a", 4), post("a", 6))
		_, err := tx.Tx.ExecContext(ctx, insertPost, "b", 7)
		w.wants(t, "what is not committed")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	w.wants(t, "a transaction", post("b", 7))
	w.run(t, "DELETE FROM posts")
	w.wants(t, "a DELETE of all", post("a", 0), post("b", 0))
}

// TestWatch_WhatFailedIsNotTold: of turns that share a commit, each is told or not by its own end.
func TestWatch_WhatFailedIsNotTold(t *testing.T) {
	t.Parallel()
	w := watching(t)
	insertPost := func(id string, err error) func(context.Context, bun.Tx) error {
		return func(ctx context.Context, tx bun.Tx) error {
			_, failed := tx.Tx.ExecContext(ctx, "INSERT INTO posts (id, updated_at) VALUES (?, 1)", id)
			return errors.Join(failed, err)
		}
	}
	refused := errors.New("refused")
	together(t, w.DB, insertPost("a", nil), insertPost("b", refused), insertPost("c", nil), insertPost("a", nil))
	w.wants(t, "turns of which some failed", post("a", 1), post("c", 1))
	if err := w.InRelaxedTx(t.Context(), insertPost("d", refused)); !errors.Is(err, refused) {
		t.Error(err)
	}
	w.wants(t, "a transaction that failed")
	if err := w.InRelaxedTx(t.Context(), insertPost("d", nil)); err != nil {
		t.Error(err)
	}
	w.wants(t, "the same again", post("d", 1))
}

// TestWatch_AnotherConnection: the connection that takes the place of one that was closed notices
// too.
func TestWatch_AnotherConnection(t *testing.T) {
	t.Parallel()
	w := watching(t)
	if err := w.GiveBackOpen(t.Context()); err == nil {
		t.Error("the connection was kept")
	}
	w.run(t, "INSERT INTO posts (id, updated_at) VALUES ('a', 1)")
	w.wants(t, "a change", post("a", 1))
	w.watch(t)
	w.run(t, "INSERT INTO posts (id, updated_at) VALUES ('b', 1)")
	w.wants(t, "watching again", post("b", 1))
}

// TestWatch_Many: of very many changes at once it is told that there were some.
func TestWatch_Many(t *testing.T) {
	t.Parallel()
	w := watching(t)
	w.run(t, "INSERT INTO posts (id, updated_at) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT 'p' || i, i FROM n")
	if n := len(w.told); n != 4097 || w.told[n-1] != (database.Change{}) || w.told[0] != post("p1", 1) {
		t.Errorf("told of %d changes, the last is %+v", n, w.told[n-1])
	}
}

func TestWatch_Refused(t *testing.T) {
	t.Parallel()
	w := watching(t)
	for name, tables := range map[string][]database.Watched{
		"no such table":  {{Table: "nothing", Kind: "x", ID: "id"}},
		"no such id":     {{Table: "posts", Kind: "x", ID: "post_id"}},
		"no such column": {{Table: "posts", Kind: "x", ID: "id", Updated: "changed_at"}},
		"no name":        {{Table: "posts", Kind: "x"}},
		"two names":      {{Table: "posts", Kind: "x", ID: "id", As: "all"}},
		"twice":          {watchedTables[0], watchedTables[0]},
	} {
		if err := database.Watch(t.Context(), w.DB, tables, func([]database.Change) {}); err == nil {
			t.Errorf("%s: watched", name)
		}
	}
}
