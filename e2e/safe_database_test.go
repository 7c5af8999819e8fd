package e2e_test

import (
	"bytes"
	"database/sql"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
)

// TestSafe_DamagedDatabaseIsSaid overwrites the pages of api_keys in the file. Crier cannot know
// who asks, and says that it is Crier's own trouble: not that the request is wrong, nor that the
// key is, nor that all is well.
func TestSafe_DamagedDatabaseIsSaid(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	made := service.Command(t, "keys", "create", "test")
	bearer := "Bearer " + strings.TrimSpace(made.Stdout)
	service.Anonymous(t).With("Authorization", bearer).Get("/api/v1/auth/me").Want(http.StatusOK)
	service.Stop(t)
	file := filepath.Join(service.Dir(), "crier.db")
	pages, size := pagesOf(t, file, "api_keys")
	if len(pages) < 2 {
		t.Fatalf("api_keys has the pages %v", pages)
	}
	overwrite(t, file, pages, size)
	want(t, service.Command(t, "backup", filepath.Join(t.TempDir(), "b.crier")), 1, "is damaged", "crier restore FILE")
	for name, exit := range map[string]e2e.Exit{"in words": service.Command(t, "status"), "as JSON": service.Command(t, "status", "--json")} {
		if exit.Code != 3 || !strings.Contains(exit.Stdout, "damaged") || !strings.Contains(exit.Stdout, "crier restore FILE") {
			t.Errorf("status %s: %+v", name, exit)
		}
	}

	service = service.Again(t)
	client := service.Anonymous(t).With("Authorization", bearer)
	for _, r := range []e2e.Response{
		client.Get("/api/v1/auth/me"), client.Get("/api/v1/auth/check"), client.Get("/api/v1/posts"), client.Get("/api/v1/settings/api-keys"),
		client.Post("/api/v1/posts/draft", map[string]any{"mediaType": "IMAGE"}), client.Delete("/api/v1/media/" + demoAccount),
	} {
		said := r.WantError(http.StatusInternalServerError, "INTERNAL_ERROR").String("error")
		id := r.Header.Get("X-Request-Id")
		if !strings.Contains(said, id) {
			t.Errorf("it says %q", said)
		}
		service.AwaitLog(t, `level=ERROR msg="httpapi: request failed" request_id=`+id+` error="look for an API key: database disk image is malformed`)
	}
	service.Anonymous(t).Get("/api/v1/health").WantError(http.StatusServiceUnavailable, "INTERNAL_ERROR")
	service.Anonymous(t).Get("/api/v1/auth/check").Want(http.StatusOK) // Nobody is nobody.
}

// pagesOf returns the root pages of a table and its indexes, and the size of a page.
func pagesOf(t *testing.T, file, table string) (pages []int64, size int) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(t.Context(), "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE tbl_name = ? AND rootpage > 0", table)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var page int64
		if err := rows.Scan(&page, &size); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, page)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return pages, size
}

func overwrite(t *testing.T, file string, pages []int64, size int) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if _, err := f.WriteAt(bytes.Repeat([]byte{0xff}, size), (page-1)*int64(size)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
