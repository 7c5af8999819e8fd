package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"crier/platform/datadir"
	"crier/platform/secrets"
)

// exportedName is the file in the folder's backups that says when its key was exported.
const exportedName = "key-exported.json"

type exportedKey struct {
	// Check names the key without telling it.
	Check string    `json:"check"`
	Time  time.Time `json:"time"`
}

// NoteKeyExported records that somebody has a copy of the key.
func NoteKeyExported(dir *datadir.Dir, key secrets.Key, now time.Time) error {
	b, err := json.Marshal(exportedKey{key.Check(), now.UTC()})
	if err != nil {
		return err
	}
	return datadir.WriteFile(filepath.Join(dir.Backups(), exportedName), b)
}

// KeyExported returns when somebody last got a copy of the key that the folder has now, and nil
// when nobody did.
func KeyExported(dir *datadir.Dir) (*time.Time, error) {
	b, err := datadir.ReadFile(filepath.Join(dir.Backups(), exportedName), mostProved)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read when the key was exported: %w", err)
	}
	check, err := secrets.RecordedCheck(dir.SecretKey())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read which key the folder has: %w", err)
	}
	var e exportedKey
	if json.Unmarshal(b, &e) == nil && e.Check == check && !e.Time.IsZero() {
		return &e.Time, nil
	}
	return nil, nil
}
