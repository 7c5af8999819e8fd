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
	"sync"

	"crier/platform/apperror"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/imaging"
	"crier/platform/killpoint"
	"crier/platform/objectstore"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// The folders of the uploads folder.
const (
	imagesDir     = "images"
	videosDir     = "videos"
	thumbnailsDir = "thumbnails"
	processedDir  = "processed"
	dirMode       = 0o700
)

const jpegType = "image/jpeg"

// Service keeps media files.
type Service struct {
	db      *database.DB
	clock   clock.Clock
	log     *slog.Logger
	dir     *datadir.Dir
	images  imaging.Normaliser
	objects objectstore.Store
	maxSize int64
	tools   *toolbox
	buffers sync.Pool
	// conversions tells the converter of wishes.
	conversions *conversions
	// releases is what deletes the objects that nobody needs any more.
	releases *releases
	// removals is what deletes files.
	removals *backup.Removals
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
	return &Service{
		db: p.DB, clock: p.Clock, log: p.Log, dir: p.Dir, images: p.Images, objects: p.Objects, maxSize: p.MaxSize,
		tools:       newToolbox(p.NoTools, p.Clock, p.Log),
		conversions: newConversions(),
		releases:    newReleases(),
		removals:    cmp.Or(p.Removals, new(backup.Removals)),
		buffers:     sync.Pool{New: func() any { return new(copyBuffers) }},
	}
}

// add turns a staged upload into a MediaFile: files first, the record last. The staged file is used up.
func (s *Service) add(ctx context.Context, up staged) (MediaFile, error) {
	defer func() { _ = os.Remove(up.path) }()
	file := MediaFile{ID: wireid.New(), OriginalFilename: up.filename, IsValid: true, CreatedAt: wiretime.Of(s.clock.Now())}
	var err error
	switch {
	case up.kind == imaging.GIF:
		err = addGIF(ctx, s, up, &file)
	case up.kind.IsImage():
		err = s.addImage(ctx, up, &file)
	case up.kind.IsVideo():
		err = s.addVideo(ctx, up, &file)
	default:
		err = notTaken(up.kind)
	}
	if err == nil {
		err = s.record(ctx, &file)
	}
	if err != nil {
		return MediaFile{}, errors.Join(err, s.removeFiles(file))
	}
	file.present(s.objects)
	return file, nil
}

func (s *Service) record(ctx context.Context, file *MediaFile) error {
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return insertFile(ctx, tx, file) })
	if err != nil {
		return diskError(fmt.Errorf("record it: %w", err))
	}
	return nil
}

func notTaken(kind imaging.Kind) error {
	remedy := ""
	if kind == imaging.TIFF || kind == imaging.BMP {
		remedy = "; export it as JPEG and upload that"
	}
	return apperror.New(apperror.MediaInvalid,
		"the file is %s; Crier takes JPEG, PNG, WebP, HEIC, AVIF and GIF pictures, and MP4, MOV, MKV, WebM and AVI videos%s", kind.Name(), remedy)
}

func (s *Service) addImage(ctx context.Context, up staged, file *MediaFile) error {
	job := imaging.Job{Source: up.path, Destination: up.path + ".jpg", Thumbnail: up.path + ".thumbnail.jpg"}
	result, err := s.images.Normalise(ctx, job)
	if err != nil {
		return s.imageError(err)
	}
	defer func() { _, _ = os.Remove(job.Destination), os.Remove(job.Thumbnail) }() // Unless they have been moved.
	ratio := imaging.AspectRatio(result.Width, result.Height)
	file.MimeType, file.FileSize = jpegType, int64(result.Bytes)
	file.Width, file.Height, file.AspectRatio = &result.Width, &result.Height, &ratio
	file.StoragePath = filepath.ToSlash(filepath.Join(imagesDir, file.ID.String()+".jpg"))
	thumbnail := filepath.ToSlash(filepath.Join(thumbnailsDir, file.ID.String()+".jpg"))
	file.ThumbnailPath = &thumbnail
	if err := file.explain(sentences(result.Warnings)); err != nil {
		return err
	}
	return errors.Join(s.keep(job.Thumbnail, thumbnail), s.keep(job.Destination, file.StoragePath))
}

// sentences words what was left out of a picture.
func sentences(warnings []imaging.Warning) []string {
	var texts []string
	for _, w := range warnings {
		texts = append(texts, w.Sentence())
	}
	return texts
}

// imageError tells what is wrong with the file from what went wrong with the work.
func (s *Service) imageError(err error) error {
	var refused *imaging.Error
	if !errors.As(err, &refused) {
		return diskError(err)
	}
	if refused.Reason == imaging.Unprocessable {
		return apperror.Wrap(apperror.ProcessingFailed, err, "%s", refused.Message)
	}
	return apperror.Wrap(apperror.MediaInvalid, err, "%s", refused.Message)
}

// keep moves a synced file to its place in the uploads folder, durably.
func (s *Service) keep(from, storagePath string) error {
	to := filepath.Join(s.dir.Uploads(), filepath.FromSlash(storagePath))
	if err := os.Rename(from, to); err != nil {
		return diskError(err)
	}
	folder, err := os.Open(filepath.Dir(to))
	if err != nil {
		return diskError(err)
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// File returns a media file, or NOT_FOUND.
func (s *Service) File(ctx context.Context, id wireid.ID) (MediaFile, error) {
	file, err := selectFile(ctx, s.db, id)
	if errors.Is(err, sql.ErrNoRows) {
		return MediaFile{}, apperror.New(apperror.NotFound, "there is no media file %s", id)
	}
	file.present(s.objects)
	return file, err
}

// Files returns those of the media files that exist, by id. It reads on db, which may be a transaction.
func (s *Service) Files(ctx context.Context, db bun.IDB, ids []wireid.ID) (map[wireid.ID]MediaFile, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	files, err := selectFiles(ctx, db, ids)
	byID := make(map[wireid.ID]MediaFile, len(files))
	for _, f := range files {
		f.present(s.objects)
		byID[f.ID] = f
	}
	return byID, err
}

// list returns a page of the files and how many there are in all, newest first.
func (s *Service) list(ctx context.Context, kind string, limit, offset int) ([]MediaFile, int64, error) {
	files, total, err := selectPage(ctx, s.db, kind, limit, offset)
	for i := range files {
		files[i].present(s.objects)
	}
	return files, total, err
}

// PublishedSize returns the size in bytes of what is published of the file, and fs.ErrNotExist when that is not on the disk.
func (s *Service) PublishedSize(file MediaFile) (int64, error) {
	info, err := os.Stat(filepath.Join(s.dir.Uploads(), filepath.FromSlash(file.publishPath())))
	if err != nil {
		return 0, fmt.Errorf("look at the media file %s: %w", file.ID, err)
	}
	return info.Size(), nil
}

// CanPublish returns nil when files can be made public at all, and otherwise why not.
func (s *Service) CanPublish() error { return s.objects.Ready() }

// publishTries bounds how often a file is begun again because it was edited while it was made public.
const publishTries = 3

// Publish makes the file fetchable by the network and returns its public address.
func (s *Service) Publish(ctx context.Context, file MediaFile) (url string, err error) {
	for range publishTries {
		if url, err = s.publishOnce(ctx, file); err == nil {
			return url, nil
		}
		stored, readErr := selectFile(ctx, s.db, file.ID)
		if readErr != nil || stored.publishPath() == file.publishPath() {
			return "", err
		}
		file = stored
	}
	return "", err
}

func (s *Service) publishOnce(ctx context.Context, file MediaFile) (url string, err error) {
	key := file.PublicKey
	if key == nil {
		if key, err = s.choosePublicKey(ctx, file); err != nil {
			return "", err
		}
	}
	path := filepath.Join(s.dir.Uploads(), filepath.FromSlash(file.publishPath()))
	if err := s.objects.Put(ctx, *key, path, file.PublishedType()); err != nil {
		return "", fmt.Errorf("make media file %s public: %w", file.ID, err)
	}
	killpoint.Reach("media.object.put")
	if err := s.stillPublic(ctx, file.ID, *key); err != nil {
		return "", err
	}
	return s.objects.URL(*key), nil
}

// stillPublic has an object deleted whose file was deleted, or taken back, while it was being put.
func (s *Service) stillPublic(ctx context.Context, id wireid.ID, key string) error {
	stored, err := selectFile(ctx, s.db, id)
	if err == nil && stored.PublicKey != nil && *stored.PublicKey == key {
		return nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		database.AfterCommit(ctx, s.releases.wake)
		return insertReleased(ctx, tx, key, wiretime.Of(s.clock.Now()))
	})
	return errors.Join(goneError(id), err)
}

// goneError is what a caller is told of a file that was deleted, or edited again and again, while it was made public.
func goneError(id wireid.ID) error {
	return apperror.New(apperror.MediaInvalid, "the media file %s has been deleted or changed", id)
}

// choosePublicKey records a key before there is an object under it, so that no object is ever forgotten.
func (s *Service) choosePublicKey(ctx context.Context, file MediaFile) (*string, error) {
	fresh := objectstore.NewKey(filepath.Ext(file.publishPath())[1:])
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return setPublicKey(ctx, tx, file, fresh) })
	if err != nil {
		return nil, fmt.Errorf("choose a public key: %w", err)
	}
	// Of two at once, the first one's key stands.
	stored, err := selectFile(ctx, s.db, file.ID)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("choose a public key: %w", err)
	}
	if stored.PublicKey == nil || stored.publishPath() != file.publishPath() {
		return nil, goneError(file.ID)
	}
	return stored.PublicKey, nil
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
	s.conversions.drop(id)
	if file.PublicKey != nil {
		s.deleteSoon(ctx, *file.PublicKey)
	}
	if err := s.removeFiles(file); err != nil {
		// The record is gone, which is what was asked for; the next start moves the rest to the orphans.
		s.log.Warn("media: a deleted file was left behind", "media", id, "error", err)
	}
	return nil
}

// removeFiles removes what the record names, once no backup needs it.
func (s *Service) removeFiles(file MediaFile) error {
	var paths []string
	for _, path := range []*string{&file.StoragePath, file.ThumbnailPath, file.ProcessedPath} {
		if path != nil && *path != "" {
			paths = append(paths, filepath.Join(s.dir.Uploads(), filepath.FromSlash(*path)))
		}
	}
	return s.removals.Remove(paths...)
}
