package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"crier/platform/backup"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/orphans"
)

func uploadFolders() []string { return []string{imagesDir, videosDir, thumbnailsDir, processedDir} }

// sweep compares the files in the folders with the records, once.
type sweep struct {
	db      *database.DB
	dir     *datadir.Dir
	log     *slog.Logger
	orphans *orphans.Folder
	now     time.Time

	moved int
	batch string
}

func (w *sweep) run(ctx context.Context) error {
	removed := 0
	err := eachBatch(w.dir.Staging(), func(entries []fs.DirEntry) error {
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), backup.UploadPrefix) })
		removed += len(entries)
		return removeAll(w.dir.Staging(), entries)
	})
	if removed > 0 {
		w.log.Info("media: removed uploads that an interrupted run had begun", "files", removed)
	}
	for _, name := range uploadFolders() {
		err = errors.Join(err, w.uploads(ctx, name))
	}
	err = errors.Join(err, w.take(w.dir.Public(), func(names []string) ([]string, error) { return selectUnknownObjects(ctx, w.db, names) }))
	if w.moved > 0 {
		w.log.Warn("media: files that the database does not know were moved to the orphans; they may be deleted after 30 days. "+
			"If this is the wrong database, stop Crier and put the right one back: Crier then puts the files back too", "files", w.moved, "path", w.batch)
	}
	return err
}

// uploads compares one folder of the uploads with the records.
func (w *sweep) uploads(ctx context.Context, name string) error {
	unknown := func(names []string) ([]string, error) { return selectUnknown(ctx, w.db, name, names) }
	dir := filepath.Join(w.dir.Uploads(), name)
	back, err := w.orphans.PutBack(w.within(dir), func(names []string) ([]string, error) {
		strange, err := unknown(names)
		return slices.DeleteFunc(names, func(n string) bool { return slices.Contains(strange, n) }), err
	})
	if back > 0 {
		w.log.Info("media: files among the orphans that the database knows were put back", "folder", w.within(dir), "files", back)
	}
	if err != nil {
		return fmt.Errorf("put orphans back: %w", err)
	}
	return w.take(dir, unknown)
}

func (w *sweep) within(dir string) string {
	path, err := filepath.Rel(w.dir.Path(), dir)
	if err != nil {
		return dir // The data folder is absolute, and so is what is in it.
	}
	return path
}

// take moves the files of a folder that unknown returns to the orphans. A file that cannot be
// moved, as on a full disk, waits for the next start.
func (w *sweep) take(dir string, unknown func(names []string) ([]string, error)) error {
	return eachBatch(dir, func(entries []fs.DirEntry) error {
		chosen, err := unknown(names(slices.DeleteFunc(entries, fs.DirEntry.IsDir)))
		if err != nil {
			return err
		}
		for i, name := range chosen {
			chosen[i] = filepath.Join(w.within(dir), name)
		}
		batch, moved, err := w.orphans.Take(w.now, chosen)
		if err != nil {
			w.log.Warn("media: files that the database does not know could not be moved to the orphans", "folder", w.within(dir), "error", err)
		}
		if w.moved += moved; batch != "" {
			w.batch = batch
		}
		return nil
	})
}

// sweepBatch bounds how many names are held in memory.
const sweepBatch = 512

// eachBatch calls do with the entries of a folder, in batches, until the end or an error.
func eachBatch(dir string, do func([]fs.DirEntry) error) (err error) {
	folder, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	for {
		entries, readErr := folder.ReadDir(sweepBatch)
		if err := do(entries); err != nil {
			return fmt.Errorf("sweep %s: %w", dir, err)
		}
		if errors.Is(readErr, io.EOF) {
			return nil
		}
		if readErr != nil {
			return fmt.Errorf("sweep: %w", readErr)
		}
	}
}

// removeAll removes entries of a folder, including the folders in which conversions are made.
func removeAll(dir string, entries []fs.DirEntry) (err error) {
	for _, name := range names(entries) {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, name)))
	}
	return err
}

func names(entries []fs.DirEntry) []string {
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.Name()
	}
	return list
}
