package diskcopy_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"crier/platform/diskcopy"
)

func create(t *testing.T) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "copy"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// TestCopy copies streams that are empty, smaller than a buffer, as large as one, and larger than
// what starts a writeback, in small pieces, by one Copier.
func TestCopy(t *testing.T) {
	t.Parallel()
	var c diskcopy.Copier
	for _, size := range []int{0, 1, 256 << 10, 5<<20 + 3} {
		content := make([]byte, size)
		for i := range content {
			content[i] = byte(i * 7 >> 3)
		}
		f := create(t)
		n, err := c.Copy(f, iotest.HalfReader(bytes.NewReader(content)))
		copied, readErr := os.ReadFile(f.Name())
		if err != nil || readErr != nil || n != int64(size) || !bytes.Equal(copied, content) {
			t.Errorf("of %d bytes %d were copied, %d are there: %v, %v", size, n, len(copied), err, readErr)
		}
	}
}

// TestCopy_Fails tells an error of the stream from one of the file.
func TestCopy_Fails(t *testing.T) {
	t.Parallel()
	var c diskcopy.Copier
	broken := errors.New("broke off")
	_, err := c.Copy(create(t), io.MultiReader(bytes.NewReader(make([]byte, 1000)), iotest.ErrReader(broken)))
	if failure := (*diskcopy.WriteError)(nil); !errors.Is(err, broken) || errors.As(err, &failure) {
		t.Errorf("a stream that breaks off: %v", err)
	}
	closed := create(t)
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = c.Copy(closed, bytes.NewReader(make([]byte, 10<<20)))
	if failure := (*diskcopy.WriteError)(nil); !errors.As(err, &failure) || !errors.Is(err, os.ErrClosed) {
		t.Errorf("a file that cannot be written: %v", err)
	}
}
