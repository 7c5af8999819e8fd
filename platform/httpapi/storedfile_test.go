package httpapi_test

import (
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"crier/platform/apperror"
	"crier/platform/httpapi"
)

// TestStoredFile_Serve runs in the race tier and takes a few milliseconds.
func TestStoredFile_Serve(t *testing.T) {
	t.Parallel()
	folder, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "secret.jpg")
	for path, content := range map[string]string{filepath.Join(folder, "a.jpg"): "0123456789", elsewhere: "secret"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Mkdir(filepath.Join(folder, "b.jpg"), 0o700), os.Symlink(elsewhere, filepath.Join(folder, "c.jpg"))); err != nil {
		t.Fatal(err)
	}
	ask := func(name string) (answer *httptest.ResponseRecorder, failed error) {
		answer = httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
		r.Header.Set("Range", "bytes=2-4")
		httpapi.StoredFile{
			Folder: folder, Name: name, ContentType: "image/jpeg", CacheControl: "private, no-cache", ETag: func(fs.FileInfo) string { return `"tag"` },
		}.Serve(answer, r, func(err error) { failed = err })
		return answer, failed
	}

	answer, err := ask("a.jpg")
	if err != nil || answer.Code != http.StatusPartialContent || answer.Body.String() != "234" {
		t.Errorf("a file: %d %q, %v", answer.Code, answer.Body, err)
	}
	for name, want := range map[string]string{
		"Content-Type": "image/jpeg", "Cache-Control": "private, no-cache", "ETag": `"tag"`, "Content-Security-Policy": "default-src 'none'; sandbox",
	} {
		if got := answer.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for name, isGone := range map[string]bool{"none.jpg": true, "b.jpg": true, "c.jpg": false} {
		answer, err := ask(name)
		known, _ := errors.AsType[*apperror.Error](err)
		if err == nil || (known != nil && known.Code == apperror.NotFound) != isGone || answer.Body.Len() != 0 {
			t.Errorf("%s: %v, %q", name, err, answer.Body)
		}
	}
}
