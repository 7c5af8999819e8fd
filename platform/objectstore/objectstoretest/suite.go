// Package objectstoretest is the suite that every adapter of objectstore.Store passes.
package objectstoretest

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"crier/platform/objectstore"
)

// Run runs the suite. Each call of open returns an empty store whose URLs answer until the test
// ends.
func Run(t *testing.T, open func(t *testing.T) objectstore.Store) {
	t.Helper()
	t.Run("PutIsFetchable", func(t *testing.T) { putIsFetchable(t, open(t)) })
	t.Run("Ranges", func(t *testing.T) { ranges(t, open(t)) })
	t.Run("KeyKeepsItsFirstContent", func(t *testing.T) { keepsFirst(t, open(t)) })
	t.Run("Delete", func(t *testing.T) { deletes(t, open(t)) })
	t.Run("BadKeys", func(t *testing.T) { badKeys(t, open(t)) })
	t.Run("MissingFile", func(t *testing.T) { missingFile(t, open(t)) })
}

func putIsFetchable(t *testing.T, s objectstore.Store) {
	key := objectstore.NewKey("jpg")
	put(t, s, key, "content")
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		status, header, body := fetch(t, method, s.URL(key), "")
		if status != http.StatusOK || header.Get("Content-Type") != "image/jpeg" || header.Get("Content-Length") != "7" {
			t.Errorf("%s answered %d, %v", method, status, header)
		}
		if method == http.MethodGet && body != "content" {
			t.Errorf("got %q", body)
		}
	}
	if status, _, _ := fetch(t, http.MethodGet, s.URL(objectstore.NewKey("jpg")), ""); status != http.StatusNotFound && status != http.StatusForbidden {
		t.Errorf("another key answered %d", status)
	}
}

func ranges(t *testing.T, s objectstore.Store) {
	key := objectstore.NewKey("mp4")
	path := write(t, "0123456789")
	if err := s.Put(t.Context(), key, path, "video/mp4"); err != nil {
		t.Fatal(err)
	}
	status, header, body := fetch(t, http.MethodGet, s.URL(key), "bytes=2-4")
	if status != http.StatusPartialContent || body != "234" || header.Get("Content-Range") != "bytes 2-4/10" {
		t.Errorf("got %d, %q, %v", status, body, header)
	}
}

func keepsFirst(t *testing.T, s objectstore.Store) {
	key := objectstore.NewKey("jpg")
	put(t, s, key, "first")
	put(t, s, key, "second")
	if _, _, body := fetch(t, http.MethodGet, s.URL(key), ""); body != "first" {
		t.Errorf("got %q", body)
	}
}

func deletes(t *testing.T, s objectstore.Store) {
	key := objectstore.NewKey("jpg")
	put(t, s, key, "content")
	for range 2 {
		if err := s.Delete(t.Context(), key); err != nil {
			t.Error(err)
		}
	}
	if status, _, _ := fetch(t, http.MethodGet, s.URL(key), ""); status == http.StatusOK {
		t.Error("a deleted object is still served")
	}
}

func badKeys(t *testing.T, s objectstore.Store) {
	path := write(t, "content")
	for _, key := range []string{"", "..", "../../etc/passwd", "a.jpg", objectstore.NewKey("jpg") + "/x", objectstore.NewKey("JPG")} {
		if err := s.Put(t.Context(), key, path, "image/jpeg"); err == nil {
			t.Errorf("the key %q was accepted", key)
		}
		if err := s.Delete(t.Context(), key); err == nil {
			t.Errorf("the key %q was deleted", key)
		}
	}
}

func missingFile(t *testing.T, s objectstore.Store) {
	if err := s.Put(t.Context(), objectstore.NewKey("jpg"), filepath.Join(t.TempDir(), "none"), "image/jpeg"); err == nil {
		t.Error("a file that is not there was accepted")
	}
}

func put(t *testing.T, s objectstore.Store, key, content string) {
	t.Helper()
	if err := s.Put(t.Context(), key, write(t, content), "image/jpeg"); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func fetch(t *testing.T, method, url, byteRange string) (status int, header http.Header, body string) {
	t.Helper()
	req, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), method, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if byteRange != "" {
		req.Header.Set("Range", byteRange)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	_, err = io.Copy(&b, resp.Body)
	if closeErr := resp.Body.Close(); err != nil || closeErr != nil {
		t.Fatal(err, closeErr)
	}
	return resp.StatusCode, resp.Header, b.String()
}
