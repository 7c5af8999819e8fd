package database_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"crier/migrations"
	"crier/platform/database"
	"crier/platform/database/databasetest"

	"github.com/uptrace/bun"
)

var now = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

func open(t *testing.T, path string) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), path)
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

func sqlFile(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

func TestOpen_FileIsTheOwnersAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a b?c.db")
	db := open(t, path)
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE t (a INTEGER) STRICT"); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(path + suffix)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", path+suffix, info, err)
		}
	}
}

func TestOpen_RefusesWhatIsNoDatabase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "crier.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	if db, err := database.Open(t.Context(), path); err == nil {
		t.Errorf("got %v", db)
	}
}

func TestReaders_CannotWriteAndSeeCommits(t *testing.T) {
	t.Parallel()
	db := open(t, filepath.Join(t.TempDir(), "crier.db"))
	ctx := t.Context()
	if _, err := db.ExecContext(ctx, "CREATE TABLE t (a INTEGER) STRICT"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Reader().ExecContext(ctx, "INSERT INTO t VALUES (1)"); err == nil {
		t.Error("a reader wrote")
	}
	err := db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO t VALUES (1)"); err != nil {
			return err
		}
		if n := count(t, db); n != 0 {
			t.Errorf("a reader saw %d rows that are not committed", n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := count(t, db); n != 1 {
		t.Errorf("a reader sees %d rows", n)
	}
}

func count(t *testing.T, db bun.IDB) int {
	t.Helper()
	n, err := db.NewSelect().Table("t").Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return int(n)
}

func TestTx_CommitsAllOrNothing(t *testing.T) {
	t.Parallel()
	db := open(t, filepath.Join(t.TempDir(), "crier.db"))
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE t (a INTEGER) STRICT"); err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	for name, run := range map[string]inTx{"durable": db.InTx, "relaxed": db.InRelaxedTx} {
		before, committed := count(t, db), 0
		insert := func(fail error) error {
			return run(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				database.AfterCommit(ctx, func() { committed++ })
				_, err := tx.ExecContext(ctx, "INSERT INTO t VALUES (1)")
				return errors.Join(err, fail)
			})
		}
		if err := insert(boom); !errors.Is(err, boom) || committed != 0 || count(t, db) != before {
			t.Errorf("%s: a failed transaction left %d rows, %d hooks, %v", name, count(t, db)-before, committed, err)
		}
		if err := insert(nil); err != nil || committed != 1 || count(t, db) != before+1 {
			t.Errorf("%s: a transaction left %d rows, %d hooks, %v", name, count(t, db)-before, committed, err)
		}
		var level int
		if err := db.QueryRowContext(t.Context(), "PRAGMA synchronous").Scan(&level); err != nil || level != 2 {
			t.Errorf("%s: the writer is left at synchronous %d, %v", name, level, err)
		}
	}
	ran := false
	database.AfterCommit(t.Context(), func() { ran = true })
	if !ran {
		t.Error("outside a transaction the hook did not run")
	}
}

// TestOpen_SyncsToTheDisk: a commit is durable on systems too whose fsync ends in the disk's own
// memory, and so is what moves it from the log to the database.
func TestOpen_SyncsToTheDisk(t *testing.T) {
	t.Parallel()
	db := open(t, filepath.Join(t.TempDir(), "crier.db"))
	for pragma, want := range map[string]int{"synchronous": 2, "fullfsync": 1, "checkpoint_fullfsync": 1} {
		var got int
		if err := db.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %d, not %d, %v", pragma, got, want, err)
		}
	}
}

func TestMigrate_RunsOnceAndInOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, filepath.Join(dir, "crier.db"))
	files := fstest.MapFS{
		"20260102000000_b_add.tx.up.sql":    sqlFile("ALTER TABLE t ADD COLUMN b TEXT; INSERT INTO t VALUES (1, 'x;y');"),
		"20260101000000_a_create.tx.up.sql": sqlFile("CREATE TABLE t (a INTEGER) STRICT;"),
	}
	for range 2 {
		if err := db.MigrateTo(t.Context(), files, dir, now); err != nil {
			t.Fatal(err)
		}
	}
	if n := count(t, db); n != 1 {
		t.Errorf("the second migration ran %d times", n)
	}
	if copies := backups(t, dir); len(copies) != 0 {
		t.Errorf("an empty database was copied: %v", copies)
	}
}

func TestMigrate_FailsWholeAndKeepsABackup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, filepath.Join(dir, "crier.db"))
	files := fstest.MapFS{"1_a.tx.up.sql": sqlFile("CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (7);")}
	if err := db.MigrateTo(t.Context(), files, dir, now); err != nil {
		t.Fatal(err)
	}
	files["2_b.tx.up.sql"] = sqlFile("CREATE TABLE u (a INTEGER) STRICT; INSERT INTO t VALUES (8);")
	files["3_c.tx.up.sql"] = sqlFile("CREATE TABLE t (a INTEGER) STRICT;")
	for i := range 5 {
		if err := db.MigrateTo(t.Context(), files, dir, now.Add(time.Duration(i)*time.Minute)); err == nil {
			t.Fatal("a migration that cannot run succeeded")
		}
	}
	if n := count(t, db); n != 1 {
		t.Errorf("a failed migration left %d rows", n)
	}
	copies := backups(t, dir)
	if len(copies) != 3 || !strings.Contains(copies[2], "T0934") {
		t.Fatalf("the backups are %v", copies)
	}
	if n := count(t, open(t, copies[2])); n != 1 {
		t.Errorf("the backup has %d rows", n)
	}
	delete(files, "3_c.tx.up.sql")
	if err := db.MigrateTo(t.Context(), files, dir, now); err != nil {
		t.Errorf("after the mend: %v", err)
	}
}

// TestMigrate_KeepsTheBackupItMade: the clock is behind that of the earlier copies, so that the
// name of the new copy sorts before theirs. The oldest of the others goes.
func TestMigrate_KeepsTheBackupItMade(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, filepath.Join(dir, "data.db"))
	files := fstest.MapFS{"1_a.tx.up.sql": sqlFile("CREATE TABLE t (a INTEGER) STRICT;")}
	for i, at := range []time.Time{now, now, now.Add(time.Minute), now.Add(2 * time.Minute), now.Add(-24 * time.Hour)} {
		files[fmt.Sprintf("%d_b.tx.up.sql", i+2)] = sqlFile("INSERT INTO t VALUES (1);")
		if err := db.MigrateTo(t.Context(), files, dir, at); err != nil {
			t.Fatal(err)
		}
	}
	var times []string
	for _, path := range backups(t, dir) {
		times = append(times, strings.Split(filepath.Base(path), "-")[1])
	}
	const form = "20060102T150405"
	want := []string{now.Add(-24 * time.Hour).Format(form), now.Add(time.Minute).Format(form), now.Add(2 * time.Minute).Format(form)}
	if !slices.Equal(times, want) {
		t.Fatalf("the backups are of %v, not of %v", times, want)
	}
	if n := count(t, open(t, backups(t, dir)[0])); n != 4 {
		t.Errorf("the backup that was just made has %d rows", n)
	}
}

// TestMigrate_ABackupIsWholeOrHasNoName: anyone who dies in the middle leaves nothing that somebody
// would restore, and nothing for long.
func TestMigrate_ABackupIsWholeOrHasNoName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, filepath.Join(dir, "data.db"))
	files := fstest.MapFS{"1_a.tx.up.sql": sqlFile("CREATE TABLE t (a BLOB) STRICT; INSERT INTO t VALUES (zeroblob(20000000));")}
	if err := db.MigrateTo(t.Context(), files, dir, now); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"crier-1.part": 2 * time.Hour, "crier-2.part": time.Minute} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, []byte("half"), 0o600), os.Chtimes(path, now, now.Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	files["2_b.tx.up.sql"] = sqlFile("SELECT 1;")
	migrated := make(chan error, 1)
	go func() { migrated <- db.MigrateTo(t.Context(), files, dir, now) }()
	smallest := int64(math.MaxInt64)
	for done := false; !done; {
		select {
		case err := <-migrated:
			if done = true; err != nil {
				t.Fatal(err)
			}
		default:
		}
		for _, path := range backups(t, dir) {
			if info, err := os.Stat(path); err == nil {
				smallest = min(smallest, info.Size())
				if info.Mode().Perm() != 0o600 {
					t.Errorf("the copy's mode is %s", info.Mode())
				}
			}
		}
	}
	if copies := backups(t, dir); len(copies) != 1 || smallest < 20_000_000 || count(t, open(t, copies[0])) != 1 {
		t.Errorf("the backups are %v, of once %d bytes", copies, smallest)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.part")); err != nil || len(left) != 1 || !strings.HasSuffix(left[0], "crier-2.part") {
		t.Errorf("left are %v, %v", left, err)
	}
}

// TestMigrate_RemovesWhatADeathLeft: a start with nothing to migrate removes what an earlier one
// left that was killed while it made a copy, and nothing else.
func TestMigrate_RemovesWhatADeathLeft(t *testing.T) {
	t.Parallel()
	dir, folder := t.TempDir(), t.TempDir()
	db := open(t, filepath.Join(dir, "data.db"))
	files := fstest.MapFS{"1_a.tx.up.sql": sqlFile("CREATE TABLE t (a INTEGER) STRICT;")}
	if err := db.MigrateTo(t.Context(), files, filepath.Join(folder, "none"), now); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{
		"crier-1.part": 2 * time.Hour, "crier-1.part-journal": 2 * time.Hour, "crier-2.part": time.Minute, "crier-2.part-journal": time.Minute,
		"crier-20260101T000000-1_a.db": 2 * time.Hour, "other.part": 2 * time.Hour,
	} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.WriteFile(path, []byte("half"), 0o600), os.Chtimes(path, now, now.Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.MigrateTo(t.Context(), files, folder, now); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	for i := range left {
		left[i] = filepath.Base(left[i])
	}
	if want := []string{"crier-2.part", "crier-2.part-journal", "crier-20260101T000000-1_a.db", "other.part"}; err != nil || !slices.Equal(left, want) {
		t.Errorf("left are %v, %v; want %v", left, err, want)
	}
}

func backups(t *testing.T, dir string) []string {
	t.Helper()
	copies, err := filepath.Glob(filepath.Join(dir, "crier-*.db"))
	if err != nil {
		t.Fatal(err)
	}
	return copies
}

func TestMigrate_RefusesANewerDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, filepath.Join(dir, "crier.db"))
	newer := fstest.MapFS{"1_a.tx.up.sql": sqlFile("SELECT 1;"), "2_b.tx.up.sql": sqlFile("SELECT 1;")}
	if err := db.MigrateTo(t.Context(), newer, dir, now); err != nil {
		t.Fatal(err)
	}
	for name, files := range map[string]fstest.MapFS{
		"nothing to do":   {"1_a.tx.up.sql": newer["1_a.tx.up.sql"]},
		"something to do": {"1_a.tx.up.sql": newer["1_a.tx.up.sql"], "1_z.tx.up.sql": sqlFile("SELECT 1;")},
	} {
		if err := db.MigrateTo(t.Context(), files, dir, now); !errors.Is(err, database.ErrNewerSchema) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestOpenReader: the connection that is opened at once is the one that the first reader takes, it
// sees a schema that changes later, and Close may come at any time. It runs in the race tier and
// takes a third of a second.
func TestOpenReader(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, filepath.Join(dir, "crier.db"))
	db.OpenReader(t.Context())
	db.Opened()
	if err := db.Migrate(t.Context(), dir, now); err != nil {
		t.Fatal(err)
	}
	var posts int
	if err := db.Reader().QueryRowContext(t.Context(), "SELECT count(*) FROM posts").Scan(&posts); err != nil {
		t.Error(err)
	}
	if n := db.Reader().Stats().OpenConnections; n != 1 {
		t.Errorf("%d connections", n)
	}
	for range 20 {
		other := open(t, filepath.Join(t.TempDir(), "crier.db"))
		other.OpenReader(t.Context())
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestMigrate_TwoProcessesAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "crier.db")
	results := make(chan error, 2)
	for range cap(results) {
		db := open(t, path)
		go func() { results <- db.Migrate(t.Context(), dir, now) }()
	}
	for range cap(results) {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
}

func TestMigrations_AreStrictAndNamedWell(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	var loose []string
	err := db.NewRaw("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'").
		Scan(t.Context(), &loose)
	if err != nil || len(loose) > 0 {
		t.Errorf("tables that are not STRICT: %v, %v", loose, err)
	}
	names, err := fs.Glob(migrations.Files, "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !strings.HasSuffix(name, ".tx.up.sql") || len(strings.SplitN(name, "_", 2)[0]) != 14 {
			t.Errorf("%s is not named YYYYMMDDhhmmss_module_what.tx.up.sql", name)
		}
	}
}

func TestCheckModels(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	type fits struct {
		bun.BaseModel `bun:"table:users"`
		ID            string
	}
	type lacks struct {
		bun.BaseModel `bun:"table:users"`
		Nickname      string
	}
	if err := db.CheckModels(t.Context(), []database.Model{(*fits)(nil)}); err != nil {
		t.Error(err)
	}
	if err := db.CheckModels(t.Context(), []database.Model{(*fits)(nil), (*lacks)(nil)}); err == nil || !strings.Contains(err.Error(), "nickname") {
		t.Errorf("got %v", err)
	}
}

func TestCheck_SeesThatTheFileIsGone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "crier.db")
	db := open(t, path)
	if err := db.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	if err := db.Check(t.Context()); err == nil {
		t.Error("a database without its file is called healthy")
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := db.Check(t.Context()); err == nil {
		t.Error("another file in its place is called healthy")
	}
}

// TestFingerprint: it is the same for the same tables and models in any order, and another one once
// a column or a field is.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	type common struct{ ID string }
	type user struct {
		bun.BaseModel `bun:"table:users"`
		common
	}
	type renamed struct {
		bun.BaseModel `bun:"table:users"`
		ID            string `bun:"user_id"`
	}
	of := func(models ...database.Model) string {
		t.Helper()
		f, err := db.Fingerprint(t.Context(), models)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	before := of((*user)(nil), (*renamed)(nil))
	if got := of((*renamed)(nil), (*user)(nil)); got != before {
		t.Error("the order counts")
	}
	if of((*user)(nil), (*user)(nil)) == before || of((*user)(nil)) == before {
		t.Error("other models have the same fingerprint")
	}
	if _, err := db.ExecContext(t.Context(), "ALTER TABLE users ADD COLUMN nickname TEXT"); err != nil {
		t.Fatal(err)
	}
	if of((*user)(nil), (*renamed)(nil)) == before {
		t.Error("other tables have the same fingerprint")
	}
}
