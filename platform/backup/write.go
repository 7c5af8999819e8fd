package backup

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// Progress gets how many bytes of how many are done.
type Progress func(done, total int64)

// source is where an entry's bytes are: in memory or in a file.
type source struct {
	path    string
	content []byte
}

func (s source) open() (io.ReadCloser, error) {
	if s.path == "" {
		return io.NopCloser(bytes.NewReader(s.content)), nil
	}
	return os.Open(s.path)
}

// packed is an archive that is about to be written.
type packed struct {
	manifest *Manifest
	sources  []source
	sums     []uint32
}

// pack reads everything once, to know what to say of it.
func pack(ctx context.Context, m *Manifest, sources []source, told *counter) (*packed, error) {
	p := &packed{manifest: m, sources: sources, sums: make([]uint32, len(sources))}
	for i, s := range sources {
		whole, check := sha256.New(), crc32.NewIEEE()
		n, err := copySource(ctx, io.MultiWriter(whole, check), s, told)
		if err != nil {
			return nil, err
		}
		m.Files[i].Size, p.sums[i] = n, check.Sum32()
		whole.Sum(m.Files[i].SHA256[:0])
	}
	return p, nil
}

func copySource(ctx context.Context, to io.Writer, s source, told *counter) (n int64, err error) {
	from, err := s.open()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	return io.CopyBuffer(writerOnly{to}, readerOnly{told.reader(ctx, from)}, told.buffer)
}

// readerOnly and writerOnly hide what else a reader or a writer can do, so that io.CopyBuffer uses
// the buffer that it is given.
type (
	readerOnly struct{ io.Reader }
	writerOnly struct{ io.Writer }
)

// write writes the archive. What a file has by now must be what pack has read.
func (p *packed) write(ctx context.Context, to io.Writer, told *counter) error {
	list, err := json.Marshal(p.manifest)
	if err != nil {
		return err
	}
	z := zip.NewWriter(to)
	if err := store(z, manifestName, int64(len(list)), crc32.ChecksumIEEE(list), func(w io.Writer) error {
		_, err := w.Write(list)
		return err
	}); err != nil {
		return err
	}
	for i, s := range p.sources {
		e := &p.manifest.Files[i]
		if err := store(z, e.Path, e.Size, p.sums[i], func(w io.Writer) error {
			check := crc32.NewIEEE()
			n, err := copySource(ctx, io.MultiWriter(w, check), s, told)
			if err == nil && (n != e.Size || check.Sum32() != p.sums[i]) {
				err = fmt.Errorf("%s has changed while it was copied", e.Path)
			}
			return err
		}); err != nil {
			return err
		}
	}
	return z.Close()
}

// store writes one entry uncompressed, with its size and checksum before it.
func store(z *zip.Writer, name string, size int64, check uint32, content func(io.Writer) error) error {
	bytes := uint64(max(size, 0))
	w, err := z.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Store, CRC32: check, UncompressedSize64: bytes, CompressedSize64: bytes})
	if err != nil {
		return err
	}
	return content(w)
}

// copyBuffer is how much is read at once.
const copyBuffer = 256 << 10

// counter counts the bytes that go through it.
type counter struct {
	done, total int64
	tell        Progress
	buffer      []byte
}

// count returns a counter for as many bytes.
func count(total int64, tell Progress) *counter {
	return &counter{total: total, tell: tell, buffer: make([]byte, copyBuffer)}
}

// reader returns a reader that counts, and ends with ctx.
func (c *counter) reader(ctx context.Context, r io.Reader) io.Reader { return &counted{c, ctx.Err, r} }

type counted struct {
	*counter
	ended func() error
	io.Reader
}

// Read reads, and counts.
func (c *counted) Read(b []byte) (int, error) {
	if err := c.ended(); err != nil {
		return 0, err
	}
	n, err := c.Reader.Read(b)
	if c.done += int64(n); c.tell != nil && n > 0 {
		c.tell(c.done, c.total)
	}
	return n, err
}

// syncFolder brings the names in a folder to the disk.
func syncFolder(path string) error {
	if !syncsFolders {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// taken returns an error when there is something at path already.
func taken(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("there is a file %s already; write to another one", filepath.Base(path))
	}
	return nil
}
