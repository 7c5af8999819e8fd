package disk_test

import (
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/objectstore"
	"crier/platform/objectstore/disk"
	"crier/platform/objectstore/objectstoretest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	objectstoretest.Run(t, func(t *testing.T) objectstore.Store {
		var store *disk.Store
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			store.Serve(w, r, func(error) { http.NotFound(w, r) })
		}))
		t.Cleanup(server.Close)
		store = disk.New(t.TempDir(), func() string { return server.URL })
		return store
	})
}

func TestPut_TypeMustFitTheKey(t *testing.T) {
	t.Parallel()
	store := disk.New(t.TempDir(), func() string { return "" })
	if err := store.Put(t.Context(), objectstore.NewKey("jpg"), t.TempDir(), "text/html"); err == nil {
		t.Error("a page was accepted as a picture")
	}
}

// TestServe_SaysWhatIsNotThere: an object that cannot be opened is not reported as missing.
func TestServe_SaysWhatIsNotThere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := disk.New(dir, func() string { return "" })
	serve := func(key string) (failed error) {
		store.Serve(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, store.URL(key), http.NoBody), func(err error) { failed = err })
		return failed
	}
	if err := serve(objectstore.NewKey("jpg")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing is there: %v", err)
	}
	key := objectstore.NewKey("jpg")
	if err := os.Symlink(key, filepath.Join(dir, key)); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if err := serve(key); err == nil || errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), key) {
		t.Errorf("it cannot be opened: %v", err)
	}
}

// TestErrors_NameNoKey: nobody can fetch a file with the help of a log.
func TestErrors_NameNoKey(t *testing.T) {
	t.Parallel()
	dir, key := t.TempDir(), objectstore.NewKey("jpg")
	store := disk.New(filepath.Join(dir, "gone"), func() string { return "" })
	content := filepath.Join(dir, "photo.jpg")
	if err := os.WriteFile(content, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "full", key, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"put":         store.Put(t.Context(), key, content, "image/jpeg"),
		"put nothing": store.Put(t.Context(), key, filepath.Join(dir, "none"), "image/jpeg"),
		"type":        store.Put(t.Context(), key, content, "video/mp4"),
		"bad key":     store.Put(t.Context(), key+"x", content, "image/jpeg"),
		"delete":      disk.New(filepath.Join(dir, "full"), nil).Delete(t.Context(), key),
	} {
		if err == nil || strings.Contains(err.Error(), key[:40]) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
