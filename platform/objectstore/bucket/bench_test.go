package bucket_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
	"crier/platform/objectstore/s3test"
)

// BenchmarkPut sends 100 MB to a server on this machine. What it allocates must not grow with the file.
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
