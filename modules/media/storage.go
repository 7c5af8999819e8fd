package media

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"crier/platform/apperror"
	"crier/platform/backup"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/wireid"
)

// The folders of the uploads folder.
const (
	imagesDir     = "images"
	videosDir     = "videos"
	thumbnailsDir = "thumbnails"
	processedDir  = "processed"
	dirMode       = 0o700
)

// storage is where the files lie: the uploads folder, whose files records name, and the staging
// folder, where files are made.
type storage struct {
	dir *datadir.Dir
	// removals is what deletes files.
	removals *backup.Removals
}

// path returns where the file lies that a record names.
func (s storage) path(recorded string) string {
	return filepath.Join(s.dir.Uploads(), filepath.FromSlash(recorded))
}

// stored returns where what was uploaded lies, published where what is published in its place does.
func (s storage) stored(file MediaFile) string    { return s.path(file.StoragePath) }
func (s storage) published(file MediaFile) string { return s.path(file.publishPath()) }

// staged returns a unique name in the staging folder, from which a suffix makes others.
func (s storage) staged(what string) string {
	return filepath.Join(s.dir.Staging(), what+"-"+wireid.New().String())
}

// store moves a synced file to its place in the uploads folder, durably.
func (s storage) store(from, recorded string) error {
	to := s.path(recorded)
	if err := os.Rename(from, to); err != nil {
		return diskError(err)
	}
	folder, err := os.Open(filepath.Dir(to))
	if err != nil {
		return diskError(err)
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// remove deletes what the record names, once no backup needs it.
func (s storage) remove(file MediaFile) error {
	var paths []string
	for _, path := range []*string{&file.StoragePath, file.ThumbnailPath, file.ProcessedPath} {
		if path != nil && *path != "" {
			paths = append(paths, s.path(*path))
		}
	}
	return s.removals.Remove(paths...)
}

// diskError words a failure to write. The user learns of a full disk; all else
// is an internal error.
func diskError(err error) error {
	if database.DiskFull(err) {
		return apperror.Wrap(apperror.UploadError, err, "the disk is full")
	}
	return fmt.Errorf("store an upload: %w", err)
}

// openStored opens a file to read it. One that somebody has taken away is MEDIA_INVALID.
func openStored(path string) (*os.File, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, apperror.Wrap(apperror.MediaInvalid, err, "the uploaded file is not on the disk any more; upload it again")
	}
	if err != nil {
		return nil, fmt.Errorf("read the uploaded file: %w", err)
	}
	return f, nil
}
