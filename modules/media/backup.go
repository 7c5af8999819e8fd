package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path"

	"crier/platform/backup"
	"crier/platform/imaging"

	"github.com/uptrace/bun"
)

// BackedUp lists the recorded files for a backup. Thumbnails may be missing: they are made again.
func BackedUp(ctx context.Context, db bun.IDB, each func(backup.File) error) (err error) {
	rows, err := db.QueryContext(ctx, "SELECT id, storage_path, file_size, processed_path, thumbnail_path FROM media_files ORDER BY id")
	if err != nil {
		return fmt.Errorf("list the media files: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id, stored string
		var size int64
		var processed, thumbnail sql.NullString
		if err := rows.Scan(&id, &stored, &size, &processed, &thumbnail); err != nil {
			return err
		}
		for _, f := range []backup.File{{Path: stored, Size: size, Record: id}, {Path: processed.String, Record: id}, {Path: thumbnail.String}} {
			if f.Path == "" {
				continue
			}
			f.Path = "uploads/" + f.Path
			if err := each(f); err != nil {
				return err
			}
		}
	}
	return rows.Err()
}

// CheckHeader returns an error when a file's first bytes do not fit its name.
func CheckHeader(name string, head []byte) error {
	kind := imaging.Sniff(head)
	if isJPEG := path.Ext(name) == ".jpg"; isJPEG && kind != imaging.JPEG || !kind.IsImage() && !kind.IsVideo() {
		return errors.New("the file does not begin as such a file does")
	}
	return nil
}
