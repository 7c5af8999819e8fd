package bucket_test

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
	"crier/platform/objectstore/objectstoretest"
	"crier/platform/objectstore/s3test"
)

const mib = 1 << 20

// open returns the store of a bucket, which makes no pauses.
func open(t *testing.T, config bucket.Config) *bucket.Store {
	t.Helper()
	store, err := bucket.New(config, bucket.Options{IsLocal: true, Clock: hasty()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.CloseIdleConnections)
	return store
}

// file writes a file of random bytes.
func file(t *testing.T, size int) (path string, content []byte) {
	t.Helper()
	content = make([]byte, size)
	_, _ = rand.Read(content)
	path = filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, content
}

func TestStore(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	objectstoretest.Run(t, func(t *testing.T) objectstore.Store { return open(t, server.Config()) })
	t.Run("Sizes", func(t *testing.T) { sizes(t, server) })
	t.Run("Headers", func(t *testing.T) { headers(t, server) })
}

// sizes puts files around the bounds between one request and parts.
func sizes(t *testing.T, server *s3test.Server) {
	store := open(t, server.Config())
	for _, size := range []int{0, 1, 8*mib - 1, 8 * mib, 8*mib + 1, 16 * mib, 20*mib + 7} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			key := objectstore.NewKey("mp4")
			path, content := file(t, size)
			if err := store.Put(t.Context(), key, path, "video/mp4"); err != nil {
				t.Fatal(err)
			}
			isAt(t, store.URL(key), content)
		})
	}
	if left := server.Unfinished(t); len(left) != 0 {
		t.Errorf("uploads were left: %v", left)
	}
}

func headers(t *testing.T, server *s3test.Server) {
	store := open(t, server.Config())
	for _, size := range []int{10, 9 * mib} {
		key := objectstore.NewKey("mov")
		path, _ := file(t, size)
		if err := store.Put(t.Context(), key, path, "video/quicktime"); err != nil {
			t.Fatal(err)
		}
		if kind, cache, got := server.Object(t, key); kind != "video/quicktime" || cache != "private, no-store" || got != int64(size) {
			t.Errorf("stored as %s, %q, %d bytes", kind, cache, got)
		}
	}
}
