package backup

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// Progress gets the number of bytes that are done and the number of all.
type Progress func(done, total int64)

// packed is an archive that is about to be written.
type packed struct {
	manifest *Manifest
	// folder contains the files, except for those in small, which maps paths to contents.
	folder string
	small  map[string][]byte
	sums   []uint32
}

func (p *packed) open(path string) (io.ReadCloser, error) {
	if content, isSmall := p.small[path]; isSmall {
		return io.NopCloser(bytes.NewReader(content)), nil
	}
	return os.Open(filepath.Join(p.folder, filepath.FromSlash(path)))
}

// bytes returns the sum of the files' sizes.
func (p *packed) bytes() (n int64, err error) {
	for i := range p.manifest.Files {
		path := p.manifest.Files[i].Path
		if content, isSmall := p.small[path]; isSmall {
			n += int64(len(content))
			continue
		}
		info, err := os.Stat(filepath.Join(p.folder, filepath.FromSlash(path)))
		if err != nil {
			return 0, err
		}
		n += info.Size()
	}
	return n, nil
}

// measure reads each file once for its size and checksums.
func (p *packed) measure(ctx context.Context, told *counter) error {
	p.sums = make([]uint32, len(p.manifest.Files))
	whole, check := sha256.New(), crc32.NewIEEE()
	both := io.MultiWriter(whole, check)
	for i := range p.manifest.Files {
		e := &p.manifest.Files[i]
		whole.Reset()
		check.Reset()
		n, err := p.copy(ctx, both, e.Path, told)
		if err != nil {
			return err
		}
		e.Size, p.sums[i] = n, check.Sum32()
		whole.Sum(e.SHA256[:0])
	}
	return nil
}

func (p *packed) copy(ctx context.Context, to io.Writer, path string, told *counter) (n int64, err error) {
	from, err := p.open(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	return io.CopyBuffer(writerOnly{to}, readerOnly{told.reader(ctx, from)}, told.buffer)
}

// readerOnly and writerOnly hide WriteTo and ReadFrom, with which io.CopyBuffer would not use its
// buffer.
type (
	readerOnly struct{ io.Reader }
	writerOnly struct{ io.Writer }
)

// write writes the archive. It returns an error for a file that has changed since measure read it.
func (p *packed) write(ctx context.Context, to io.Writer, told *counter) error {
	size, check := &measured{w: io.Discard}, crc32.NewIEEE()
	if err := p.manifest.encode(io.MultiWriter(size, check)); err != nil {
		return err
	}
	z := zip.NewWriter(to)
	if err := store(z, manifestName, size.n, check.Sum32(), p.manifest.encode); err != nil {
		return err
	}
	for i := range p.manifest.Files {
		e := &p.manifest.Files[i]
		if err := store(z, e.Path, e.Size, p.sums[i], func(w io.Writer) error {
			check := crc32.NewIEEE()
			n, err := p.copy(ctx, io.MultiWriter(w, check), e.Path, told)
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

// store writes one entry uncompressed, with its size and checksum in the local header.
func store(z *zip.Writer, name string, size int64, check uint32, content func(io.Writer) error) error {
	bytes := uint64(max(size, 0))
	w, err := z.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Store, CRC32: check, UncompressedSize64: bytes, CompressedSize64: bytes})
	if err != nil {
		return err
	}
	return content(w)
}

// copyBuffer is the size of the buffer for copies.
const copyBuffer = 256 << 10

// counter counts the bytes that its readers read, and reports them to tell.
type counter struct {
	done, total int64
	tell        Progress
	buffer      []byte
	// head is the buffer for the first bytes of a file.
	head []byte
}

// count returns a counter for total bytes.
func count(total int64, tell Progress) *counter {
	return &counter{total: total, tell: tell, buffer: make([]byte, copyBuffer), head: make([]byte, 0, HeaderSize)}
}

// reader returns a reader that counts, and fails once ctx has ended.
func (c *counter) reader(ctx context.Context, r io.Reader) io.Reader { return &counted{c, ctx.Err, r} }

type counted struct {
	*counter
	ended func() error
	io.Reader
}

// Read reads from the reader and counts the bytes.
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

// taken returns an error when something exists at path.
func taken(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("there is a file %s already; write to another one", filepath.Base(path))
	}
	return nil
}
