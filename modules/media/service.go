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

	"crier/platform/apperror"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/imaging"
	"crier/platform/objectstore"
	"crier/platform/orphans"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

const jpegType = "image/jpeg"

// Service is what other modules have of media. Each job has a type of its own, with the few things that it needs; a type uses
// those above it alone:
//
//	storage      the folders that files lie in
//	toolbox      the native ffmpeg
//	objects      makes files public for the network, and deletes what it has fetched
//	records      the rows of media files
//	pictures     draws pictures in child processes
//	previews     takes thumbnails and frames of videos
//	videos       makes of a video what the network takes
//	conversions  requests to encode videos again, which a Converter carries out
//	uploads      takes files in
//	edits        changes how what is published looks
//	reviews      looks again at what earlier versions stored
type Service struct {
	storage
	*objects
	*records
	*conversions
	*uploads
	*edits
	*reviews

	db       *database.DB
	clock    clock.Clock
	log      *slog.Logger
	tools    *toolbox
	pictures pictures
	videos   *videos
}

// Parts are what a Service is made of.
type Parts struct {
	DB      *database.DB
	Clock   clock.Clock
	Log     *slog.Logger
	Dir     *datadir.Dir
	Images  imaging.Normaliser
	Objects objectstore.Store
	// MaxSize is the most that an upload may have, in bytes.
	MaxSize int64
	// NoTools leaves a native ffmpeg alone, should there be one.
	NoTools bool
	// Removals deletes files; nil is one of its own, which no backup holds.
	Removals *backup.Removals
}

// NewService returns the service of a data folder.
func NewService(p Parts) *Service {
	store := storage{dir: p.Dir, removals: cmp.Or(p.Removals, new(backup.Removals))}
	s := &Service{
		db: p.DB, clock: p.Clock, log: p.Log, tools: newToolbox(p.NoTools, p.Clock, p.Log), storage: store, pictures: pictures{pool: p.Images, storage: store},
	}
	s.objects = &objects{db: p.DB, clock: p.Clock, log: p.Log, storage: store, store: p.Objects, woken: make(chan struct{}, 1)}
	s.records = &records{db: p.DB, log: p.Log, storage: store, objects: s.objects}
	s.videos = &videos{log: p.Log, tools: s.tools, storage: store, previews: previews{log: p.Log, tools: s.tools, storage: store}, records: s.records}
	s.conversions = &conversions{db: p.DB, clock: p.Clock, records: s.records, tools: s.tools, woken: make(chan struct{}, 1)}
	s.uploads = &uploads{
		clock: p.Clock, log: p.Log, storage: store, records: s.records, images: p.Images, videos: s.videos, tools: s.tools, maxSize: p.MaxSize,
	}
	s.edits = &edits{db: p.DB, storage: store, records: s.records, pictures: s.pictures, videos: s.videos, conversions: s.conversions}
	s.reviews = &reviews{db: p.DB, log: p.Log, tools: s.tools, storage: store, videos: s.videos}
	return s
}

// Start makes the folders and clears them of what they should not hold. Everything in the staging folder is deleted, because no
// client got an answer about it; files that no record names go to the orphans. It runs before uploads are taken.
func (s *Service) Start(ctx context.Context) error {
	for _, name := range uploadFolders() {
		if err := os.MkdirAll(filepath.Join(s.dir.Uploads(), name), dirMode); err != nil {
			return fmt.Errorf("prepare the uploads folder: %w", err)
		}
	}
	return (&sweep{db: s.db, dir: s.dir, log: s.log, orphans: orphans.In(s.dir), now: s.clock.Now()}).run(ctx)
}

// PublishedSize returns the size in bytes of what is published of the file, and fs.ErrNotExist when that is not on the disk.
func (s *Service) PublishedSize(file MediaFile) (int64, error) {
	info, err := os.Stat(s.published(file))
	if err != nil {
		return 0, fmt.Errorf("look at the media file %s: %w", file.ID, err)
	}
	return info.Size(), nil
}

// Open returns what is published of the file, to be read and closed by the caller. The error is fs.ErrNotExist when the
// file is not in the data folder any more.
func (s *Service) Open(file MediaFile) (*os.File, error) {
	return os.Open(s.published(file))
}

// Delete removes the record and the files of a media file, or returns NOT_FOUND. Posts that used it are kept; their
// link is set to NULL by the database.
func (s *Service) Delete(ctx context.Context, id wireid.ID) error {
	var file MediaFile
	var gone bool
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		// Read here, as an edit gives it other files.
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
		return apperror.New(apperror.NotFound, "there is no media file %s", id)
	}
	s.cancelConversion(id)
	if file.PublicKey != nil {
		s.deleteSoon(ctx, *file.PublicKey)
	}
	if err := s.remove(file); err != nil {
		// The record is gone, which is what was asked for; the next start moves the rest to the orphans.
		s.log.Warn("media: a deleted file was left behind", "media", id, "error", err)
	}
	return nil
}
