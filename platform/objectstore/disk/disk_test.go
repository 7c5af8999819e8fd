package disk_test

import (
	"net/http"
	"net/http/httptest"
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
			store.Serve(w, r, http.NotFoundHandler())
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
