package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
)

// OpenCopy opens a copy of a folder's database, such as an upgrade makes, as an archive without
// uploads: a restore takes those from the folder. dir is the folder that it is a copy of. It
// returns database.ErrNoDatabase for a file that is none.
func OpenCopy(ctx context.Context, dir *datadir.Dir, path string, clk clock.Clock) (a *Archive, err error) {
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		return nil, fmt.Errorf("%s is in use, or was not closed: name a copy in the folder backups", path)
	}
	// Not in the folder, which a restore moves away.
	temp, err := os.MkdirTemp("", "crier-copy-*")
	if err != nil {
		return nil, fmt.Errorf("read the copy: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(temp))
		}
	}()
	m := Maker{Dir: dir, Clock: clk, NoMedia: true}
	if err := database.ReadCopy(ctx, path, func(db *database.DB) error {
		version, err := database.WrittenBy(ctx, db)
		m.Version = cmp.Or(version, "unknown")
		return err
	}); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	made, err := copyTime(path)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(temp, begunName), []byte(made.UTC().Format(time.RFC3339Nano)), fileMode); err != nil {
		return nil, err
	}
	staged, archive := filepath.Join(temp, databaseName), filepath.Join(temp, "copy"+Extension)
	if err := copyFile(path, staged); err != nil {
		return nil, err
	}
	out, err := os.OpenFile(archive, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(m.writeTo(ctx, temp, out, count(0, nil)), out.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	if a, err = Open(archive); err == nil {
		a.temp = temp
		err = os.Remove(staged)
	}
	return a, err
}

// copyTime returns when the copy was made: as its name says, such as
// crier-20261122T093000-MIGRATION.db, or when it was last written.
func copyTime(path string) (time.Time, error) {
	const layout = "20060102T150405"
	text, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), prefix), "-")
	if at, err := time.Parse(layout, text); err == nil {
		return at, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}
