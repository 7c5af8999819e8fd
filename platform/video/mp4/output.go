package mp4

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
)

// piece is a part of a file that is to be written: its size, which has to be known before, and what
// writes it.
type piece struct {
	size  int64
	write func(*output) error
}

// copied is a stretch of the old file.
func copied(from, to int64) piece {
	return piece{size: to - from, write: func(o *output) error { return o.copy(from, to) }}
}

func literal(b []byte) piece {
	return piece{size: int64(len(b)), write: func(o *output) error { return o.emit(b) }}
}

// boxed is a box of the parts.
func boxed(kind string, parts []piece) (piece, error) {
	const header = 8
	size := int64(header)
	for _, p := range parts {
		size += p.size
	}
	if size > math.MaxUint32 {
		return piece{}, unmendable("its tables are too large")
	}
	head := append(binary.BigEndian.AppendUint32(nil, uint32(size)), kind...)
	return piece{size: size, write: func(o *output) error {
		if err := o.emit(head); err != nil {
			return err
		}
		for _, p := range parts {
			if err := p.write(o); err != nil {
				return err
			}
		}
		return nil
	}}, nil
}

// bufferSize is how much is copied at once.
const bufferSize = 256 << 10

// output is where pieces go.
type output struct {
	ctx    context.Context
	dst    io.Writer
	src    io.ReaderAt
	buffer []byte
}

func (o *output) emit(b []byte) error {
	_, err := o.dst.Write(b)
	return err
}

func (o *output) copy(from, to int64) error {
	if o.buffer == nil {
		o.buffer = make([]byte, bufferSize)
	}
	for from < to {
		if err := o.ctx.Err(); err != nil {
			return err
		}
		part := o.buffer[:min(int64(len(o.buffer)), to-from)]
		if n, err := o.src.ReadAt(part, from); n < len(part) {
			return cmp.Or(notEOF(err), io.ErrUnexpectedEOF)
		}
		if err := o.emit(part); err != nil {
			return err
		}
		from += int64(len(part))
	}
	return nil
}

func notEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// masked reads a file with zeros for the content of some boxes, which become free space.
type masked struct {
	r      io.ReaderAt
	blanks []box
}

func sorted(blanks []box) []box {
	return slices.SortedFunc(slices.Values(blanks), func(a, b box) int { return cmp.Compare(a.head, b.head) })
}

func (m *masked) ReadAt(p []byte, off int64) (int, error) {
	n, err := m.r.ReadAt(p, off)
	end := off + int64(n)
	first, _ := slices.BinarySearchFunc(m.blanks, off, func(b box, at int64) int { return cmp.Compare(b.end, at+1) })
	for _, b := range m.blanks[first:] {
		if b.head >= end {
			break
		}
		overlay(p[:n], off, b.head+4, []byte("free"))
		clear(p[min(max(b.start-off, 0), int64(n)):min(max(b.end-off, 0), int64(n))])
	}
	return n, err
}

// overlay writes over what of p, which stands at off, lies at a place.
func overlay(p []byte, off, at int64, text []byte) {
	for i, c := range text {
		if j := at + int64(i) - off; j >= 0 && j < int64(len(p)) {
			p[j] = c
		}
	}
}
