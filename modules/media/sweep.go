package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Start makes the folders and removes what a run that did not end well left behind: everything in the staging folder,
// and files of no record. It runs before uploads are taken.
func (s *Service) Start(ctx context.Context) error {
	removed, err := removeAll(s.dir.Staging(), everything)
	for _, name := range []string{imagesDir, videosDir, thumbnailsDir, processedDir} {
		dir := filepath.Join(s.dir.Uploads(), name)
		if err := os.MkdirAll(dir, dirMode); err != nil {
			return fmt.Errorf("prepare the uploads folder: %w", err)
		}
		n, sweepErr := removeAll(dir, func(entries []fs.DirEntry) ([]string, error) {
			files := slices.DeleteFunc(entries, fs.DirEntry.IsDir)
			return selectUnknown(ctx, s.db, name, names(files))
		})
		removed, err = removed+n, errors.Join(err, sweepErr)
	}
	if removed > 0 {
		s.log.Info("media: removed files that an interrupted run left behind", "files", removed)
	}
	return err
}

// sweepBatch bounds how many names are held in memory.
const sweepBatch = 512

// removeAll removes what of a folder choose returns the names of when asked for some of it.
func removeAll(dir string, choose func([]fs.DirEntry) ([]string, error)) (removed int, err error) {
	folder, err := os.Open(dir)
	if err != nil {
		return 0, fmt.Errorf("sweep: %w", err)
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	for {
		entries, readErr := folder.ReadDir(sweepBatch)
		chosen, err := choose(entries)
		for _, name := range chosen {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, name)))
		}
		removed += len(chosen)
		switch {
		case err != nil:
			return removed, fmt.Errorf("sweep %s: %w", dir, err)
		case errors.Is(readErr, io.EOF):
			return removed, nil
		case readErr != nil:
			return removed, fmt.Errorf("sweep: %w", readErr)
		}
	}
}

// everything chooses all: also the folders that conversions are made in.
func everything(entries []fs.DirEntry) ([]string, error) { return names(entries), nil }

func names(entries []fs.DirEntry) []string {
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.Name()
	}
	return list
}
