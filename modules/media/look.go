package media

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"crier/platform/database"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Looked is of a file what the network's rules are held against, and how what is published of it
// lies on the disk.
type Looked struct {
	MediaFile
	// Problem says that it is not there, or not as Crier has stored it; nil where it is. Only its
	// size is looked at.
	Problem error
}

// atOnce is how many files are asked for one after the other.
const atOnce = 1000

// Look looks at files on the disk, without reading them.
func Look(ctx context.Context, s *Service, db bun.IDB, ids []wireid.ID) ([]Looked, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, err := database.List(ids)
	if err != nil {
		return nil, err
	}
	rows, err := database.Query(ctx, db, `SELECT media_files.id, original_filename, ifnull(processed_path, storage_path), mime_type, iif(processed_path IS NULL, file_size, ifnull(processed_size, 0)), ifnull(width, 0), ifnull(height, 0),
		is_valid, iif(is_valid, NULL, validation_errors), facts FROM json_each(?) CROSS JOIN media_files ON media_files.id = value`, list)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	looked := make([]Looked, 0, len(ids))
	uploads := s.storage.dir.Uploads() + string(filepath.Separator)
	var width, height int64 // They and raw bytes are read without reflection.
	var facts sql.RawBytes
	for rows.Next() {
		looked = append(looked, Looked{})
		f := &looked[len(looked)-1]
		if err := rows.Scan(&f.ID, &f.OriginalFilename, &f.StoragePath, &f.MimeType, &f.FileSize, &width, &height, &f.IsValid, &f.ValidationErrors, &facts); err != nil {
			return nil, err
		}
		f.Width, f.Height = new(int(width)), new(int(height))
		if facts != nil {
			if err := json.Unmarshal(facts, &f.Facts); err != nil {
				return nil, fmt.Errorf("read what is known of a video: %w", err)
			}
		}
	}
	// A disk that is asked for several files at a time answers sooner.
	var asking sync.WaitGroup
	for part := range slices.Chunk(looked, atOnce) {
		asking.Go(func() {
			for i := range part {
				part[i].Problem = part[i].onDisk(uploads + filepath.FromSlash(part[i].StoragePath))
			}
		})
	}
	asking.Wait()
	return looked, rows.Err()
}

func (l *Looked) onDisk(path string) error {
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("its file %s is not on the disk any more", l.OriginalFilename)
	case err != nil:
		return fmt.Errorf("its file %s cannot be read: %w", l.OriginalFilename, err)
	case l.FileSize > 0 && info.Size() != l.FileSize:
		return fmt.Errorf("its file %s was changed outside of Crier: it has %d bytes in place of %d", l.OriginalFilename, info.Size(), l.FileSize)
	}
	return nil
}
