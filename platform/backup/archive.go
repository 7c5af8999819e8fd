package backup

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"crier/platform/secrets"
)

// Archive is an open archive. Its manifest agrees with the zip directory; the contents of the
// entries are not checked yet.
type Archive struct {
	*Manifest
	file *os.File
	// places are the offsets of the files' bytes. A zip.Reader would keep much more of each file.
	places []int64
	// temp is a folder that the archive alone is in; empty for that of a user.
	temp string
}

// Open opens an archive. It returns ErrForeign, ErrDamaged or ErrNewer for one that cannot be used.
func Open(path string) (*Archive, error) {
	// To open a pipe that nobody writes to would take for ever.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w: it is no file", filepath.Base(path), ErrForeign)
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s", path)
	}
	if err != nil {
		return nil, fmt.Errorf("open the backup: %w", err)
	}
	a, err := read(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", filepath.Base(path), err), f.Close())
	}
	return a, nil
}

// Close closes the file, and removes what OpenCopy has made.
func (a *Archive) Close() error {
	err := a.file.Close()
	if a.temp != "" {
		err = errors.Join(err, os.RemoveAll(a.temp))
	}
	return err
}

func read(f *os.File) (*Archive, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: it is no file", ErrForeign)
	}
	if err := boundDirectory(f, info.Size()); err != nil {
		return nil, err
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if len(z.File) == 0 || z.File[0].Name != manifestName {
		return nil, fmt.Errorf("%w: it does not begin with a list of its files", ErrForeign)
	}
	for _, e := range z.File {
		if e.Method != zip.Store || e.CompressedSize64 != e.UncompressedSize64 || !e.Mode().IsRegular() || e.Flags&0x1 != 0 {
			return nil, fmt.Errorf("%w: %q is stored in a way that Crier does not use", ErrForeign, printable(e.Name))
		}
	}
	m, err := manifestOf(z.File[0])
	if err != nil {
		return nil, err
	}
	if err := agree(m, z.File[1:]); err != nil {
		return nil, err
	}
	a := &Archive{Manifest: m, file: f, places: make([]int64, len(m.Files))}
	for i, e := range z.File[1:] {
		if a.places[i], err = e.DataOffset(); err != nil || a.places[i]+m.Files[i].Size > info.Size() {
			return nil, fmt.Errorf("%w: %s is not where its list says", ErrDamaged, m.Files[i].Path)
		}
	}
	return a, nil
}

func manifestOf(e *zip.File) (m *Manifest, err error) {
	if e.UncompressedSize64 > mostManifest {
		return nil, fmt.Errorf("%w: its list of files would have %d bytes", ErrForeign, e.UncompressedSize64)
	}
	r, err := e.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	m, err = readManifest(r)
	if err != nil {
		return nil, err
	}
	// Read to the end of the entry: only there the zip reader checks its checksum.
	if _, err := io.Copy(io.Discard, r); err != nil {
		return nil, fmt.Errorf("%w: its list of files is not as it was written", ErrDamaged)
	}
	return m, nil
}

func agree(m *Manifest, files []*zip.File) error {
	if len(files) != len(m.Files) {
		return fmt.Errorf("%w: it has %d files, and its list names %d", ErrDamaged, len(files), len(m.Files))
	}
	for i, e := range files {
		want := &m.Files[i]
		if e.Name != want.Path || e.FileInfo().Size() != want.Size {
			return fmt.Errorf("%w: %s is not as its list says", ErrDamaged, want.Path)
		}
	}
	return nil
}

// CheckBeginning returns ErrForeign for the first bytes of a file that is no archive, so that the
// rest of it need not be received.
func CheckBeginning(head []byte) error {
	const nameAt = 30 // In the header of a zip's first file.
	if !bytes.HasPrefix(head, []byte("PK\x03\x04")) || len(head) < nameAt || !bytes.HasPrefix(head[nameAt:], []byte(manifestName)) {
		return ErrForeign
	}
	return nil
}

const (
	endSize, locatorSize, end64Size = 22, 20, 56
	// mostDirectory bounds the central directory of a zip with mostFiles files.
	mostDirectory = mostFiles * 160
)

// boundDirectory refuses a zip whose central directory is larger than that of any archive of
// Crier's, before zip.NewReader reads it into memory. An archive of Crier's has no zip comment.
func boundDirectory(r io.ReaderAt, size int64) error {
	end := make([]byte, endSize)
	if _, err := r.ReadAt(end, max(size-endSize, 0)); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if size < endSize || string(end[:4]) != "PK\x05\x06" || binary.LittleEndian.Uint16(end[20:]) != 0 {
		head := make([]byte, 4)
		if _, err := r.ReadAt(head, 0); err == nil && string(head) == "PK\x03\x04" {
			return fmt.Errorf("%w: its end is missing", ErrDamaged)
		}
		return ErrForeign
	}
	files, size64 := uint64(binary.LittleEndian.Uint16(end[10:])), uint64(binary.LittleEndian.Uint32(end[12:]))
	locator := make([]byte, locatorSize)
	if _, err := r.ReadAt(locator, max(size-endSize-locatorSize, 0)); err == nil && string(locator[:4]) == "PK\x06\x07" {
		end64 := make([]byte, end64Size)
		var at int64
		if _, err := binary.Decode(locator[8:16], binary.LittleEndian, &at); err != nil || at < 0 || at > size {
			return fmt.Errorf("%w: its end is not as it was written", ErrDamaged)
		}
		if _, err := r.ReadAt(end64, at); err != nil {
			return fmt.Errorf("%w: its end is not as it was written", ErrDamaged)
		}
		files, size64 = binary.LittleEndian.Uint64(end64[32:]), binary.LittleEndian.Uint64(end64[40:])
	}
	if files > mostFiles+1 || size64 > mostDirectory {
		return fmt.Errorf("%w: it would have %d files", ErrForeign, files)
	}
	return nil
}

// copyEntry writes the entry to w, and returns ErrDamaged unless size and hash are those of the
// manifest. It gives the first bytes of an upload to header, which may be nil.
func (a *Archive) copyEntry(ctx context.Context, i int, w io.Writer, told *counter, header func(path string, head []byte) error) (err error) {
	want := a.Files[i]
	r := io.NewSectionReader(a.file, a.places[i], want.Size)
	whole, head := sha256.New(), &beginning{told.head}
	n, err := io.CopyBuffer(writerOnly{io.MultiWriter(w, whole, head)}, readerOnly{told.reader(ctx, r)}, told.buffer)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	case n != want.Size || sum(whole.Sum(nil)) != want.SHA256:
		return fmt.Errorf("%w: %s is not as it was written", ErrDamaged, want.Path)
	}
	if header != nil && isUpload(want.Path) {
		if err := header(want.Path, head.bytes); err != nil {
			return fmt.Errorf("%s: %w", want.Path, err)
		}
	}
	return nil
}

// beginning keeps the first bytes that are written to it.
type beginning struct{ bytes []byte }

// Write keeps as much as there is room for, and drops the rest.
func (h *beginning) Write(b []byte) (int, error) {
	h.bytes = append(h.bytes, b[:min(len(b), HeaderSize-len(h.bytes))]...)
	return len(b), nil
}

// Key returns the sealing key in the archive, which must have one (HasKey). It returns
// ErrPassphrase for a passphrase that does not open it.
func (a *Archive) Key(ctx context.Context, passphrase func() (string, error)) (key secrets.Key, err error) {
	var sealed bytes.Buffer // Manifest.check has bounded what goes into it.
	if i := slices.IndexFunc(a.Files, isKey); i >= 0 {
		if err := a.copyEntry(ctx, i, &sealed, count(0, nil), nil); err != nil {
			return key, err
		}
	}
	word, err := passphrase()
	if err != nil {
		return key, err
	}
	return OpenKey(sealed.Bytes(), word)
}
