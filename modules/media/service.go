package media

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/failpoint"
	"crier/platform/imaging"
	"crier/platform/objectstore"
	"crier/platform/orphans"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Service stores media files: their records, their bytes on the disk, and their public copies.
type Service struct {
	db       *database.DB
	clock    clock.Clock
	log      *slog.Logger
	storage  storage
	tools    *toolbox
	pictures pictures
	// objects manages the public copies.
	objects *objects
	running running
	// maxSize is the largest size of an upload, in bytes.
	maxSize int64
}

// Deps are what a Service works with.
type Deps struct {
	DB      *database.DB
	Clock   clock.Clock
	Log     *slog.Logger
	Dir     *datadir.Dir
	Images  imaging.Normaliser
	Objects objectstore.Store
	// MaxSize is the largest size of an upload, in bytes.
	MaxSize int64
	// NoTools makes the service ignore a native ffmpeg.
	NoTools bool
	// Removals deletes files. When it is nil the service makes its own, which no backup delays.
	Removals *backup.Removals
}

// NewService returns the service of a data folder.
func NewService(d Deps) *Service {
	files := storage{dir: d.Dir, removals: cmp.Or(d.Removals, new(backup.Removals))}
	tools := newToolbox(d.NoTools, d.Clock, d.Log)
	return &Service{
		db: d.DB, clock: d.Clock, log: d.Log, storage: files, tools: tools,
		pictures: pictures{pool: d.Images, log: d.Log, tools: tools, storage: files},
		objects:  &objects{db: d.DB, clock: d.Clock, log: d.Log, store: d.Objects, background: newBackground()},
		maxSize:  d.MaxSize,
	}
}

// Start makes the folders and cleans them up. It deletes everything in the staging folder, because
// no client got an answer about it, and moves files that no record names to the orphans. It runs
// before uploads are accepted.
func (s *Service) Start(ctx context.Context) error {
	for _, name := range uploadFolders() {
		if err := os.MkdirAll(filepath.Join(s.storage.dir.Uploads(), name), dirMode); err != nil {
			return fmt.Errorf("prepare the uploads folder: %w", err)
		}
	}
	return (&sweep{db: s.db, dir: s.storage.dir, log: s.log, orphans: orphans.In(s.storage.dir), now: s.clock.Now()}).run(ctx)
}

// present sets the addresses of a file that was read, which depend on the address of the service.
func (s *Service) present(file *MediaFile) {
	file.PreviewURL = new(uploadsPrefix + file.publishPath())
	if file.ThumbnailPath != nil {
		thumbnail := uploadsPrefix + *file.ThumbnailPath
		file.ThumbnailURL, file.ThumbnailPreviewURL = &thumbnail, &thumbnail
	}
	if file.PublicKey == nil {
		return
	}
	if url := s.objects.store.URL(*file.PublicKey); url != "" {
		file.PublicURL = &url
	}
}

// File returns a media file, or NOT_FOUND.
func (s *Service) File(ctx context.Context, id wireid.ID) (MediaFile, error) {
	file, err := selectFile(ctx, s.db, id)
	if errors.Is(err, sql.ErrNoRows) {
		return MediaFile{}, noFile(id)
	}
	s.present(&file)
	return file, err
}

func noFile(id wireid.ID) error {
	return apperror.New(apperror.NotFound, "there is no media file %s", id)
}

// Files returns the media files that exist, by id. db may be a transaction.
func (s *Service) Files(ctx context.Context, db bun.IDB, ids []wireid.ID) (map[wireid.ID]MediaFile, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	files, err := selectFiles(ctx, db, ids)
	byID := make(map[wireid.ID]MediaFile, len(files))
	for _, f := range files {
		s.present(&f)
		byID[f.ID] = f
	}
	return byID, err
}

// Named returns the newest file with each of the names, which are in small letters. db may be a
// transaction.
func (s *Service) Named(ctx context.Context, db bun.IDB, names []string) (map[string]MediaFile, error) {
	if len(names) == 0 {
		return nil, nil
	}
	list, err := database.List(names)
	if err != nil {
		return nil, err
	}
	files, err := filesNamed.All(ctx, db, list)
	byName := make(map[string]MediaFile, len(files))
	for _, f := range files {
		s.present(&f)
		byName[strings.ToLower(f.OriginalFilename)] = f
	}
	return byName, err
}

// list returns a page of the files, newest first, and how many there are in all.
func (s *Service) list(ctx context.Context, kind string, limit, offset int) ([]MediaFile, int64, error) {
	files, total, err := selectPage(ctx, s.db, kind, limit, offset)
	for i := range files {
		s.present(&files[i])
	}
	return files, total, err
}

// insert stores a new record, and does also, which may be nil, in the same transaction.
func (s *Service) insert(ctx context.Context, file *MediaFile, also func(context.Context, bun.Tx, MediaFile) error) error {
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := insertFile(ctx, tx, file); err != nil || also == nil {
			return err
		}
		return also(ctx, tx, *file)
	})
	if err != nil {
		return diskError(fmt.Errorf("record it: %w", err))
	}
	return nil
}

// replace gives the record the files of fresh, which are on disk, and then removes the files that
// it had. When that fails it removes the files of fresh instead; the error is NOT_FOUND for a file
// that was deleted meanwhile. change sets the other fields of the record, in the same transaction.
func (s *Service) replace(ctx context.Context, fresh MediaFile, change func(context.Context, bun.Tx, *MediaFile) error) (MediaFile, error) {
	var file, former MediaFile
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		if err := s.Release(ctx, tx, fresh.ID, retirement); err != nil {
			return err
		}
		if file, err = selectFile(ctx, tx, fresh.ID); err != nil {
			return err
		}
		former = MediaFile{ProcessedPath: file.ProcessedPath, ThumbnailPath: file.ThumbnailPath}
		file.ProcessedPath, file.ThumbnailPath = fresh.ProcessedPath, fresh.ThumbnailPath
		if err := change(ctx, tx, &file); err != nil {
			return err
		}
		return updateLooks(ctx, tx, &file)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = noFile(fresh.ID)
	}
	if err != nil {
		return MediaFile{}, errors.Join(err, s.storage.remove(fresh))
	}
	if err := s.storage.remove(former); err != nil {
		// No record names it any more; the next start moves it to the orphans.
		s.log.Warn("media: a file that was replaced could not be deleted", "media", fresh.ID, "error", err)
	}
	s.present(&file)
	return file, nil
}

// Release takes the public copy of the file back in the transaction tx: its address is not given
// out any more, and the object is deleted when the time after has passed since the commit, however
// many attempts that takes. That time is 0, unless the network may be fetching the object. A file
// that is not public or was deleted is left as it is. MakePublic makes the file public again, under
// another key.
func (s *Service) Release(ctx context.Context, tx bun.IDB, id wireid.ID, after time.Duration) error {
	now := s.clock.Now()
	released, err := releaseKey(ctx, tx, id, wiretime.Of(now), wiretime.Of(now.Add(after)))
	if err != nil {
		return fmt.Errorf("release the media file %s: %w", id, err)
	}
	if released && after == 0 {
		failpoint.Reach("media.releasing")
		database.AfterCommit(ctx, s.objects.wake)
	}
	return nil
}

// PublishedSize returns the size of what is published in bytes, or fs.ErrNotExist if it is not on
// the disk.
func (s *Service) PublishedSize(file MediaFile) (int64, error) {
	info, err := os.Stat(s.storage.published(file))
	if err != nil {
		return 0, fmt.Errorf("look at the media file %s: %w", file.ID, err)
	}
	return info.Size(), nil
}

// Open opens what is published of the file; the caller closes it. The error is fs.ErrNotExist when
// the file is not in the data folder any more.
func (s *Service) Open(file MediaFile) (*os.File, error) {
	return os.Open(s.storage.published(file))
}

// Delete removes the record and the files of a media file, or returns NOT_FOUND. Posts that used it
// stay; the database sets their link to NULL.
func (s *Service) Delete(ctx context.Context, id wireid.ID) error {
	var file MediaFile
	var gone bool
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		// The file is read in this transaction, because an edit replaces its files.
		if file, err = selectFile(ctx, tx, id); err != nil {
			return err
		}
		if err := s.Release(ctx, tx, id, 0); err != nil {
			return err
		}
		gone, err = deleteFile(ctx, tx, id)
		return err
	})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("delete media file %s: %w", id, err)
	}
	if !gone {
		return noFile(id)
	}
	s.running.stop(id)
	if file.PublicKey != nil {
		s.objects.deleteSoon(ctx, *file.PublicKey)
	}
	if err := s.storage.remove(file); err != nil {
		// The record is deleted, as it was asked for; the next start moves the files to the
		// orphans.
		s.log.Warn("media: the file of deleted media could not be deleted", "media", id, "error", err)
	}
	return nil
}

// running is the conversion that is running, if there is one.
type running struct {
	mu     sync.Mutex
	file   wireid.ID
	cancel context.CancelFunc
}

// begin returns a context for the conversion of a file. stop and end cancel it.
func (r *running) begin(ctx context.Context, id wireid.ID) (wanted context.Context, end func()) {
	wanted, cancel := context.WithCancel(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.file, r.cancel = id, cancel
	return wanted, func() { r.stop(id) }
}

// stop cancels the conversion of a file if it is running. Its record has been deleted.
func (r *running) stop(id wireid.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cancel != nil && r.file == id {
		r.cancel()
		r.cancel = nil
	}
}
