package media

import (
	"os"
	"path/filepath"
)

// Open returns what is published of the file, to be read and closed by the caller. The error is fs.ErrNotExist when the
// file is not in the data folder any more.
func (s *Service) Open(file MediaFile) (*os.File, error) {
	return os.Open(filepath.Join(s.dir.Uploads(), filepath.FromSlash(file.publishPath())))
}
