package e2e_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/database"
)

// firstRelease is the last migration that the first release has.
const firstRelease = "20261121000500_posts_init"

// TestUpgrade_FolderOfTheFirstRelease is the first half of scenario 41: what is in the folder is
// all there afterwards, goes on from where it stood, and can be had back.
func TestUpgrade_FolderOfTheFirstRelease(t *testing.T) {
	t.Parallel()
	j := begin(t)
	at := e2e.Start.Add(time.Hour)
	ids := map[posts.Status]string{posts.Draft: j.draft(j.full()), posts.Scheduled: j.schedule(j.imagePost("later"), at), posts.Published: j.publish(j.imagePost("live"))}
	j.ended(ids[posts.Published])
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, Code: 352})
	ids[posts.Failed] = j.publish(j.imagePost("bad"))
	j.hasFailed(j.ended(ids[posts.Failed]), "MEDIA_INVALID")
	ids[posts.Queued] = j.held(posts.Queued)
	before := map[posts.Status]string{}
	for status, id := range ids {
		if p := j.post(id); p.Status != status {
			t.Fatalf("the post is %s", describe(p))
		}
		before[status] = j.lasting(id)
	}
	j.network.ClearFaults()
	j.Stop()
	takeBack(t, j.Dir)

	j = begin(t, e2e.In(j.Dir), e2e.At(j.Clock))
	if copies, err := os.ReadDir(filepath.Join(j.Dir, "backups")); err != nil || len(copies) != 1 || !strings.HasSuffix(copies[0].Name(), firstRelease+".db") {
		t.Errorf("the backups are %v, %v", copies, err)
	}
	for status, id := range ids {
		if got := j.lasting(id); got != before[status] {
			t.Errorf("%s: got %s\nwant %s", status, got, before[status])
		}
	}
	j.client.Put("/api/v1/posts/draft/"+ids[posts.Draft], body{"caption": "changed"}).Want(http.StatusOK)
	j.isLive(j.ended(ids[posts.Queued]), 1)
	j.retry(ids[posts.Failed])
	j.isLive(j.ended(ids[posts.Failed]), 2)
	if got, _ := j.follow("2020-01-01T00:00:00Z", 2); fmt.Sprint(got) != fmt.Sprint([]string{ids[posts.Published], ids[posts.Queued], ids[posts.Failed]}) {
		t.Errorf("the completions are %v", got)
	}
	j.pass(at.Sub(j.Clock.Now()))
	j.isLive(j.ended(ids[posts.Scheduled]), 3)
	for _, id := range ids {
		j.client.Delete(postsPath + id).Want(http.StatusOK)
		j.isGone(id)
	}
}

// lasting shows a post without what changes with each start: the address of the network that is a
// part of the program.
func (j *journey) lasting(id string) string {
	j.t.Helper()
	p := j.post(id)
	for i := range p.MediaFiles {
		p.MediaFiles[i].PublicURL = nil
	}
	return show(p)
}

// takeBack gives a folder's database the schema of the first release, with those of its rows that
// have a place there.
func takeBack(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, "crier.db")
	old := e2e.OpenDB(t, t.TempDir())
	migrateUpTo(t, old, firstRelease)
	execute(t, old, "PRAGMA foreign_keys = OFF")
	execute(t, old, "ATTACH ? AS now", path)
	for table, columns := range columnsOf(t, old) {
		if table != "schema_migrations" {
			// What the attempts say now, the posts said then.
			from := strings.ReplaceAll(columns, "publish_intent_at", "(SELECT max(sent_at) FROM now.attempts WHERE post_id = "+table+".id AND channel <> 'page')")
			execute(t, old, fmt.Sprintf("INSERT INTO main.%s (%s) SELECT %s FROM now.%[1]s", table, columns, from))
		}
	}
	execute(t, old, "DETACH now")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	execute(t, old, "VACUUM INTO ?", path)
}

// migrateUpTo gives an empty database the schema that it had after a migration.
func migrateUpTo(t *testing.T, db *database.DB, last string) {
	t.Helper()
	files, err := filepath.Glob("../migrations/*.tx.up.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	execute(t, db, "CREATE TABLE schema_migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT")
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".tx.up.sql")
		if name > last {
			return
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		execute(t, db, string(text))
		execute(t, db, "INSERT INTO schema_migrations VALUES (?, 0)", name)
	}
}

func execute(t *testing.T, db *database.DB, statement string, args ...any) {
	t.Helper()
	if _, err := db.DB.DB.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// columnsOf returns the columns of each table, with commas between them.
func columnsOf(t *testing.T, db *database.DB) map[string]string {
	t.Helper()
	var rows []struct{ Name, Columns string }
	err := db.NewRaw(`SELECT name, (SELECT group_concat(name) FROM pragma_table_info(sqlite_schema.name)) AS columns
		FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).Scan(t.Context(), &rows)
	if err != nil {
		t.Fatal(err)
	}
	columns := map[string]string{}
	for _, r := range rows {
		columns[r.Name] = r.Columns
	}
	return columns
}
