package e2e_test

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/needtest"
)

// beforeAttempts is the last migration of the program that had no ledger of attempts.
const beforeAttempts = "20261127000400_posts_needing"

// killedEnd is shortly after the program was killed for the last time.
var killedEnd = time.Date(2026, 11, 24, 8, 14, 0, 0, time.UTC)

// TestUpgrade_FolderFilledUnderKills starts the program on a folder that the one before the ledger
// of attempts has filled while it was killed more than 60 times: see testdata/upgrade. Every post
// comes to its end, and the network's ledger has each of them once.
//
// It is a journey in the process with a fake clock, in the plain tier, and takes 30 s, 9 of them of
// the processor.
func TestUpgrade_FolderFilledUnderKills(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	dir := unpack(t)
	j := begin(t, e2e.In(dir), e2e.At(clock.NewFake(killedEnd)))
	copies, err := os.ReadDir(filepath.Join(dir, "backups"))
	if err != nil || !slices.ContainsFunc(copies, func(c os.DirEntry) bool { return strings.HasSuffix(c.Name(), beforeAttempts+".db") }) {
		t.Errorf("the backups are %v, %v", copies, err)
	}
	wantNone(t, j.DB, "attempts without a look", `SELECT count(*) FROM attempts WHERE look = '' AND post_id IN (SELECT id FROM posts)
		AND (verdict = 'open' OR verdict = 'live' AND media_id IS NULL)`)
	j.untilEnded()
	for range 4 {
		j.chores()
		j.pass(10 * time.Minute)
	}
	k := killed{journey: j, ledger: j.network.Ledger()}
	k.judge(false)
	wantNone(t, j.DB, "recent questions that are still open", `SELECT count(*) FROM attempts JOIN posts ON posts.id = post_id
		WHERE verdict = 'open' AND posts.status = 'PUBLISHED' AND channel <> 'page'`)
	// A retry sends a story again whose day is over, so that one that was live is not retried here.
	for _, id := range k.strings("SELECT id FROM posts WHERE status = 'FAILED' AND caption <> '" + goneStory + "'") {
		j.retry(id)
	}
	j.untilEnded()
	for range 4 {
		j.chores()
		j.pass(10 * time.Minute)
	}
	j.pass(48 * time.Hour)
	j.untilEnded()
	k.ledger = j.network.Ledger()
	k.judge(true)
	e2e.WantConsistent(t, j.DB)
}

// TestUpgrade_KeepsEveryRow migrates the same folder without starting the program: all rows are
// there with what they said, and every question that was open has a row among the attempts.
func TestUpgrade_KeepsEveryRow(t *testing.T) {
	t.Parallel()
	old := filepath.Join(unpack(t), "crier.db")
	dir := unpack(t)
	db := e2e.OpenDB(t, dir)
	if err := db.Migrate(t.Context(), filepath.Join(dir, "backups"), killedEnd); err != nil {
		t.Fatal(err)
	}
	keepsEveryRow(t, db, old)
}

// keepsEveryRow fails the test unless the database has all that is in the one at old, from before
// its migration.
func keepsEveryRow(t *testing.T, db *database.DB, old string) {
	t.Helper()
	now := columnsOf(t, db)
	if _, err := db.DB.DB.ExecContext(t.Context(), "ATTACH ? AS old", old); err != nil {
		t.Fatal(err)
	}
	for _, table := range attached(t, db, "SELECT name FROM old.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'") {
		kept := strings.Split(now[table], ",")
		var same []string
		for _, column := range attached(t, db, "SELECT name FROM pragma_table_info(?, 'old')", table) {
			if slices.Contains(kept, column) {
				same = append(same, column)
			}
		}
		list := strings.Join(same, ", ")
		wantNone(t, db, "rows of "+table+" that were lost or changed", fmt.Sprintf("SELECT count(*) FROM (SELECT %s FROM old.%s EXCEPT SELECT %[1]s FROM main.%[2]s)", list, table))
		if table != "schema_migrations" && table != "post_transitions" && table != "uptime" { // A new version may have more of them.
			wantNone(t, db, "rows more or fewer in "+table, fmt.Sprintf("SELECT abs((SELECT count(*) FROM old.%s) - (SELECT count(*) FROM main.%[1]s))", table))
		}
	}
	for what, query := range map[string]string{
		"posts in PUBLISHING without an attempt": "SELECT count(*) FROM old.posts WHERE status = 'PUBLISHING' AND id NOT IN (SELECT post_id FROM attempts WHERE channel <> 'page')",
		"live posts without an attempt":          "SELECT count(*) FROM old.posts WHERE status = 'PUBLISHED' AND id NOT IN (SELECT post_id FROM attempts WHERE channel <> 'page' AND verdict = 'live')",
		"calls without an attempt":               "SELECT count(*) FROM old.posts WHERE publish_intent_at IS NOT NULL AND id NOT IN (SELECT post_id FROM attempts WHERE channel <> 'page' AND ref = sn_container_id)",
		"calls of deleted posts without one":     "SELECT count(*) FROM old.posts_archive WHERE publish_intent_at IS NOT NULL AND id NOT IN (SELECT post_id FROM attempts WHERE channel <> 'page')",
		"shares without an attempt":              "SELECT count(*) FROM old.posts WHERE share_intent_at IS NOT NULL AND id NOT IN (SELECT post_id FROM attempts WHERE channel = 'page')",
		"items that no attempt has":              "SELECT count(*) FROM old.posts WHERE sn_media_id IS NOT NULL AND sn_media_id NOT IN (SELECT media_id FROM attempts WHERE media_id IS NOT NULL)",
		"attempts that nothing was sent for":     "SELECT count(*) FROM attempts WHERE post_id IN (SELECT id FROM old.posts WHERE publish_intent_at IS NULL AND call_answered = 0)",
		"attempts out of their order":            "SELECT count(*) FROM attempts a JOIN attempts b ON b.seq = a.seq + 1 WHERE a.sent_at > b.sent_at AND (a.channel = 'page') = (b.channel = 'page')",
		"attempts of the future":                 fmt.Sprintf("SELECT count(*) FROM attempts WHERE sent_at > %d", killedEnd.UnixMilli()),
	} {
		wantNone(t, db, what, query)
	}
	for kind, least := range map[string]int{"feed open": 15, "feed live": 30, "feed given up": 3, "story open": 6, "story live": 8, "story given up": 1, "page open": 5, "page live": 5, "page given up": 5} {
		var n int
		if err := db.NewRaw("SELECT count(*) FROM attempts WHERE channel || ' ' || verdict = ?", kind).Scan(t.Context(), &n); err != nil || n < least {
			t.Errorf("%d attempts are %s, %v", n, kind, err)
		}
	}
}

// TestUpgrade_KilledInTheMigration is the second half of scenario 41: the program dies while it
// migrates the same folder, between two migrations, within one, or when all is being committed. The
// database is then as it was, and the copy from before is there; the next start migrates it, and
// all rows are there with what they said.
//
// A death leaves the database file as it was and a beginning of the log: of all that the migration
// wrote to it, in its order. So the test migrates once, with so small a cache that each migration
// writes to the log as it goes, and tries beginnings of that log. It is a test in the process, in
// the plain tier, and takes 2 s.
func TestUpgrade_KilledInTheMigration(t *testing.T) {
	t.Parallel()
	old, dir := filepath.Join(unpack(t), "crier.db"), unpack(t)
	path, backups := filepath.Join(dir, "crier.db"), filepath.Join(dir, "backups")
	read := func(path string) []byte {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	db := e2e.OpenDB(t, dir)
	execute(t, db, "PRAGMA cache_size = 10")
	before, err := database.Applied(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	file, begun := read(path), len(read(path+"-wal"))
	if err := db.Migrate(t.Context(), backups, killedEnd); err != nil {
		t.Fatal(err)
	}
	log := read(path + "-wal")
	all, err := database.Applied(t.Context(), db)
	if err != nil || len(all) < len(before)+10 || len(log)-begun < 100_000 {
		t.Fatalf("%d migrations after %d, %d bytes were written, %v", len(all), len(before), len(log)-begun, err)
	}
	copies, err := filepath.Glob(filepath.Join(backups, "*-"+beforeAttempts+".db"))
	if err != nil || len(copies) != 1 {
		t.Fatalf("the copies from before are %v, %v", copies, err)
	}
	ends := []int{len(log) - 1, len(log)}
	for i := range 7 {
		ends = append(ends, begun+(len(log)-begun)*i/7)
	}
	for _, end := range ends {
		t.Run(fmt.Sprintf("after %d of %d bytes", end-begun, len(log)-begun), func(t *testing.T) {
			t.Parallel()
			left := t.TempDir()
			for name, content := range map[string][]byte{"crier.db": file, "crier.db-wal": log[:end]} {
				if err := os.WriteFile(filepath.Join(left, name), content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			db, want := e2e.OpenDB(t, left), before
			if end == len(log) {
				want = all
			}
			if got, err := database.Applied(t.Context(), db); err != nil || !slices.Equal(got, want) {
				t.Errorf("after the death %d migrations are applied, %v; want %d", len(got), err, len(want))
			}
			if err := db.Migrate(t.Context(), left, killedEnd); err != nil {
				t.Fatal(err)
			}
			keepsEveryRow(t, db, old)
			e2e.WantConsistent(t, db)
		})
	}
	t.Run("the copy from before", func(t *testing.T) {
		t.Parallel()
		left := t.TempDir()
		if err := os.WriteFile(filepath.Join(left, "crier.db"), read(copies[0]), 0o600); err != nil {
			t.Fatal(err)
		}
		db := e2e.OpenDB(t, left)
		if got, err := database.Applied(t.Context(), db); err != nil || !slices.Equal(got, before) {
			t.Errorf("the copy has %d migrations, %v; want %d", len(got), err, len(before))
		}
		if err := db.Migrate(t.Context(), left, killedEnd); err != nil {
			t.Fatal(err)
		}
		keepsEveryRow(t, db, old)
	})
}

// goneStory is the caption of a story that was live when the program that sent it said that nobody
// knows, a day before it was replaced.
const goneStory = "old native live."

var mentioned = regexp.MustCompile(`"username":\s*"([^"]+)"`)

// killed is what became of the folder.
type killed struct {
	*journey
	ledger e2e.Ledger
}

// told is what the database says of a post.
type toldPost struct {
	ID, Status, Caption, MediaID, Ref, Mentions, PageID, Message string
	Shared, Archived                                             bool
}

// judge holds what the posts say against what is visible: nothing is there twice, nothing is lost,
// and each id is on its own post. In the end all are PUBLISHED; before, FAILED ones may be live
// whose day was over when the program was replaced.
func (k killed) judge(inTheEnd bool) {
	t := k.t
	t.Helper()
	var all []toldPost
	err := k.DB.NewRaw(`SELECT id, status, coalesce(caption, '') AS caption, coalesce(sn_media_id, '') AS media_id, coalesce(story_mentions, '') AS mentions,
		coalesce(partner_post_id, '') AS page_id, coalesce(error_message, '') AS message, cross_post_to_partner AS shared, archived,
		coalesce((SELECT group_concat(ref, ' ') FROM attempts WHERE post_id = post.id AND channel = 'feed'), '') AS ref
		FROM (SELECT id, status, caption, sn_media_id, story_mentions, partner_post_id, error_message, cross_post_to_partner, false AS archived FROM posts
		UNION ALL SELECT id, status, caption, sn_media_id, story_mentions, partner_post_id, error_message, cross_post_to_partner, true FROM posts_archive) AS post`).Scan(t.Context(), &all)
	if err != nil {
		t.Fatal(err)
	}
	k.judgeFeed(all, inTheEnd)
	k.judgeStories(all, inTheEnd)
	k.judgePage(all)
}

func (k killed) judgeFeed(all []toldPost, inTheEnd bool) {
	owner := map[string]int{}
	for _, l := range k.ledger.Publications {
		i := slices.IndexFunc(all, func(p toldPost) bool { return slices.Contains(strings.Fields(p.Ref), l.ContainerID) })
		if i < 0 {
			k.t.Errorf("%+v is no post's", l)
			continue
		}
		p := all[i]
		owner[p.ID]++
		switch {
		case owner[p.ID] > 1:
			k.t.Errorf("%q was published %d times", p.Caption, owner[p.ID])
		case p.MediaID != "" && p.MediaID != l.MediaID:
			k.t.Errorf("%q is %s, and has the id %s", p.Caption, l.MediaID, p.MediaID)
		case p.Status == "PUBLISHED", p.Archived, !inTheEnd && strings.HasPrefix(p.Caption, "old "):
		default:
			k.t.Errorf("%q is live, and %s: %s", p.Caption, p.Status, p.Message)
		}
	}
	for _, p := range all {
		if p.Mentions != "" || owner[p.ID] == 1 {
			continue
		}
		if p.Status == "PUBLISHED" || inTheEnd && !p.Archived && p.Status != "DRAFT" {
			k.t.Errorf("%q is %s, and not live: %s", p.Caption, p.Status, p.Message)
		}
	}
}

// judgeStories judges the native ones. Those who are mentioned tell them apart, but for two that
// look alike.
func (k killed) judgeStories(all []toldPost, inTheEnd bool) {
	live, ids := map[string]int{}, map[string]string{}
	for _, l := range k.ledger.NativeStories {
		live[l.Mentions[0]]++
		ids[l.MediaID] = l.Mentions[0]
	}
	want, seen := map[string]int{}, map[string]bool{}
	for _, p := range all {
		if p.Mentions == "" {
			continue
		}
		name := mentioned.FindStringSubmatch(p.Mentions)[1]
		if p.Status == "PUBLISHED" || p.Archived && live[name] > 0 || p.Caption == goneStory {
			want[name]++
		} else if inTheEnd && !p.Archived || live[name] > 0 {
			k.t.Errorf("%q is %s, and %d times live: %s", p.Caption, p.Status, live[name], p.Message)
		}
		if p.MediaID != "" && (ids[p.MediaID] != name || seen[p.MediaID]) {
			k.t.Errorf("%q has the id %s, which is the story of %q", p.Caption, p.MediaID, ids[p.MediaID])
		}
		seen[p.MediaID] = true
	}
	for name := range live {
		if live[name] != want[name] {
			k.t.Errorf("%d stories with %s are live, of %d posts", live[name], name, want[name])
		}
	}
	for name := range want {
		if live[name] != want[name] {
			k.t.Errorf("%d posts with %s are PUBLISHED, %d live", want[name], name, live[name])
		}
	}
}

// judgePage judges the shares: each is there once, or says that it may be or is not. Stories have
// no text, so that they are counted.
func (k killed) judgePage(all []toldPost) {
	onPage, ids := map[string]int{}, map[string]string{}
	for _, l := range k.ledger.PartnerPublications {
		onPage[l.Caption]++
		ids[l.PostID] = l.Caption
		if l.Caption != "" && onPage[l.Caption] > 1 {
			k.t.Errorf("%q is on the Page %d times", l.Caption, onPage[l.Caption])
		}
	}
	seen, stories := map[string]bool{}, 0
	for _, p := range all {
		if !p.Shared || p.Status != "PUBLISHED" {
			continue
		}
		caption, isThere := ids[p.PageID]
		switch {
		case p.PageID != "" && (seen[p.PageID] || isThere && caption != "" && caption != p.Caption):
			k.t.Errorf("%q has the id %s, which is %q on the Page", p.Caption, p.PageID, caption)
		case p.PageID == "" && !strings.Contains(p.Message, "not shared to the Page"):
			k.t.Errorf("%q says nothing of its share: %s", p.Caption, p.Message)
		case p.PageID == "" && onPage[p.Caption] > 0 && !strings.Contains(p.Message, "may be on the Page"):
			k.t.Errorf("%q is on the Page, and says %s", p.Caption, p.Message)
		}
		if p.Caption == "" || onPage[p.Caption] == 0 {
			stories++
		}
		seen[p.PageID] = true
	}
	if onPage[""] > stories {
		k.t.Errorf("%d stories are on the Page, of %d posts", onPage[""], stories)
	}
}

// untilEnded moves the clock until no post and no share is under way.
func (j *journey) untilEnded() {
	j.t.Helper()
	j.AdvanceUntil(j.t, 3*time.Hour, func() bool {
		var n int
		err := j.DB.NewRaw("SELECT count(*) FROM posts WHERE status IN ('QUEUED', 'PROCESSING', 'PUBLISHING') OR status = 'PUBLISHED' AND share_state IS NOT NULL").Scan(j.t.Context(), &n)
		if err != nil {
			j.t.Fatal(err)
		}
		return n == 0
	})
}

func (k killed) strings(query string) (all []string) {
	k.t.Helper()
	if err := k.DB.NewRaw(query).Scan(k.t.Context(), &all); err != nil {
		k.t.Fatal(err)
	}
	return all
}

// wantNone fails the test unless the query counts nothing.
func wantNone(t *testing.T, db *database.DB, what, query string) {
	t.Helper()
	var n int
	if err := db.DB.DB.QueryRowContext(t.Context(), query).Scan(&n); err != nil || n != 0 {
		t.Errorf("%d %s, %v", n, what, err)
	}
}

// attached returns the names that a query finds in the database attached as old.
func attached(t *testing.T, db *database.DB, query string, args ...any) (names []string) {
	t.Helper()
	if err := db.NewRaw(query, args...).Scan(t.Context(), &names); err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	return names
}

// unpack returns a copy of the folder that was filled under kills.
func unpack(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	f, err := os.Open("testdata/upgrade/af940e8.tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	packed, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for files := tar.NewReader(packed); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return dir
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, filepath.Clean("/"+header.Name))
		if header.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o700)
		} else {
			var content []byte
			if content, err = io.ReadAll(files); err == nil {
				err = os.WriteFile(path, content, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
