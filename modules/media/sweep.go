package media

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Start makes the folders and removes what a run that did not end well left behind: everything in the staging folder,
// and files that no record names. It runs before uploads are taken.
func (s *Service) Start(ctx context.Context) error {
	for _, dir := range []string{imagesDir, videosDir, thumbnailsDir} {
		if err := os.MkdirAll(filepath.Join(s.dir.Uploads(), dir), dirMode); err != nil {
			return fmt.Errorf("prepare the uploads folder: %w", err)
		}
	}
	known, err := selectPaths(ctx, s.db)
	if err != nil {
		return fmt.Errorf("list the media files: %w", err)
	}
	removed, err := removeAll(s.dir.Staging(), func(string) bool { return true })
	for _, dir := range []string{imagesDir, videosDir, thumbnailsDir} {
		n, sweepErr := removeAll(filepath.Join(s.dir.Uploads(), dir), func(name string) bool { return !known[dir+"/"+name] })
		removed, err = removed+n, errors.Join(err, sweepErr)
	}
	if removed > 0 {
		s.log.Info("media: removed files that an interrupted run left behind", "files", removed)
	}
	return err
}

func removeAll(dir string, orphan func(name string) bool) (int, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, fmt.Errorf("sweep %s: %w", dir, err)
	}
	removed := 0
	for _, e := range entries {
		if e.IsDir() || !orphan(e.Name()) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
			return removed, fmt.Errorf("sweep %s: %w", dir, err)
		}
		removed++
	}
	return removed, nil
}
