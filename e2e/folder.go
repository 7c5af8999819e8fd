package e2e

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"crier/modules/posts/publish/states"
	"crier/platform/database"
)

// OpenDB opens the database of a data folder beside the service, or without one, until the test
// ends.
func OpenDB(tb testing.TB, dir string) *database.DB {
	tb.Helper()
	db, err := database.Open(tb.Context(), filepath.Join(dir, "crier.db"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	return db
}

// CountPostsUnderWay returns how many posts have not ended yet.
func CountPostsUnderWay(tb testing.TB, db *database.DB) (n int) {
	tb.Helper()
	const query = "SELECT count(*) FROM posts WHERE status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING')"
	if err := db.QueryRowContext(tb.Context(), query).Scan(&n); err != nil {
		tb.Fatal(err)
	}
	return n
}

// WantConsistent fails the test for traces of a half-done request or of a death.
func WantConsistent(tb testing.TB, db *database.DB) {
	tb.Helper()
	for what, query := range map[string]string{
		"rows that point nowhere":            "SELECT count(*) FROM pragma_foreign_key_check",
		"damaged pages":                      "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
		"open jobs without a post":           "SELECT count(*) FROM scheduled_jobs WHERE status IN ('PENDING', 'PROCESSING') AND type = 'PUBLISH' AND subject_id NOT IN (SELECT id FROM posts)",
		"posts that nobody works on":         "SELECT count(*) FROM posts WHERE status IN ('SCHEDULED', 'QUEUED') AND id NOT IN (SELECT subject_id FROM scheduled_jobs WHERE status IN ('PENDING', 'PROCESSING'))",
		"drafts with a job":                  "SELECT count(*) FROM posts WHERE status = 'DRAFT' AND id IN (SELECT subject_id FROM scheduled_jobs WHERE status IN ('PENDING', 'PROCESSING'))",
		"scheduled posts with another time":  "SELECT count(*) FROM posts JOIN scheduled_jobs AS job ON job.subject_id = posts.id AND job.status = 'PENDING' WHERE posts.status = 'SCHEDULED' AND job.run_at <> posts.scheduled_for",
		"carousels of fewer than two":        "SELECT count(*) FROM posts WHERE media_type = 'CAROUSEL' AND status <> 'DRAFT' AND (SELECT count(*) FROM post_media WHERE post_id = posts.id) NOT BETWEEN 2 AND 10",
		"posts both live and in the archive": "SELECT count(*) FROM posts WHERE id IN (SELECT id FROM posts_archive)",
		"links of posts that are not there":  "SELECT count(*) FROM post_media WHERE post_id NOT IN (SELECT id FROM posts)",
	} {
		var n int
		if err := db.QueryRowContext(tb.Context(), query).Scan(&n); err != nil || n != 0 {
			tb.Errorf("%d %s, %v", n, what, err)
		}
	}
	WantLegal(tb, db)
}

// WantLegal fails the test for a post whose combination of status, job and verdict is not in the
// table of legal states.
func WantLegal(tb testing.TB, db *database.DB) {
	tb.Helper()
	// The question is also asked at the end of tests, whose context has ended then.
	illegal, err := states.Illegal(context.WithoutCancel(tb.Context()), db.Reader())
	if err != nil {
		tb.Error(err)
	}
	for _, p := range illegal {
		tb.Errorf("no legal state: %s", p)
	}
}

// RecordedFiles returns the files that GET /media names, with their sizes if it reports them, and 1
// otherwise.
func RecordedFiles(tb testing.TB, client *Client) map[string]int64 {
	tb.Helper()
	recorded := map[string]int64{}
	for offset, more := 0, true; more; offset += 100 {
		var page struct {
			Files []struct {
				StoragePath                  string
				ThumbnailPath, ProcessedPath *string
				FileSize                     int64
			}
			HasMore bool
		}
		client.Get(fmt.Sprintf("%s/media?limit=100&offset=%d", v1Prefix, offset)).Want(http.StatusOK).JSON(&page)
		for _, f := range page.Files {
			recorded["/"+f.StoragePath] = f.FileSize
			for _, path := range []*string{f.ThumbnailPath, f.ProcessedPath} {
				if path != nil {
					recorded["/"+*path] = 1
				}
			}
		}
		more = page.HasMore
	}
	return recorded
}

// StoredFiles returns the files below the uploads folder in the form of RecordedFiles.
func StoredFiles(tb testing.TB, dir string) map[string]int64 {
	tb.Helper()
	uploads := filepath.Join(dir, "uploads")
	stored := map[string]int64{}
	err := filepath.WalkDir(uploads, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, uploads))
		if stored[name] = info.Size(); strings.HasPrefix(name, "/thumbnails/") || strings.HasPrefix(name, "/processed/") {
			stored[name] = min(1, info.Size())
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		tb.Fatal(err)
	}
	return stored
}
