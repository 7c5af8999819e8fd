package support

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/modules/auth/authtest"
	"crier/modules/health"
	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/wireid"
)

// TestName_OfAnyLetters: names of computers and people have hyphens, spaces and letters of all
// languages.
func TestName_OfAnyLetters(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"maras-laptop", "Jörg", "Mara Smith", "büro.local", "#café", "мара"} {
		c := NewCleaner()
		c.Name(name, "[name]")
		if got := c.Clean("lookup " + name + ": no such host"); strings.Contains(got, name) {
			t.Errorf("it says %q", got)
		}
	}
}

// TestLearnPersonal_Bounded: what a bundle costs does not grow with all that was ever written. The
// newest texts are known, as are those of a post that goes in, and what is watched.
func TestLearnPersonal_Bounded(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	const old = "an old text that nobody will find any more"
	for _, statement := range []string{
		`INSERT INTO book_texts (id, name, text) VALUES ('old', 'old', '` + old + `')`,
		fmt.Sprintf(`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO book_texts (id, name, text) SELECT i, 'name ' || i, 'the text with the number ' || i || ' of all' FROM n`, mostOfEach),
	} {
		if _, err := database.Exec(t.Context(), db, statement); err != nil {
			t.Fatal(err)
		}
	}
	c := NewCleaner()
	learnPersonal(t.Context(), c, db, nil)
	if got := c.Clean(old); got != old {
		t.Errorf("all texts are looked for: %q", got)
	}
	if got := c.Clean(fmt.Sprintf("the text with the number %d of all", mostOfEach)); got != hidden {
		t.Errorf("the newest is %q", got)
	}
}

// TestWrite_Plan: the plan names files, however old, which are left out.
func TestWrite_Plan(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	authtest.Start(t, db, clock.NewFake(time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)), authtest.Bakery())
	const post, file = "33333333-3333-4333-8333-333333333333", "Ben am Strand.jpg"
	for _, statement := range []string{
		fmt.Sprintf(`WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO media_files (id, original_filename, storage_path, mime_type, file_size, is_valid, created_at)
			SELECT 'file-' || i, iif(i, i || '.jpg', '%s'), 'images/' || i || '.jpg', 'image/jpeg', 1, 1, 1 FROM n`, mostOfEach, file),
		`INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, scheduled_for, is_scheduled, created_at, updated_at)
			SELECT '` + post + `', user_id, id, 'IMAGE', 'MANUAL', 'UTC', 'SCHEDULED', 1, 1, 1, 1 FROM social_accounts`,
		`INSERT INTO post_media (post_id, position, media_file_id) VALUES ('` + post + `', 0, 'file-0')`,
	} {
		if _, err := database.Exec(t.Context(), db, statement); err != nil {
			t.Fatal(err)
		}
	}
	dir, err := datadir.Open(filepath.Join(t.TempDir(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	_, err = Write(t.Context(), Source{
		Dir: dir, DB: db, Now: time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC), Health: func(context.Context) (health.HealthReport, error) { return health.HealthReport{}, nil },
		Plan: func(context.Context) (posts.Forecast, error) {
			return posts.Forecast{Posts: []posts.ForecastPost{{PostID: wireid.MustParse(post), Findings: []posts.Foretold{{Code: posts.ForecastMedia, Says: "Its file " + file + " is gone."}}}}}, nil
		},
	}, &out)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := fs.ReadFile(bundle, "crier-support/plan.json")
	if err != nil || !strings.Contains(string(plan), "Its file [hidden] is gone.") {
		t.Errorf("the plan is %s, %v", plan, err)
	}
}

// TestLearnPersonal_Queries: a query that the schema refuses finds nothing.
func TestLearnPersonal_Queries(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	for _, query := range append(append(append([]string{}, namesOf...), newest(textsOf)...), newest(listsOf)...) {
		rows, err := database.Query(t.Context(), db, query)
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		if err := rows.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, query := range ofPost(append(append([]string{}, textsOf...), listsOf...)) {
		if _, err := database.Values[*string](t.Context(), db, query, wireid.New()); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
}
