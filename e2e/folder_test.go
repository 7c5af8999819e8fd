package e2e_test

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
)

func execSQL(t *testing.T, dir, statement string, args ...any) {
	t.Helper()
	if _, err := e2e.OpenDB(t, dir).ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// rowCounts returns how many rows each table has, as text.
func rowCounts(t *testing.T, dir string) string {
	t.Helper()
	db := e2e.OpenDB(t, dir)
	rows, err := db.QueryContext(t.Context(), "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	var counts strings.Builder
	for _, table := range tables {
		var n int
		if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM "`+table+`"`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&counts, "%s %d\n", table, n)
	}
	return counts.String()
}

// listing returns every file below dir, as text.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var list strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			fmt.Fprintln(&list, strings.TrimPrefix(path, dir))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.String()
}

// publish starts the publishing of an image and returns the post's id.
func publish(client *e2e.Client, media, caption string) string {
	return client.Post("/api/v1/posts/publish", map[string]any{
		"accountId": demoAccount, "mediaType": "IMAGE", "mediaFileId": media, "caption": caption,
	}).Want(202).String("postId")
}

// publishAndWait publishes an image with a client of the real program, on its clock.
func publishAndWait(t *testing.T, client *e2e.Client, media string) {
	t.Helper()
	post := publish(client, media, "hello")
	e2e.AwaitPublished(t, client, post)
}
