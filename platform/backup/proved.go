package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"crier/platform/datadir"
)

// Proved describes the last proved archive of a folder.
type Proved struct {
	Time time.Time `json:"time"`
	// Path is where the archive was written. It may have been moved or deleted since.
	Path     string `json:"path"`
	HasMedia bool   `json:"hasMedia"`
	// Daily is the folder of the last automatic archive, Mount where its disk was mounted then.
	// Mount is empty when that is the disk of the data folder.
	Daily string `json:"daily,omitempty"`
	Mount string `json:"mount,omitempty"`
}

// provedName is the file in the folder's backups that records it. mostProved bounds the file's
// size.
const provedName, mostProved = "proved.json", 16 << 10

// LastProved returns the last proved archive of the folder, or nil when there is no readable
// record.
func LastProved(dir *datadir.Dir) (*Proved, error) {
	f, err := os.Open(filepath.Join(dir.Backups(), provedName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read when the last backup was made: %w", err)
	}
	defer func() { _ = f.Close() }()
	var p Proved
	if err := json.NewDecoder(io.LimitReader(f, mostProved)).Decode(&p); err != nil || p.Time.IsZero() {
		return nil, nil // A power cut may have left half a record.
	}
	return &p, nil
}

// IsGone reports whether the archive is not where it was: somebody has deleted or moved it, or its
// disk is not connected.
func (p *Proved) IsGone() bool {
	_, err := os.Stat(p.Path)
	return errors.Is(err, fs.ErrNotExist)
}

// noteProved records the archive for LastProved. An error is ignored, because the archive is good
// all the same.
func (m Maker) noteProved(made MakeResult) {
	path, err := filepath.Abs(made.Path)
	if err != nil {
		return
	}
	proved := Proved{Time: made.Manifest.Time, Path: path, HasMedia: made.Manifest.HasMedia}
	if m.isAutomatic {
		proved.Daily = filepath.Dir(path)
		proved.Mount = otherMount(proved.Daily, m.Dir.Path())
	} else if last, err := LastProved(m.Dir); err == nil && last != nil {
		proved.Daily, proved.Mount = last.Daily, last.Mount
	}
	b, err := json.Marshal(proved)
	if err != nil || os.MkdirAll(m.Dir.Backups(), dirMode) != nil {
		return
	}
	name := filepath.Join(m.Dir.Backups(), provedName)
	if os.WriteFile(name+unfinished, b, 0o600) != nil || os.Rename(name+unfinished, name) != nil {
		_ = os.Remove(name + unfinished)
	}
}
