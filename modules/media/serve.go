package media

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"regexp"
	"strings"
	"sync"

	"crier/platform/apperror"
	"crier/platform/objectstore/disk"
)

// servedPath matches every path that this module has ever stored. Nothing else is served.
var servedPath = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(images|videos|thumbnails|processed|avatars)/[0-9a-f-]{36}\.(jpg|mp4|mov|mkv|webm|avi)$`)
})

// serveUpload answers GET /uploads/... with a file of the uploads folder.
func serveUpload(folder string, w http.ResponseWriter, r *http.Request, fail func(error)) {
	name := strings.TrimPrefix(r.URL.Path, uploadsPrefix)
	notFound := orNotFound(fs.ErrNotExist)
	if !servedPath().MatchString(name) {
		fail(notFound)
		return
	}
	f, err := os.OpenInRoot(folder, name)
	if err != nil {
		fail(orNotFound(err))
		return
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	switch {
	case err != nil:
		fail(err)
		return
	case !info.Mode().IsRegular():
		fail(notFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", typeByExtension(name))
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	// A path has a random id, and its content never changes.
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("ETag", `"`+path.Base(name)+`"`)
	http.ServeContent(w, r, "", info.ModTime(), f)
}

// servePublic serves the files that the sandbox network fetches, also after a bucket has been
// configured. In live mode it serves nothing.
func servePublic(store *disk.Store, isSandbox bool) func(http.ResponseWriter, *http.Request, func(error)) {
	return func(w http.ResponseWriter, r *http.Request, fail func(error)) {
		if !isSandbox {
			fail(orNotFound(fs.ErrNotExist))
			return
		}
		store.Serve(w, r, func(err error) { fail(orNotFound(err)) })
	}
}

// orNotFound returns NOT_FOUND for a file that does not exist, and any other error unchanged: a
// file that cannot be opened is not reported as deleted.
func orNotFound(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return apperror.New(apperror.NotFound, "there is no such file")
	}
	return fmt.Errorf("serve a file: %w", err)
}
