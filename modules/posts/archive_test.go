package posts

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"testing"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// columns returns a table's columns in their order, as the database has them.
func columns(t *testing.T, db *database.DB, table string) (names []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT name || ' ' || type FROM pragma_table_info(?) ORDER BY cid", table)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if rows.Err() != nil {
		t.Fatal(rows.Err())
	}
	return names
}

// TestArchive_HasTheColumnsOfPosts: the archive has its own two columns and then those of posts in
// their order, so that a row can move as it is.
func TestArchive_HasTheColumnsOfPosts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	want := append([]string{"archived_at INTEGER", "media_file_ids TEXT"}, columns(t, b.db, "posts")...)
	if got := columns(t, b.db, "posts_archive"); !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

// TestArchive_KeepsTheRow: the archive keeps everything in the row, and the files in their order.
func TestArchive_KeepsTheRow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	files := []wireid.ID{b.photo(t), b.photo(t)}
	draft, _, err := b.drafts.Save(t.Context(), PublishablePost{
		AccountID: b.bakery.ID, MediaType: Carousel, MediaFileIDs: files,
		Content: Content{Caption: new("x"), Collaborators: []string{"ann"}},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	before := b.read(t, draft.ID)
	if err := b.deleter.Delete(t.Context(), draft.ID); err != nil {
		t.Fatal(err)
	}
	after, err := b.history.Deleted(t.Context(), draft.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.history.Deleted(t.Context(), wireid.New()); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("a post that never was: %v", err)
	}
	if value(after.Caption) != "x" || value(after.Collaborators) != `["ann"]` || after.MediaType != Carousel || after.CreatedAt != before.CreatedAt {
		t.Errorf("got %+v, want %+v", after, before)
	}
	var kept string
	if err := b.db.QueryRowContext(t.Context(), "SELECT media_file_ids FROM posts_archive").Scan(&kept); err != nil || kept != `["`+files[0].String()+`","`+files[1].String()+`"]` {
		t.Errorf("the files are %s, %v", kept, err)
	}
	if err := b.deleter.Delete(t.Context(), draft.ID); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("a second deletion: %v", err)
	}
}

// TestLifeCycle_NoStatementGetsRoundIt: the database refuses an illegal change, no matter who asks
// for it.
func TestLifeCycle_NoStatementGetsRoundIt(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.insert(t, Post{Status: Published})
	set := func(status Status) (sql.Result, error) {
		return b.db.NewUpdate().Model((*Post)(nil)).Set("status = ?", status).Where("id = ?", post.ID).Exec(t.Context())
	}
	if _, err := set(Queued); err == nil || !strings.Contains(err.Error(), "no such change of status") {
		t.Errorf("a published post was queued again: %v", err)
	}
	if _, err := set(Published); err != nil {
		t.Errorf("a status that stays: %v", err)
	}
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		_, err := ChangeStatus(ctx, tx, post.ID, Published, Queued, *at(b.clock.Now()), nil)
		return err
	})
	if err == nil {
		t.Error("the program would have tried it")
	}
}
