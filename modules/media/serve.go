package media

import (
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"

	"crier/platform/httpapi"
	"crier/platform/objectstore/disk"
)

// servedPath matches every path that this module has ever stored. Nothing else is served.
var servedPath = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(images|videos|thumbnails|processed|avatars)/[0-9a-f-]{36}\.(jpg|mp4|mov|mkv|webm|avi)$`)
})

// serveUpload answers GET /uploads/... with a file of the uploads folder.
func serveUpload(folder string, w http.ResponseWriter, r *http.Request, fail func(error)) {
	name := strings.TrimPrefix(r.URL.Path, uploadsPrefix)
	if !servedPath().MatchString(name) {
		fail(httpapi.StoredFileError(fs.ErrNotExist))
		return
	}
	// A path has a random id, and its content never changes.
	httpapi.StoredFile{
		Folder: folder, Name: name, ContentType: typeByExtension(name), CacheControl: "private, max-age=31536000, immutable",
		ETag: func(fs.FileInfo) string { return `"` + path.Base(name) + `"` },
	}.Serve(w, r, fail)
}

// servePublic serves the files that the sandbox network fetches, also after a bucket has been
// configured. In live mode it serves nothing.
func servePublic(store *disk.Store, isSandbox bool) func(http.ResponseWriter, *http.Request, func(error)) {
	return func(w http.ResponseWriter, r *http.Request, fail func(error)) {
		if !isSandbox {
			fail(httpapi.StoredFileError(fs.ErrNotExist))
			return
		}
		store.Serve(w, r, func(err error) { fail(httpapi.StoredFileError(err)) })
	}
}
