package modules_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/modules"
	"crier/platform/backup"
	"crier/platform/backup/backuptest"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/secrets"
)

var start = time.Date(2026, 11, 23, 10, 15, 0, 0, time.UTC)

const (
	account   = "11111111-1111-4111-8111-111111111111"
	waiting   = "22222222-2222-4222-8222-222222222222"
	published = "33333333-3333-4333-8333-333333333333"
	library   = "44444444-4444-4444-8444-444444444444"
)

// folder is a data folder with an account, a scheduled and a published post, and a file in the
// library.
type folder struct {
	*datadir.Dir
	tb    testing.TB
	clock *clock.Fake
	key   secrets.Key
}

func newFolder(tb testing.TB) *folder {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "data")
	dir, err := datadir.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	databasetest.Put(tb, dir.Database())
	f := &folder{Dir: dir, tb: tb, clock: clock.NewFake(start)}
	if f.key, err = secrets.MakeKey(dir.SecretKey(), false); err != nil {
		tb.Fatal(err)
	}
	box, err := secrets.NewBox(f.key)
	if err != nil {
		tb.Fatal(err)
	}
	sealed := box.Seal(secrets.NewText("a token that nobody may read"), "account-token:"+account)
	f.exec("INSERT INTO users (id, created_at) VALUES ('u', 0)")
	f.exec("INSERT INTO social_accounts (id, user_id, network, sn_user_id, username, login_method, created_at) VALUES (?, 'u', 'sandbox', '1', 'baker', 'primary', 0)", account)
	f.exec("INSERT INTO account_tokens (account_id, sealed, updated_at) VALUES (?, ?, 0)", account, sealed)
	f.exec("INSERT INTO api_keys (id, name, prefix, hash, created_at) VALUES ('k', 'script', 'p', 'h', 0)")
	for _, id := range []string{waiting, published, library} {
		f.addMedia(id)
	}
	f.addPost(waiting, "SCHEDULED")
	f.addPost(published, "PUBLISHED")
	if err := datadir.WriteFile(filepath.Join(path, "app.name"), []byte("crier-abcdefgh.localhost\n")); err != nil {
		tb.Fatal(err)
	}
	return f
}

func (f *folder) exec(statement string, args ...any) {
	f.tb.Helper()
	db, err := database.Open(f.tb.Context(), f.Database())
	if err != nil {
		f.tb.Fatal(err)
	}
	_, err = db.DB.DB.ExecContext(f.tb.Context(), statement, args...)
	if err := errors.Join(err, db.Close()); err != nil {
		f.tb.Fatal(err)
	}
}

func photo(tb testing.TB) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 32, 32)), nil); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func (f *folder) addMedia(id string) {
	f.tb.Helper()
	content := append(photo(f.tb), id...) // Each file has content of its own.
	for _, path := range []string{"images/" + id + ".jpg", "thumbnails/" + id + ".jpg"} {
		f.write("uploads/"+path, content)
	}
	f.exec(`INSERT INTO media_files (id, original_filename, storage_path, thumbnail_path, mime_type, file_size, is_valid, created_at)
		VALUES (?1, 'loaf.jpg', 'images/' || ?1 || '.jpg', 'thumbnails/' || ?1 || '.jpg', 'image/jpeg', ?2, 1, 0)`, id, len(content))
}

func (f *folder) write(path string, content []byte) {
	f.tb.Helper()
	path = filepath.Join(f.Path(), filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		f.tb.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		f.tb.Fatal(err)
	}
}

func (f *folder) addPost(media, status string) {
	f.tb.Helper()
	f.exec(`INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, scheduled_for, created_at, updated_at)
		VALUES (?1, 'u', ?2, 'IMAGE', 'MANUAL', 'UTC', ?3, 1, 0, 0)`, "post-"+media, account, status)
	f.exec("INSERT INTO post_media (post_id, position, media_file_id) VALUES (?, 0, ?)", "post-"+media, media)
}

func (f *folder) maker() backup.Maker {
	return backup.Maker{Dir: f.Dir, Contents: modules.BackedUp(), Clock: f.clock, Version: "4.4.0"}
}

func (f *folder) backup(change ...func(*backup.Maker)) string {
	f.tb.Helper()
	m := f.maker()
	for _, c := range change {
		c(&m)
	}
	path := filepath.Join(f.tb.TempDir(), "one.crier")
	made, err := m.Make(f.tb.Context(), path)
	if err != nil {
		f.tb.Fatal(err)
	}
	if made.Path != path || made.Bytes == 0 {
		f.tb.Errorf("it made %+v", made)
	}
	if entries, err := os.ReadDir(f.Staging()); err != nil || len(entries) > 0 {
		f.tb.Errorf("left in staging: %v, %v", entries, err)
	}
	return path
}

func open(tb testing.TB, path string) *backup.Archive {
	tb.Helper()
	a, err := backup.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = a.Close() })
	return a
}

func restoring(path string, key *secrets.Key) backup.RestoreOptions {
	return backup.RestoreOptions{Contents: modules.BackedUp(), Path: path, Now: start.Add(time.Hour), Key: key}
}

// contents returns all files below a folder, except those that a database and locks leave.
func contents(tb testing.TB, dir string) map[string]string {
	tb.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		if !strings.HasPrefix(name, "crier.") {
			all[filepath.ToSlash(name)] = string(b)
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

func value(tb testing.TB, dir, question string) (text string) {
	tb.Helper()
	err := database.ReadCopy(tb.Context(), filepath.Join(dir, "crier.db"), func(db *database.DB) error {
		return db.QueryRowContext(tb.Context(), question).Scan(&text)
	})
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

func TestBackup_ComesBack(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	path := f.backup()
	a := open(t, path)
	proof, err := a.Check(t.Context(), backup.CheckOptions{Contents: modules.BackedUp(), Now: start, Key: &f.key})
	if err != nil || proof.Sealed != 1 || !proof.IsOpened || proof.Files != 8 || proof.Pending != 0 {
		t.Fatalf("the check gave %+v, %v", proof, err)
	}
	target := filepath.Join(t.TempDir(), "new")
	done, err := a.Restore(t.Context(), restoring(target, &f.key))
	if err != nil || done.Kept != "" || !done.IsRevoked || done.IsForgotten || done.Missing != 0 {
		t.Fatalf("the restore gave %+v, %v", done, err)
	}
	was, is := contents(t, f.Path()), contents(t, target)
	for name, content := range was {
		// The time of the last proof is written after the backup was made.
		if name != "secret.key" && name != "backups/proved.json" && is[name] != content {
			t.Errorf("%s is not as it was", name)
		}
	}
	if key, err := secrets.LoadKey(filepath.Join(target, "secret.key")); err != nil || key != f.key {
		t.Errorf("the key: %v", err)
	}
	if left := value(t, target, "SELECT count(*) FROM api_keys WHERE revoked_at IS NULL"); left != "0" {
		t.Errorf("%s keys still work", left)
	}
	if entries, err := os.ReadDir(filepath.Dir(target)); err != nil || len(entries) != 1 {
		t.Errorf("beside the folder: %v, %v", entries, err)
	}
}

func TestBackup_IsAZip(t *testing.T) {
	t.Parallel()
	r, err := zip.OpenReader(newFolder(t).backup())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	var names []string
	for _, e := range r.File {
		names = append(names, e.Name)
		from, err := e.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, from); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
	if names[0] != "manifest.json" || names[1] != "crier.db" || len(names) != 9 {
		t.Errorf("it has %v", names)
	}
}

// TestBackup_Files: a file that something needs must be there and whole; one whose posts have
// ended may be missing.
func TestBackup_Files(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		media   string
		spoil   func(path string) error
		refused bool
	}{
		"missing, scheduled":   {waiting, os.Remove, true},
		"missing, published":   {published, os.Remove, false},
		"missing, in no post":  {library, os.Remove, true},
		"truncated, scheduled": {waiting, func(path string) error { return os.Truncate(path, 10) }, true},
		"another, scheduled": {waiting, func(path string) error {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			return os.WriteFile(path, make([]byte, info.Size()), 0o600)
		}, true},
		"truncated, published": {published, func(path string) error { return os.Truncate(path, 10) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFolder(t)
			if err := c.spoil(filepath.Join(f.Uploads(), "images", c.media+".jpg")); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "one.crier")
			made, err := f.maker().Make(t.Context(), path)
			if !c.refused {
				if err != nil || len(made.Manifest.Missing) != 1 || !strings.Contains(made.Manifest.Missing[0], c.media) {
					t.Errorf("made %+v, %v", made.Manifest, err)
				}
				return
			}
			if !errors.Is(err, backup.ErrMissing) || !strings.Contains(err.Error(), c.media) {
				t.Errorf("got %v", err)
			}
			wantEmpty(t, filepath.Dir(path), f.Staging())
		})
	}
}

// TestStage_Links: no byte of a file is copied before the archive is written, because the staged
// files are the folder's own under a second name.
func TestStage_Links(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	staged, err := backup.Stage(t.Context(), f.Dir, modules.BackedUp(), f.clock, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{waiting, published, library} {
		for _, kind := range []string{"images", "thumbnails"} {
			path := filepath.Join("uploads", kind, id+".jpg")
			one, err := os.Stat(filepath.Join(f.Path(), path))
			other, otherErr := os.Stat(filepath.Join(staged, path))
			if err != nil || otherErr != nil || !os.SameFile(one, other) {
				t.Errorf("%s is a copy: %v, %v", path, err, otherErr)
			}
		}
	}
}

func wantEmpty(t *testing.T, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			t.Errorf("left in %s: %v, %v", dir, entries, err)
		}
	}
}

func TestRestore_InPlace(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	path := f.backup(func(m *backup.Maker) { m.NoMedia = true })
	const later = "55555555-5555-4555-8555-555555555555"
	f.addMedia(later)
	f.write("session.secret", []byte("s"))
	f.write("sandbox.state", []byte("the world"))
	f.write("network.mode", []byte("live\n"))
	f.write("backups/crier-20261101T000000-x.db", []byte("copy"))
	done, err := open(t, path).Restore(t.Context(), restoring(f.Path(), nil))
	if err != nil || done.Missing != 0 || done.Orphans != 2 || !strings.Contains(done.Kept, ".before-restore-20261123T111500Z") || done.IsForgotten {
		t.Fatalf("got %+v, %v", done, err)
	}
	is := contents(t, f.Path())
	for name, want := range map[string]bool{
		"uploads/images/" + waiting + ".jpg": true, "uploads/images/" + later + ".jpg": false,
		"orphans/2026-11-23/uploads/images/" + later + ".jpg": true, "session.secret": false, "sandbox.state": true, "network.mode": true,
		"backups/crier-20261101T000000-x.db": true, "secret.key": true,
	} {
		if _, isThere := is[name]; isThere != want {
			t.Errorf("%s is there: %t", name, isThere)
		}
	}
	if n := value(t, done.Kept, "SELECT count(*) FROM media_files"); n != "4" {
		t.Errorf("the former folder knows %s files", n)
	}
}

// TestRestore_Quarantine: a restored folder publishes nothing until somebody has looked at it; a
// moved one goes on as it is.
func TestRestore_Quarantine(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	for _, isMove := range []bool{false, true} {
		path := f.backup(func(m *backup.Maker) {
			m.IsMove = isMove
			m.BeforeComplete = func(ctx context.Context) error {
				if !isMove {
					return nil
				}
				return backup.MarkMoved(ctx, f.Dir, "4.4.0", start)
			}
		})
		target := filepath.Join(t.TempDir(), "new")
		done, err := open(t, path).Restore(t.Context(), restoring(target, &f.key))
		if err != nil || done.IsQuarantined == isMove || done.IsRevoked == isMove {
			t.Errorf("move %t: %+v, %v", isMove, done, err)
		}
		got := value(t, target, "SELECT coalesce(quarantine_reason, 'none') || ' ' || (moved_at IS NULL) FROM instance")
		if want := map[bool]string{
			false: "this data folder was restored from the backup of 2026-11-23 10:15 UTC 1", true: "none 1",
		}[isMove]; got != want {
			t.Errorf("move %t: it says %q", isMove, got)
		}
	}
	if moved := value(t, f.Path(), "SELECT moved_at IS NOT NULL FROM instance"); moved != "1" {
		t.Error("the folder that was moved can still be used")
	}
}

func TestRestore_RefusesARunningService(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	path := f.backup()
	lock, err := f.Lock()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lock.Release() }()
	if _, err := open(t, path).Restore(t.Context(), restoring(f.Path(), nil)); !errors.Is(err, datadir.ErrLocked) {
		t.Errorf("got %v", err)
	}
}

func TestRestore_Keys(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	without, with := f.backup(), f.backup(func(m *backup.Maker) {
		m.Seal = func(key secrets.Key) ([]byte, error) { return backuptest.Seal(t, key, "correct horse"), nil }
	})
	other := secrets.NewKey()
	fresh := func() string { return filepath.Join(t.TempDir(), "new") }
	if _, err := open(t, without).Restore(t.Context(), restoring(fresh(), nil)); !errors.Is(err, backup.ErrNoKey) {
		t.Errorf("without a key: %v", err)
	}
	if _, err := open(t, without).Restore(t.Context(), restoring(fresh(), &other)); !errors.Is(err, backup.ErrKey) {
		t.Errorf("with another key: %v", err)
	}
	target, r := fresh(), restoring("", nil)
	r.Path, r.WithoutKey = target, true
	if done, err := open(t, without).Restore(t.Context(), r); err != nil || !done.IsForgotten {
		t.Errorf("given up: %+v, %v", done, err)
	}
	if got := value(t, target, "SELECT token_dead_reason || (SELECT count(*) FROM account_tokens) FROM social_accounts"); !strings.HasSuffix(got, "again0") {
		t.Errorf("the account says %q", got)
	}
	ask := func(word string) func() (string, error) { return func() (string, error) { return word, nil } }
	if _, err := open(t, with).Key(t.Context(), ask("wrong horse")); !errors.Is(err, backup.ErrPassphrase) {
		t.Errorf("the wrong passphrase: %v", err)
	}
	if key, err := open(t, with).Key(t.Context(), ask("correct horse")); err != nil || key != f.key {
		t.Errorf("the right one: %v", err)
	}
	if b, err := os.ReadFile(without); err != nil || bytes.Contains(b, f.key[:]) || bytes.Contains(b, []byte("a token that nobody may read")) {
		t.Errorf("the backup gives something away, %v", err)
	}
}

// TestArchive_Damaged flips a bit at many places of the archive, and cuts it off at many. Either
// the damage is found, or nothing that counts has changed.
func TestArchive_Damaged(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	whole, err := os.ReadFile(f.backup())
	if err != nil {
		t.Fatal(err)
	}
	try := func(what string, content []byte) (found bool) {
		path := filepath.Join(t.TempDir(), "bad.crier")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		a, err := backup.Open(path)
		if err == nil {
			_, err = a.Check(t.Context(), backup.CheckOptions{Contents: modules.BackedUp(), Now: start, Key: &f.key})
			_ = a.Close()
		}
		if err != nil && (!errors.Is(err, backup.ErrDamaged) && !errors.Is(err, backup.ErrForeign) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: %v", what, err)
		}
		return err != nil
	}
	for cut := 1; cut < len(whole); cut += len(whole)/40 + 1 {
		if !try(fmt.Sprintf("cut after %d", cut), whole[:cut]) {
			t.Errorf("cut after %d bytes of %d, it passes", cut, len(whole))
		}
	}
	for i := 1; i <= 22; i++ {
		if !try("cut", whole[:len(whole)-i]) {
			t.Errorf("without its last %d bytes, it passes", i)
		}
	}
	passed := 0
	for at := 0; at < len(whole); at += len(whole)/300 + 1 {
		bad := bytes.Clone(whole)
		bad[at] ^= 1 << (at % 8)
		if !try(fmt.Sprintf("flipped at %d", at), bad) {
			passed++
		}
	}
	t.Logf("of 300 flipped bits %d changed nothing that counts (fields of the zip that say what others say too)", passed)
	if passed > 15 {
		t.Errorf("%d of 300 flipped bits were not found", passed)
	}
}

// rewritten returns the archive with each entry as change makes it; a nil content leaves it out.
func rewritten(t *testing.T, path string, change func(h *zip.FileHeader, content []byte) []byte, more ...func(*zip.Writer) error) string {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range r.File {
		from, err := e.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		h := &zip.FileHeader{Name: e.Name, Method: zip.Store}
		if content = change(h, content); content == nil {
			continue
		}
		to, err := w.CreateHeader(h)
		if err == nil {
			_, err = to.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, add := range more {
		if err := add(w); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.crier")
	if err := os.WriteFile(bad, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return bad
}

// lie returns the archive with another manifest.
func lie(change func(m map[string]any)) func(*testing.T, string) string {
	return func(t *testing.T, path string) string {
		return rewritten(t, path, func(h *zip.FileHeader, content []byte) []byte {
			if h.Name != "manifest.json" {
				return content
			}
			m := map[string]any{}
			if err := json.Unmarshal(content, &m); err != nil {
				t.Fatal(err)
			}
			change(m)
			content, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			return content
		})
	}
}

// listed returns the files that a manifest lists.
func listed(m map[string]any) []any {
	files, _ := m["files"].([]any)
	return files
}

func firstUpload(m map[string]any) map[string]any {
	upload, _ := listed(m)[3].(map[string]any)
	return upload
}

// renamed returns the archive with the first upload under another name, in the manifest too.
func renamed(name string) func(*testing.T, string) string {
	return func(t *testing.T, path string) string {
		var was string
		path = lie(func(m map[string]any) {
			was, _ = firstUpload(m)["path"].(string)
			firstUpload(m)["path"] = name
		})(t, path)
		return rewritten(t, path, func(h *zip.FileHeader, content []byte) []byte {
			if h.Name == was {
				h.Name = name
			}
			return content
		})
	}
}

func replaced(entry string, content []byte) func(*testing.T, string) string {
	return func(t *testing.T, path string) string {
		return rewritten(t, path, func(h *zip.FileHeader, was []byte) []byte {
			if h.Name == entry {
				return content
			}
			return was
		})
	}
}

// TestArchive_Hostile: a check and a restore refuse each of the archives in one sentence, and write
// and leave nothing.
func TestArchive_Hostile(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	good := f.backup()
	for name, c := range map[string]struct {
		make func(*testing.T, string) string
		want error
	}{
		"another zip": {func(t *testing.T, path string) string {
			return rewritten(t, path, func(*zip.FileHeader, []byte) []byte { return nil }, func(w *zip.Writer) error { _, err := w.Create("a.txt"); return err })
		}, backup.ErrForeign},
		"a text":        {func(t *testing.T, _ string) string { return file(t, []byte("hello, this is no backup at all")) }, backup.ErrForeign},
		"nothing":       {func(t *testing.T, _ string) string { return file(t, nil) }, backup.ErrForeign},
		"a folder":      {func(t *testing.T, _ string) string { return t.TempDir() }, backup.ErrForeign},
		"no manifest":   {replaced("manifest.json", nil), backup.ErrForeign},
		"other JSON":    {replaced("manifest.json", []byte(`{"hello":1}`)), backup.ErrForeign},
		"no JSON":       {replaced("manifest.json", []byte(`<xml/>`)), backup.ErrForeign},
		"a newer form":  {lie(func(m map[string]any) { m["format"] = 2 }), backup.ErrNewer},
		"climbing":      {renamed("uploads/../../evil.jpg"), backup.ErrForeign},
		"absolute":      {renamed("/tmp/evil.jpg"), backup.ErrForeign},
		"backslashes":   {renamed(`uploads\images\..\..\evil.jpg`), backup.ErrForeign},
		"a dot":         {renamed("uploads/images/.evil.jpg"), backup.ErrForeign},
		"a device":      {renamed("uploads/images/con"), backup.ErrForeign},
		"the log":       {renamed("crier.log"), backup.ErrForeign},
		"the key file":  {renamed("secret.key"), backup.ErrForeign},
		"a fifo's name": {renamed("uploads/images/a\nb.jpg"), backup.ErrForeign},
		"a stranger":    {renamed("uploads/images/stranger.jpg"), backup.ErrForeign},
		"a link": {func(t *testing.T, path string) string {
			return rewritten(t, path, func(h *zip.FileHeader, content []byte) []byte {
				if strings.HasPrefix(h.Name, "uploads/images/") {
					h.SetMode(fs.ModeSymlink | 0o777)
					return []byte("/etc/passwd")
				}
				return content
			})
		}, backup.ErrForeign},
		"a bomb": {func(t *testing.T, path string) string {
			return rewritten(t, path, func(h *zip.FileHeader, content []byte) []byte {
				if h.Name == "crier.db" {
					h.Method = zip.Deflate
					return make([]byte, 64<<20)
				}
				return content
			})
		}, backup.ErrForeign},
		"a huge file":     {lie(func(m map[string]any) { firstUpload(m)["size"] = 1 << 50 }), backup.ErrDamaged},
		"a negative size": {lie(func(m map[string]any) { firstUpload(m)["size"] = -1 }), backup.ErrForeign},
		"a wrong hash":    {lie(func(m map[string]any) { firstUpload(m)["sha256"] = strings.Repeat("0", 64) }), backup.ErrDamaged},
		"twice": {lie(func(m map[string]any) {
			m["files"] = append(listed(m), firstUpload(m))
		}), backup.ErrForeign},
		"an entry more": {func(t *testing.T, path string) string {
			return rewritten(t, path, func(_ *zip.FileHeader, c []byte) []byte { return c }, func(w *zip.Writer) error {
				_, err := w.CreateHeader(&zip.FileHeader{Name: "uploads/images/more.jpg", Method: zip.Store})
				return err
			})
		}, backup.ErrDamaged},
		"another last change": {lie(func(m map[string]any) { m["migration"] = "20200101000000_x" }), backup.ErrForeign},
		"no database at all":  {withDatabase(func(*testing.T, string) []byte { return []byte(strings.Repeat("no database ", 1000)) }), database.ErrNoDatabase},
		"a broken database": {withDatabase(func(t *testing.T, path string) []byte {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for i := 8192; i < len(b)-100; i += 4096 {
				copy(b[i:], bytes.Repeat([]byte{0xff}, 64))
			}
			return b
		}), database.ErrNoDatabase},
		"a newer database":           {withStatements("INSERT INTO schema_migrations VALUES ('29991231000000_later', 0)"), backup.ErrNewer},
		"a trigger that is not ours": {withStatements("CREATE TRIGGER evil AFTER UPDATE ON posts BEGIN DELETE FROM posts; END"), database.ErrForeignSchema},
		"a table that is not ours":   {withStatements("CREATE TABLE more (a TEXT)"), database.ErrForeignSchema},
		"a view in place of a table": {withStatements("DROP TABLE api_keys", "CREATE VIEW api_keys AS SELECT 1 AS id"), database.ErrForeignSchema},
		"rows that point nowhere":    {withStatements("PRAGMA foreign_keys = 0", "DELETE FROM social_accounts"), database.ErrNoDatabase},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bad := c.make(t, good)
			target := filepath.Join(t.TempDir(), "new")
			a, err := backup.Open(bad)
			var restoreErr error
			if err == nil {
				defer func() { _ = a.Close() }()
				_, err = a.Check(t.Context(), backup.CheckOptions{Contents: modules.BackedUp(), Now: start, Key: &f.key})
				_, restoreErr = a.Restore(t.Context(), restoring(target, &f.key))
			} else {
				restoreErr = err
			}
			for _, err := range []error{err, restoreErr} {
				if !errors.Is(err, c.want) || len(err.Error()) > 400 {
					t.Errorf("got %v", err)
				}
			}
			wantEmpty(t, filepath.Dir(target))
		})
	}
}

func file(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bad.crier")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func change(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := database.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := db.DB.DB.ExecContext(context.WithoutCancel(t.Context()), s); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// withStatements returns the archive with what the statements make of its database.
func withStatements(statements ...string) func(*testing.T, string) string {
	return withDatabase(func(t *testing.T, path string) []byte {
		change(t, path, statements...)
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return b
	})
}

// withDatabase returns the archive with another database and a manifest that fits it.
func withDatabase(spoil func(t *testing.T, path string) []byte) func(*testing.T, string) string {
	return func(t *testing.T, path string) string {
		var content []byte
		rewritten(t, path, func(h *zip.FileHeader, was []byte) []byte {
			if h.Name == "crier.db" {
				content = was
			}
			return was
		})
		copied := filepath.Join(t.TempDir(), "crier.db")
		if err := os.WriteFile(copied, content, 0o600); err != nil {
			t.Fatal(err)
		}
		content = spoil(t, copied)
		path = lie(func(m map[string]any) {
			e, _ := listed(m)[0].(map[string]any)
			sum := sha256.Sum256(content)
			e["size"], e["sha256"] = len(content), hex.EncodeToString(sum[:])
		})(t, path)
		return replaced("crier.db", content)(t, path)
	}
}
