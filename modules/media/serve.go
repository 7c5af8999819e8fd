package media

import (
	"net/http"
	"os"
	"path"
	"regexp"
	"strings"

	"crier/platform/apperror"
	"crier/platform/objectstore/disk"
)

// servedPath is the form of every path that this module has ever stored. Nothing else is looked up on the disk.
var servedPath = regexp.MustCompile(`^(images|videos|thumbnails|processed|avatars)/[0-9a-f-]{36}\.(jpg|mp4|mov|mkv|webm|avi)$`)

// serveUpload answers GET /uploads/... with a stored file.
func (s *Service) serveUpload(w http.ResponseWriter, r *http.Request, fail func(error)) {
	name := strings.TrimPrefix(r.URL.Path, uploadsPrefix)
	notFound := apperror.New(apperror.NotFound, "there is no such file")
	if !servedPath.MatchString(name) {
		fail(notFound)
		return
	}
	f, err := os.OpenInRoot(s.dir.Uploads(), name)
	if err != nil {
		fail(notFound)
		return
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		fail(notFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", typeByExtension(name))
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	// A path is made of a random id and never gets other content.
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("ETag", `"`+path.Base(name)+`"`)
	http.ServeContent(w, r, "", info.ModTime(), f)
}

func typeByExtension(name string) string {
	switch path.Ext(name) {
	case ".jpg":
		return jpegType
	case ".mov":
		return "video/quicktime"
	case ".mkv":
		return "video/x-matroska"
	case ".avi":
		return "video/x-msvideo"
	case ".webm":
		return "video/webm"
	}
	return "video/mp4"
}

// servePublic serves what the sandbox network fetches, as long as something lies there: also after a bucket has been configured.
// In live mode there is nothing to serve.
func servePublic(store *disk.Store, isSandbox bool) func(http.ResponseWriter, *http.Request, func(error)) {
	return func(w http.ResponseWriter, r *http.Request, fail func(error)) {
		notFound := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			fail(apperror.New(apperror.NotFound, "there is no such file"))
		})
		if !isSandbox {
			notFound(w, r)
			return
		}
		store.Serve(w, r, notFound)
	}
}
