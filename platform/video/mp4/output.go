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

// piece is a part of the new file: its size, which must be known before it is written, and the
// function that writes it.
type piece struct {
	size  int64
	write func(*output) error
}

// copied is a range of the old file.
func copied(from, to int64) piece {
	return piece{size: to - from, write: func(o *output) error { return o.copy(from, to) }}
}

func literal(b []byte) piece {
	return piece{size: int64(len(b)), write: func(o *output) error { return o.emit(b) }}
}

// boxed is a box around the parts.
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

// bufferSize is the size of the buffer for copies.
const bufferSize = 256 << 10

// output receives the pieces.
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
			if err == nil || errors.Is(err, io.EOF) {
				return io.ErrUnexpectedEOF
			}
			return err
		}
		if err := o.emit(part); err != nil {
			return err
		}
		from += int64(len(part))
	}
	return nil
}

// masked reads a file in which some boxes are replaced by free boxes of zeros.
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

// overlay copies text to offset at of the file into p, which holds the file from off on.
func overlay(p []byte, off, at int64, text []byte) {
	for i, c := range text {
		if j := at + int64(i) - off; j >= 0 && j < int64(len(p)) {
			p[j] = c
		}
	}
}
