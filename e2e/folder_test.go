package e2e_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/database"
)

// openDB opens the database of a data folder beside the service, or without one.
func openDB(t *testing.T, dir string) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), filepath.Join(dir, "crier.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func execSQL(t *testing.T, dir, statement string, args ...any) {
	t.Helper()
	if _, err := openDB(t, dir).ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// rowCounts returns how many rows each table has, as text.
func rowCounts(t *testing.T, dir string) string {
	t.Helper()
	db := openDB(t, dir)
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

// picture returns a PNG whose pixels no other call gives.
func picture(t testing.TB, width, height int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	tint := rand.Uint32()
	for y := range height {
		for x := range width {
			img.SetRGBA(x, y, color.RGBA{uint8(x) + uint8(tint), uint8(y) + uint8(tint>>8), uint8(tint >> 16), 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// demoAccount is the first of the demo accounts, the primary one.
const demoAccount = "11111111-1111-4111-8111-111111111111"

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
	if status := waitForPost(t, client, post); status != "PUBLISHED" {
		t.Fatalf("the post is %s", status)
	}
}

// waitForPost asks the real program until the post is PUBLISHED or FAILED.
func waitForPost(t *testing.T, client *e2e.Client, post string) string {
	t.Helper()
	return waitForStatus(t, client, post, "PUBLISHED", "FAILED")
}

// waitForStatus asks the real program until the post has one of the statuses.
func waitForStatus(t *testing.T, client *e2e.Client, post string, wanted ...string) string {
	t.Helper()
	limit := time.Now().Add(2 * time.Minute) //nolint:forbidigo // The program has a clock of its own.
	for {
		status := client.Get("/api/v1/posts/" + post).Want(200).String("status")
		if slices.Contains(wanted, status) {
			return status
		}
		if time.Now().After(limit) { //nolint:forbidigo // The program has a clock of its own.
			t.Fatalf("the post is still %s", status)
		}
		time.Sleep(20 * time.Millisecond) //nolint:forbidigo // The program has a clock of its own.
	}
}
