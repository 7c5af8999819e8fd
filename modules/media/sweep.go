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
	removed, err := removeAll(s.dir.Staging(), func(names []string) ([]string, error) { return names, nil })
	for _, name := range []string{imagesDir, videosDir, thumbnailsDir, processedDir} {
		dir := filepath.Join(s.dir.Uploads(), name)
		if err := os.MkdirAll(dir, dirMode); err != nil {
			return fmt.Errorf("prepare the uploads folder: %w", err)
		}
		n, sweepErr := removeAll(dir, func(files []string) ([]string, error) { return selectUnknown(ctx, s.db, name, files) })
		removed, err = removed+n, errors.Join(err, sweepErr)
	}
	if removed > 0 {
		s.log.Info("media: removed files that an interrupted run left behind", "files", removed)
	}
	return err
}

// sweepBatch bounds how many names are held in memory.
const sweepBatch = 512

// removeAll removes the files of a folder whose names choose returns when asked for some.
func removeAll(dir string, choose func(names []string) ([]string, error)) (removed int, err error) {
	folder, err := os.Open(dir)
	if err != nil {
		return 0, fmt.Errorf("sweep: %w", err)
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	for {
		entries, readErr := folder.ReadDir(sweepBatch)
		n, err := removeSome(dir, entries, choose)
		removed += n
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

func removeSome(dir string, entries []fs.DirEntry, choose func(names []string) ([]string, error)) (removed int, err error) {
	entries = slices.DeleteFunc(entries, fs.DirEntry.IsDir)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	chosen, err := choose(names)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		if !slices.Contains(chosen, e.Name()) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}
