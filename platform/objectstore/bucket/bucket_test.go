package bucket_test

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/platform/clock"
	_ "crier/platform/needtest/raced"
	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
	"crier/platform/objectstore/objectstoretest"
	"crier/platform/objectstore/s3test"
)

const mib = 1 << 20

// open returns the store of a bucket. Its pauses are over at once.
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

func TestIsEmpty(t *testing.T) {
	t.Parallel()
	store := open(t, s3test.Start(t).Config())
	want := func(want bool) {
		t.Helper()
		if got, err := store.IsEmpty(t.Context()); err != nil || got != want {
			t.Errorf("empty: %t, %v; want %t", got, err, want)
		}
	}
	want(true)
	key := objectstore.NewKey("jpg")
	path, _ := file(t, 1)
	if err := store.Put(t.Context(), key, path, "image/jpeg"); err != nil {
		t.Fatal(err)
	}
	want(false)
	if err := store.Delete(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	want(true)
}

// sizes puts files of sizes around the bound between one request and a multipart upload.
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

// hastyClock advances with each timer, so every wait is over at once.
type hastyClock struct{ *clock.Fake }

func hasty() hastyClock {
	return hastyClock{clock.NewFake(time.Date(2026, 11, 24, 9, 30, 0, 0, time.UTC))}
}

func (c hastyClock) NewTimer(d time.Duration) *clock.Timer {
	t := c.Fake.NewTimer(d)
	c.Advance(d)
	return t
}

// isAt fails the test unless a GET of the address returns exactly content.
func isAt(t *testing.T, address string, content []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	rest := same(content)
	_, err = io.Copy(&rest, resp.Body)
	if closeErr := resp.Body.Close(); err != nil || closeErr != nil || resp.StatusCode != http.StatusOK || len(rest) != 0 {
		t.Errorf("%s: status %d, %v, %v, %d bytes of %d are missing", address, resp.StatusCode, err, closeErr, len(rest), len(content))
	}
}

// same is a writer that accepts only the bytes of the slice, in order. It compares an answer
// without buffering it, which would be most of the work of these tests.
type same []byte

func (s *same) Write(p []byte) (int, error) {
	rest, found := bytes.CutPrefix(*s, p)
	if !found {
		return 0, io.ErrShortWrite
	}
	*s = rest
	return len(p), nil
}

// BenchmarkPut sends 100 MB to a server on this machine. Its allocations must not grow with the
// file.
func BenchmarkPut(b *testing.B) {
	const size = 100 * mib
	store, err := bucket.New(s3test.Start(b).Config(), bucket.Options{IsLocal: true})
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "file")
	if err := os.WriteFile(path, bytes.Repeat([]byte("0123456789abcdef"), size/16), 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		key := objectstore.NewKey("mp4")
		if err := store.Put(b.Context(), key, path, "video/mp4"); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := store.Delete(b.Context(), key); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
