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

// The folders below the uploads folder.
const (
	imagesDir     = "images"
	videosDir     = "videos"
	thumbnailsDir = "thumbnails"
	processedDir  = "processed"
	dirMode       = 0o700
)

// storage knows where files are: the uploads folder, whose files records name, and the staging
// folder, in which files are made.
type storage struct {
	dir *datadir.Dir
	// removals deletes files.
	removals *backup.Removals
}

// path returns the path of a file by the name in its record.
func (s storage) path(recorded string) string {
	return filepath.Join(s.dir.Uploads(), filepath.FromSlash(recorded))
}

// stored returns the path of the uploaded file, published that of the copy that is published in its
// place.
func (s storage) stored(file MediaFile) string    { return s.path(file.StoragePath) }
func (s storage) published(file MediaFile) string { return s.path(file.publishPath()) }

// temporary returns a unique path in the staging folder. The caller adds suffixes to it.
func (s storage) temporary(what string) string {
	return filepath.Join(s.dir.Staging(), what+"-"+wireid.New().String())
}

// store moves a synced file to its place in the uploads folder, and syncs the folder.
func (s storage) store(from, recorded string) error {
	to := s.path(recorded)
	if err := os.Rename(from, to); err != nil {
		return diskError(err)
	}
	if err := datadir.SyncFolder(filepath.Dir(to)); err != nil {
		return diskError(err)
	}
	return nil
}

// remove deletes the files that the record names, once no backup needs them.
func (s storage) remove(file MediaFile) error {
	var paths []string
	for _, path := range []*string{&file.StoragePath, file.ThumbnailPath, file.ProcessedPath} {
		if path != nil && *path != "" {
			paths = append(paths, s.path(*path))
		}
	}
	return s.removals.Remove(paths...)
}

// diskError describes a failed write. The user is shown a full disk; any other failure is an
// internal error.
func diskError(err error) error {
	if database.DiskFull(err) {
		return apperror.Wrap(apperror.UploadError, err, "the disk is full")
	}
	return fmt.Errorf("store an upload: %w", err)
}

// openStored opens a file to read it. It returns MEDIA_INVALID for a file that was removed from the
// disk.
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
