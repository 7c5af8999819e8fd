package health_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/health"
	"crier/platform/backup"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

var now = time.Date(2026, 12, 10, 12, 0, 0, 0, time.UTC)

// fixture is a data folder whose database names the files of known.
type fixture struct {
	health.Folder

	t     *testing.T
	known []backup.File
}

func setup(t *testing.T) *fixture {
	t.Helper()
	dir, err := datadir.Open(filepath.Join(t.TempDir(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	databasetest.Put(t, dir.Database())
	db, err := database.OpenIn(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	key := secrets.NewKey()
	if err := secrets.KeepKey(dir.SecretKey(), key, false); err != nil {
		t.Fatal(err)
	}
	box, err := secrets.NewBox(key)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{t: t}
	f.Folder = health.Folder{Dir: dir, DB: db, Box: box, Now: now, Contents: backup.Contents{
		Files: []func(context.Context, bun.IDB, func(backup.File) error) error{func(_ context.Context, _ bun.IDB, each func(backup.File) error) error {
			for _, file := range f.known {
				if err := each(file); err != nil {
					return err
				}
			}
			return nil
		}},
	}}
	return f
}

// of returns a part of a report.
func (f *fixture) of(id string) health.HealthPart {
	f.t.Helper()
	quick, err := f.Quick(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	deep, err := f.Deep(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	all := slices.Concat(quick, deep)
	i := slices.IndexFunc(all, func(p health.HealthPart) bool { return p.ID == id })
	if i < 0 {
		f.t.Fatalf("there is no part %s: %+v", id, all)
	}
	return all[i]
}

func (f *fixture) want(id string, verdict health.Verdict, says string) {
	f.t.Helper()
	if p := f.of(id); p.Verdict != verdict || !strings.Contains(p.Says, says) {
		f.t.Errorf("want %s %s: %q, got %+v", id, verdict, says, p)
	}
}

// file writes a file of the uploads, as old as age.
func (f *fixture) file(name string, age time.Duration) string {
	f.t.Helper()
	path := filepath.Join(f.Dir.Path(), filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
		f.t.Fatal(err)
	}
	if err := os.Chtimes(path, now.Add(-age), now.Add(-age)); err != nil {
		f.t.Fatal(err)
	}
	return path
}

func (f *fixture) exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// used has the folder be used since an age.
func (f *fixture) used(age time.Duration) {
	f.t.Helper()
	if _, err := f.DB.ExecContext(f.t.Context(), "DELETE FROM users"); err != nil {
		f.t.Fatal(err)
	}
	if _, err := f.DB.ExecContext(f.t.Context(), "INSERT INTO users (id, created_at) VALUES ('5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51', ?)", now.Add(-age).UnixMilli()); err != nil {
		f.t.Fatal(err)
	}
}

func TestFolder_New(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for _, id := range []string{"folder", "log", "orphans", "backup", "key-copy", "database", "files", "key", "ffmpeg"} {
		if p := f.of(id); p.Verdict != health.Well || p.Says == "" || p.Name == "" {
			t.Errorf("a new folder: %+v", p)
		}
	}
}

// TestFolder_OpenToOthers: what others on the computer can read is named and closed.
func TestFolder_OpenToOthers(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for _, path := range []string{f.Dir.Path(), f.Dir.SecretKey()} {
		if err := os.Chmod(path, 0o755); err != nil { //nolint:gosec // That is the fault.
			t.Fatal(err)
		}
	}
	f.want("folder", health.Mend, "2 parts of it")
	done, err := f.Mend(t.Context())
	if err != nil || !slices.Contains(done, "closed 2 parts of the data folder to others") {
		t.Errorf("mended %q, %v", done, err)
	}
	f.want("folder", health.Well, "Only you")
	if done, err := f.Mend(t.Context()); err != nil || len(done) != 0 {
		t.Errorf("what is well is mended: %q, %v", done, err)
	}
}

// TestFolder_Files: a file that is missing is put back from those that were put aside, one that the
// database does not know is put aside, and one that is being taken in is left alone.
func TestFolder_Files(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.known = []backup.File{{Path: "uploads/images/here.jpg", Record: "1"}, {Path: "uploads/images/lost.jpg", Record: "2"}, {Path: "uploads/thumbnails/made.jpg"}}
	f.file("uploads/images/here.jpg", 2*time.Hour)
	f.want("files", health.Mend, "1 file is not there")
	aside := f.file("orphans/2026-12-01/uploads/images/lost.jpg", 2*time.Hour)
	strange := f.file("uploads/images/strange.jpg", 2*time.Hour)
	fresh := f.file("uploads/images/fresh.jpg", time.Minute)
	done, err := f.Mend(t.Context())
	if err != nil || strings.Join(done, "; ") != "put 1 file back; put 1 file aside that the database does not know" {
		t.Errorf("mended %q, %v", done, err)
	}
	if f.exists(aside) || f.exists(strange) || !f.exists(fresh) || !f.exists(filepath.Join(f.Dir.Uploads(), "images", "lost.jpg")) {
		t.Error("the files are not where they belong")
	}
	f.want("files", health.Well, "Each is where")
	f.want("orphans", health.Soon, "1 file, which Crier deletes after 30 days")
}

// TestFolder_MendsTheRest: what cannot be mended is said, and the rest is mended all the same.
func TestFolder_MendsTheRest(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.Contents.Files = []func(context.Context, bun.IDB, func(backup.File) error) error{
		func(context.Context, bun.IDB, func(backup.File) error) error { return io.ErrUnexpectedEOF },
	}
	if err := os.Truncate(f.Dir.Database()+"-wal", 65<<20); err != nil {
		t.Fatal(err)
	}
	done, err := f.Mend(t.Context())
	if err != nil || len(done) != 2 || !strings.HasPrefix(done[0], "could not put all files") || done[1] != "wrote the log of the database over" {
		t.Errorf("mended %q, %v", done, err)
	}
}

// TestFolder_Sealed: a key that opens not everything is found out.
func TestFolder_Sealed(t *testing.T) {
	t.Parallel()
	f := setup(t)
	sealed := []secrets.Sealed{{Value: f.Box.Seal(secrets.NewText("token"), "a"), Record: "a"}}
	f.Contents.Sealed = []func(*database.DB) secrets.Keeper{func(*database.DB) secrets.Keeper {
		return func(context.Context) ([]secrets.Sealed, error) { return sealed, nil }
	}}
	f.want("key", health.Well, "opens everything")
	sealed = append(sealed, secrets.Sealed{Value: []byte("of another key, which this one does not open"), Record: "account-token:b"})
	if p := f.of("key"); p.Verdict != health.Mend || p.Evidence != "account-token:b" {
		t.Errorf("got %+v", p)
	}
}

// TestFolder_KeyCopy: after a week somebody is asked to keep the key elsewhere too, until that is
// done. A copy of another key does not count.
func TestFolder_KeyCopy(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.used(6 * 24 * time.Hour)
	f.want("key-copy", health.Well, "none yet")
	f.used(8 * 24 * time.Hour)
	f.want("key-copy", health.Soon, "Nobody has one")
	if err := backup.NoteKeyExported(f.Dir, secrets.NewKey(), now); err != nil {
		t.Fatal(err)
	}
	f.want("key-copy", health.Soon, "Nobody has one")
	key, err := secrets.LoadKey(f.Dir.SecretKey())
	if err == nil {
		err = backup.NoteKeyExported(f.Dir, key, now.Add(-time.Hour))
	}
	if err != nil {
		t.Fatal(err)
	}
	if p := f.of("key-copy"); p.Verdict != health.Well || p.Figure+" "+p.Unit != "1 h ago" {
		t.Errorf("got %+v", p)
	}
}

// TestFolder_Backup: a folder in use without a backup is to be mended, and one that grows old is
// told before it is.
func TestFolder_Backup(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.used(9 * 24 * time.Hour)
	f.want("backup", health.Mend, "There is none")
	path := filepath.Join(f.t.TempDir(), "crier.crier")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for age, want := range map[time.Duration]health.Verdict{7 * time.Hour: health.Well, 3 * 24 * time.Hour: health.Soon, 9 * 24 * time.Hour: health.Mend} {
		record := `{"time":"` + now.Add(-age).Format(time.RFC3339) + `","path":"` + filepath.ToSlash(path) + `","hasMedia":true}`
		if err := os.WriteFile(filepath.Join(f.Dir.Backups(), "proved.json"), []byte(record), 0o600); err != nil {
			t.Fatal(err)
		}
		if p := f.of("backup"); p.Verdict != want || p.Since == nil || p.Evidence != filepath.ToSlash(path) {
			t.Errorf("after %s: %+v", age, p)
		}
		if err := os.Rename(path, path+".moved"); err != nil {
			t.Fatal(err)
		}
		if p := f.of("backup"); p.Verdict == health.Well || (p.Verdict == health.Soon) != strings.Contains(p.Says, "not there any more") {
			t.Errorf("after %s, and moved: %+v", age, p)
		}
		if err := os.Rename(path+".moved", path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFolder_MendsNoOthers: the files of a newer Crier, whose database this one cannot read, and
// those of a folder without a database stay where they are.
func TestFolder_MendsNoOthers(t *testing.T) {
	t.Parallel()
	f := setup(t)
	strange := f.file("uploads/images/strange.jpg", 2*time.Hour)
	if _, err := f.DB.ExecContext(t.Context(), "INSERT INTO schema_migrations (name, applied_at) VALUES ('29990101000000_future', 1)"); err != nil {
		t.Fatal(err)
	}
	if done, err := f.Mend(t.Context()); err != nil || len(done) != 0 || !f.exists(strange) {
		t.Errorf("mended %q, %v", done, err)
	}
	f.DB = nil
	if err := os.Chmod(f.Dir.Path(), 0o755); err != nil { //nolint:gosec // That is the fault.
		t.Fatal(err)
	}
	if done, err := f.Mend(t.Context()); err != nil || len(done) != 1 || !f.exists(strange) {
		t.Errorf("mended %q, %v", done, err)
	}
}

// TestFolder_Unread: what cannot be looked at is a part of its own, and nobody is told to put a
// backup over the rest.
func TestFolder_Unread(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.Contents.Files = []func(context.Context, bun.IDB, func(backup.File) error) error{
		func(context.Context, bun.IDB, func(backup.File) error) error { return io.ErrUnexpectedEOF },
	}
	f.Contents.Sealed = []func(*database.DB) secrets.Keeper{func(*database.DB) secrets.Keeper {
		return func(context.Context) ([]secrets.Sealed, error) { return nil, io.ErrNoProgress }
	}}
	for id, evidence := range map[string]error{"files": io.ErrUnexpectedEOF, "key": io.ErrNoProgress} {
		if p := f.of(id); p.Verdict != health.Mend || !strings.Contains(p.Evidence, evidence.Error()) {
			t.Errorf("got %+v", p)
		}
	}
	f.want("database", health.Well, "Every page")
	f.want("backup", health.Well, "")
	if err := f.DB.Close(); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"database", "backup", "key-copy"} {
		if p := f.of(id); p.Verdict != health.Mend || strings.Contains(p.Fix.Command, "restore") {
			t.Errorf("got %+v", p)
		}
	}
	r, err := health.OfStopped(t.Context(), health.Folder{Dir: f.Dir, Contents: f.Contents, Now: now}, "0")
	if err != nil || r.Mend != 2 || slices.ContainsFunc(r.Parts, func(p health.HealthPart) bool { return strings.Contains(p.Fix.Command, "restore") }) {
		t.Errorf("stopped: %+v, %v", r, err)
	}
}

// TestSorted: the worst comes first, and each verdict is counted.
func TestSorted(t *testing.T) {
	t.Parallel()
	r := health.Sorted([]health.HealthPart{{ID: "a", Verdict: health.Well}, {ID: "b", Verdict: health.Soon}, {ID: "c", Verdict: health.Mend}, {ID: "d", Verdict: health.Soon}}, now)
	var order string
	for _, p := range r.Parts {
		order += p.ID
	}
	if order != "cbda" || r.Mend != 1 || r.Soon != 2 {
		t.Errorf("got %s, %d to mend, %d soon", order, r.Mend, r.Soon)
	}
}

// TestOfStopped: a folder of which no service runs says what can be said without one, also when its
// database is damaged.
func TestOfStopped(t *testing.T) {
	t.Parallel()
	f := setup(t)
	if err := f.DB.Close(); err != nil {
		t.Fatal(err)
	}
	ask := func() health.HealthReport {
		t.Helper()
		r, err := health.OfStopped(t.Context(), health.Folder{Dir: f.Dir, Contents: f.Contents, Now: now}, "0")
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := ask(); r.Mend != 0 || r.Soon != 0 || !slices.ContainsFunc(r.Parts, func(p health.HealthPart) bool { return p.ID == "service" && p.Fix.Command == "crier serve" }) {
		t.Errorf("got %+v", r)
	}
	if err := os.WriteFile(f.Dir.Database(), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := ask(); r.Mend != 1 || r.Parts[0].ID != "database" || r.Parts[0].Fix.Command != "crier restore FILE" {
		t.Errorf("damaged: %+v", r)
	}
}

// TestOfStopped_Held: a Crier that has the folder and does not answer is not taken for none.
func TestOfStopped_Held(t *testing.T) {
	t.Parallel()
	f := setup(t)
	if err := f.DB.Close(); err != nil {
		t.Fatal(err)
	}
	lock, err := f.Dir.Lock()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []health.Verdict{health.Mend, health.Well} {
		r, err := health.OfStopped(t.Context(), health.Folder{Dir: f.Dir, Contents: f.Contents, Now: now}, "0")
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(r.Parts, func(p health.HealthPart) bool { return p.ID == "service" })
		if i < 0 || r.Parts[i].Verdict != want || strings.Contains(r.Parts[i].Says, "does not answer") != (want == health.Mend) {
			t.Errorf("%s: %+v", want, r.Parts)
		}
		if want == health.Mend {
			if err := lock.Release(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
