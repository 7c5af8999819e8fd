package modules_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"crier/modules"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/database"

	"github.com/uptrace/bun"
)

// loadRounds says how many backups are made under load; make crash has more of them.
const loadRounds = "CRIER_TEST_BACKUPS"

// TestBackup_UnderLoad makes one backup after another while files come and go and some 200 rows a
// second are written. Each backup is proved, and checked again as crier restore --check does. It
// prints how long a writer waited at most. Where the rounds are named nothing runs beside it, and
// it holds that wait to mostWait.
func TestBackup_UnderLoad(t *testing.T) {
	t.Parallel()
	named := os.Getenv(loadRounds)
	rounds, err := strconv.Atoi(cmp.Or(named, "5"))
	if err != nil {
		t.Fatal(err)
	}
	f := newFolder(t)
	db, err := database.Open(t.Context(), f.Database())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	w := &writing{folder: f, db: db, content: photo(t)}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.run(ctx) }()
	for round := range rounds {
		m := f.maker()
		m.Removals, m.Clock = &w.removals, clock.System()
		path := filepath.Join(t.TempDir(), fmt.Sprint(round, ".crier"))
		if _, err := m.Make(t.Context(), path); err != nil {
			t.Errorf("backup %d: %v", round, err)
			break
		}
		if _, err := open(t, path).Check(t.Context(), backup.CheckOptions{Contents: modules.BackedUp(), Now: start, Key: &f.key}); err != nil {
			t.Errorf("check %d: %v", round, err)
		}
		if w.removals.IsHeld() {
			t.Error("deletions still wait")
		}
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	t.Logf("%d backups beside %d commits, %d uploads and %d deletions; a writer waited %s at most", rounds, w.commits.Load(), w.uploads, w.deletions, w.longest)
	if named != "" && w.longest > mostWait {
		t.Errorf("a writer waited for %s, more than %s", w.longest, mostWait)
	}
}

// writing writes to a folder as a service does.
type writing struct {
	*folder
	db       *database.DB
	removals backup.Removals
	content  []byte

	commits            atomic.Int64
	uploads, deletions int
	longest            time.Duration
}

// run writes until ctx ends: three rows for each file that comes or goes.
func (w *writing) run(ctx context.Context) error {
	begun := clock.System().Now()
	var ids []string
	for n := 0; ctx.Err() == nil; n++ {
		if len(ids) < 20 || n%2 == 0 {
			id := fmt.Sprintf("%08d-aaaa-4aaa-8aaa-aaaaaaaaaaaa", n)
			if err := w.upload(id); err != nil {
				return err
			}
			ids = append(ids, id)
		} else {
			if err := w.remove(ids[0]); err != nil {
				return err
			}
			ids = ids[1:]
		}
		for range 3 {
			if err := w.commit(func(ctx context.Context, tx bun.Tx) error {
				_, err := tx.Tx.ExecContext(ctx, "UPDATE social_accounts SET followers_count = ?", n)
				return err
			}); err != nil {
				return err
			}
		}
		// Some 200 commits a second, whatever the disk can do.
		if ahead := time.Duration(w.commits.Load())*5*time.Millisecond - clock.System().Now().Sub(begun); ahead > 0 {
			_ = clock.Sleep(ctx, clock.System(), ahead) // The loop ends with ctx.
		}
	}
	return nil
}

func (w *writing) commit(do func(context.Context, bun.Tx) error) error {
	begun := clock.System().Now()
	err := w.db.InTx(context.Background(), do)
	w.longest = max(w.longest, clock.System().Now().Sub(begun))
	w.commits.Add(1)
	return err
}

// upload adds a file.
func (w *writing) upload(id string) error {
	w.uploads++
	return w.commit(func(ctx context.Context, tx bun.Tx) error { return w.put(ctx, tx, id) })
}

// put writes the file to the disk before it commits the record, as the service does.
func (w *writing) put(ctx context.Context, tx bun.Tx, id string) error {
	for _, name := range []string{"images/", "thumbnails/"} {
		if err := os.WriteFile(filepath.Join(w.Uploads(), name, id+".jpg"), w.content, 0o600); err != nil {
			return err
		}
	}
	_, err := tx.Tx.ExecContext(ctx, `INSERT INTO media_files (id, original_filename, storage_path, thumbnail_path, mime_type, file_size, is_valid, created_at)
		VALUES (?1, 'loaf.jpg', 'images/' || ?1 || '.jpg', 'thumbnails/' || ?1 || '.jpg', 'image/jpeg', ?2, 1, 0)`, id, len(w.content))
	return err
}

// remove deletes the file after the record, as the service does.
func (w *writing) remove(id string) error {
	w.deletions++
	if err := w.commit(func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.Tx.ExecContext(ctx, "DELETE FROM media_files WHERE id = ?", id)
		return err
	}); err != nil {
		return err
	}
	return w.removals.Remove(filepath.Join(w.Uploads(), "images", id+".jpg"), filepath.Join(w.Uploads(), "thumbnails", id+".jpg"))
}

// TestCheck_ReadsOnce: a check reads each byte of the files once, and making a backup reads it
// three times: to know what to say of it, to write it, and to read it back.
func TestCheck_ReadsOnce(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	var read, total int64
	count := func(done, of int64) { read, total = done, of }
	path := f.backup(func(m *backup.Maker) { m.Progress = count })
	archive := open(t, path)
	if size := archive.Bytes(); read != 3*size || total != read {
		t.Errorf("the backup of %d bytes has read %d of %d", size, read, total)
	}
	read = 0
	if _, err := archive.Check(t.Context(), backup.CheckOptions{Contents: modules.BackedUp(), Now: start, Key: &f.key, Progress: count}); err != nil {
		t.Fatal(err)
	}
	if size := archive.Bytes(); read != size || total != size {
		t.Errorf("the check of %d bytes has read %d of %d", size, read, total)
	}
}

// mostWait is how long a writer may wait while a backup is made.
const mostWait = 250 * time.Millisecond

// BenchmarkBackup_Writers makes backups of 50,000 posts beside 200 commits a second, and fails when
// a commit takes longer than mostWait. It is no test, because the result depends on how busy the
// machine is.
func BenchmarkBackup_Writers(b *testing.B) {
	f := newFolder(b)
	db, err := database.Open(b.Context(), f.Database())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	if err := db.InTx(b.Context(), insertPosts); err != nil {
		b.Fatal(err)
	}
	w := &writing{folder: f, db: db, content: photo(b)}
	for range 500 {
		if err := w.commit(func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.Tx.ExecContext(ctx, "UPDATE social_accounts SET followers_count = followers_count + 1")
			return err
		}); err != nil {
			b.Fatal(err)
		}
	}
	alone := w.longest
	w.longest = 0
	w.commits.Store(0)
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.run(ctx) }()
	b.ResetTimer()
	for range b.N {
		m := f.maker()
		m.Removals, m.Clock = &w.removals, clock.System()
		path := filepath.Join(b.TempDir(), "one.crier")
		if _, err := m.Make(b.Context(), path); err != nil {
			b.Fatal(err)
		}
		if err := os.Remove(path); err != nil {
			b.Fatal(err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(w.longest.Microseconds())/1000, "ms-longest-commit")
	b.ReportMetric(float64(alone.Microseconds())/1000, "ms-longest-alone")
	if w.longest-alone > mostWait {
		b.Errorf("a writer waited for %s, and for %s without a backup", w.longest, alone)
	}
}

func insertPosts(ctx context.Context, tx bun.Tx) error {
	_, err := tx.Tx.ExecContext(ctx, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, scheduled_for, created_at, updated_at)
		SELECT 'post-of-bench-' || i, 'u', ?2, 'IMAGE', 'MANUAL', 'UTC', 'PUBLISHED', i, i, i FROM n`, benchPosts, account)
	return err
}

// benchPosts is how many posts the folder of BenchmarkBackup has.
const benchPosts = 50_000

// BenchmarkBackup makes a backup of 50,000 posts and as many files of a MB, with thumbnails of a
// MB, as CRIER_BENCH_FILES says (100), and reports what it took over what the process had before.
// 5 GB: CRIER_BENCH_FILES=2500 go test -run - -bench Backup -benchtime 1x ./modules
func BenchmarkBackup(b *testing.B) {
	files, err := strconv.Atoi(cmp.Or(os.Getenv("CRIER_BENCH_FILES"), "100"))
	if err != nil {
		b.Fatal(err)
	}
	size, err := strconv.Atoi(cmp.Or(os.Getenv("CRIER_BENCH_SIZE"), "1000000"))
	if err != nil {
		b.Fatal(err)
	}
	f := newFolder(b)
	db, err := database.Open(b.Context(), f.Database())
	if err != nil {
		b.Fatal(err)
	}
	w := &writing{folder: f, db: db, content: append(photo(b), make([]byte, size)...)}
	err = db.InTx(b.Context(), func(ctx context.Context, tx bun.Tx) error {
		for n := range files {
			if err := w.put(ctx, tx, fmt.Sprintf("%08d-aaaa-4aaa-8aaa-aaaaaaaaaaaa", n)); err != nil {
				return err
			}
		}
		return insertPosts(ctx, tx)
	})
	if err := errors.Join(err, db.Close()); err != nil {
		b.Fatal(err)
	}
	runtime.GC()
	var before, peak runtime.MemStats
	runtime.ReadMemStats(&before)
	b.ResetTimer()
	for range b.N {
		m := f.maker()
		most := uint64(0)
		m.Progress = func(done, total int64) {
			if done%(64<<20) < 256<<10 || done >= total {
				runtime.ReadMemStats(&peak)
				most = max(most, peak.Sys-peak.HeapReleased)
			}
		}
		path := filepath.Join(b.TempDir(), "one.crier")
		made, err := m.Make(b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(made.Bytes)
		b.ReportMetric(float64(most-min(most, before.Sys-before.HeapReleased))/1e6, "MB-more")
		if err := os.Remove(path); err != nil {
			b.Fatal(err)
		}
	}
}
