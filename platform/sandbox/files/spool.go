package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"crier/platform/keylock"
	"crier/platform/video/mp4"
)

const (
	spooledMode fs.FileMode = 0o600
	// MaxSpooled is the largest size of an upload, in bytes.
	MaxSpooled  = 1 << 30
	spoolSuffix = ".uploads"
)

// Spool stores the bytes of uploads in files, beside the state file if there is one. The length of
// a file is what the network has received, also after a kill.
type Spool struct {
	// path is the folder; empty for a folder of this process, made when it is needed and removed at
	// the end.
	path string

	mu        sync.Mutex
	temporary string

	busy keylock.Locks[string]
}

// NewSpool returns the spool beside the state file. With an empty path it returns a spool for this
// process only.
func NewSpool(stateFile string) *Spool {
	s := &Spool{}
	if stateFile != "" {
		s.path = stateFile + spoolSuffix
	}
	return s
}

// folder makes the folder if necessary, and returns it.
func (s *Spool) folder() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.path != "" {
		return s.path, os.MkdirAll(s.path, spoolMode)
	}
	if s.temporary != "" {
		return s.temporary, nil
	}
	var err error
	s.temporary, err = os.MkdirTemp("", spoolPattern)
	return s.temporary, err
}

// Lock lets one call at a time work on an upload. Its holder only reads and writes a local file, so
// that it ends by itself.
func (s *Spool) Lock(id string) (unlock func()) { return s.busy.Wait(id) }

// Size returns how many bytes of an upload have arrived.
func (s *Spool) Size(id string) int64 {
	folder, err := s.folder()
	if err != nil {
		return 0
	}
	info, err := os.Stat(filepath.Join(folder, id))
	if err != nil {
		return 0
	}
	return info.Size()
}

// Receive adds at most most bytes of r to an upload. Bytes that arrived stay when r fails.
func (s *Spool) Receive(id string, r io.Reader, most int64) error {
	folder, err := s.folder()
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(folder, id), os.O_CREATE|os.O_WRONLY|os.O_APPEND, spooledMode)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, io.LimitReader(r, most))
	return errors.Join(err, f.Close())
}

// Open returns the bytes of an upload.
func (s *Spool) Open(id string) (*os.File, error) {
	folder, err := s.folder()
	if err != nil {
		return nil, err
	}
	return os.Open(filepath.Join(folder, id))
}

// CopyTo copies an upload to the album. It leaves out an upload that cannot be read completely.
func (s *Spool) CopyTo(id string, copied *Draft) {
	f, err := s.Open(id)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	if _, err := io.Copy(copied, f); err != nil {
		copied.Spoil()
	}
}

// Drop removes an upload that is not needed any more.
func (s *Spool) Drop(id string) {
	folder, err := s.folder()
	if err == nil {
		_ = os.Remove(filepath.Join(folder, id))
	}
}

// DropBefore removes the uploads to which nothing was added since the instant. Call it before the
// network is in use.
func (s *Spool) DropBefore(t time.Time) {
	entries, _ := os.ReadDir(s.path) // Without the folder there is nothing to remove.
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.ModTime().Before(t) {
			_ = os.Remove(filepath.Join(s.path, entry.Name()))
		}
	}
}

// Clear removes all uploads.
func (s *Spool) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, folder := range []string{s.path, s.temporary} {
		if folder != "" {
			_ = os.RemoveAll(folder)
		}
	}
	s.temporary = ""
}

// Close removes what belongs to this process alone.
func (s *Spool) Close() {
	if s.path == "" {
		s.Clear()
	}
}

// Movie reads the video of a complete upload.
func (s *Spool) Movie(id string, size int64) (*mp4.File, error) {
	f, err := s.Open(id)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	movie, err := mp4.Inspect(f, size)
	if err == nil && movie.Truncated {
		err = mp4.ErrNotMovie
	}
	return movie, err
}
