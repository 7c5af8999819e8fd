package httpapi

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"

	"crier/platform/apperror"
)

// StoredFile is how a file of a folder is served: what users uploaded, or what the network sent.
type StoredFile struct {
	Folder string
	// Name is the path below Folder. The caller checks its form. Serve follows no link out of
	// Folder.
	Name         string
	ContentType  string
	CacheControl string
	// ETag returns the entity tag of the content, with its quotes.
	ETag func(fs.FileInfo) string
}

// Serve answers a GET or HEAD with the file, with ranges. A browser runs nothing that is in it. If
// it cannot serve the file, it calls fail with what StoredFileError returns: a file that cannot be
// opened is not reported as deleted.
func (s StoredFile) Serve(w http.ResponseWriter, r *http.Request, fail func(error)) {
	f, err := os.OpenInRoot(s.Folder, s.Name)
	if err != nil {
		fail(StoredFileError(err))
		return
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	switch {
	case err != nil:
		fail(StoredFileError(err))
		return
	case !info.Mode().IsRegular():
		fail(StoredFileError(fs.ErrNotExist))
		return
	}
	h := w.Header()
	h.Set("Content-Type", s.ContentType)
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cache-Control", s.CacheControl)
	h.Set("ETag", s.ETag(info))
	http.ServeContent(w, r, "", info.ModTime(), f)
}

// StoredFileError returns NOT_FOUND for a file that does not exist, and another error otherwise.
func StoredFileError(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return apperror.New(apperror.NotFound, "there is no such file")
	}
	return fmt.Errorf("serve a file: %w", err)
}
