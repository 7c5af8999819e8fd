package matroska

import (
	"encoding/binary"
	"errors"
	"io"
	"math"

	"crier/platform/video"
)

// maxElements bounds how many elements of a file are read.
const maxElements = 1 << 20

// ebml reads the EBML elements of a Matroska or WebM file.
type ebml struct {
	r    io.ReaderAt
	size int64
	seen int
}

// element is the range of an element's content. An element of unknown size ends where its parent
// ends.
type element struct {
	id               uint32
	head, start, end int64
	unknown          bool
}

// next reads the header of the element at an offset. The element may claim to extend beyond end.
func (e *ebml) next(at, end int64) (element, error) {
	if e.seen++; e.seen > maxElements {
		return element{}, video.Damage{At: at}
	}
	var head [12]byte
	n, err := e.r.ReadAt(head[:min(int64(len(head)), end-at)], at)
	if err != nil && !errors.Is(err, io.EOF) {
		return element{}, err
	}
	id, idLength := number(head[:n])
	if idLength == 0 || idLength > 4 {
		return element{}, video.Damage{At: at}
	}
	size, sizeLength := number(head[idLength:n])
	if sizeLength == 0 {
		return element{}, video.Damage{At: at}
	}
	mask := uint64(1)<<(7*sizeLength) - 1
	size &= mask
	x := element{id: uint32(id), head: at, start: at + int64(idLength+sizeLength), end: end}
	if x.unknown = size == mask; !x.unknown {
		x.end = x.start + int64(min(size, uint64(math.MaxInt64-x.start)))
	}
	return x, nil
}

// number reads a variable-size integer of one to eight bytes. The leading zero bits of the first
// byte give the length; the marker bit after them is part of n. It returns a length of zero if
// there is no valid number.
func number(b []byte) (n uint64, length int) {
	if len(b) == 0 || b[0] == 0 {
		return 0, 0
	}
	length = 1
	for mask := byte(0x80); b[0]&mask == 0; mask >>= 1 {
		length++
	}
	if len(b) < length {
		return 0, 0
	}
	for _, c := range b[:length] {
		n = n<<8 | uint64(c)
	}
	return n, length
}

// each calls visit for the elements in x, which must not extend beyond it.
func (e *ebml) each(x element, visit func(element) error) error {
	for at := x.start; at < x.end; {
		inner, err := e.next(at, x.end)
		if err != nil {
			return err
		}
		if inner.unknown || inner.end > x.end {
			return video.Damage{At: at}
		}
		if err := visit(inner); err != nil {
			return err
		}
		at = inner.end
	}
	return nil
}

// bytes returns at most most bytes of the content of x.
func (e *ebml) bytes(x element, most int64) ([]byte, error) {
	b := make([]byte, min(x.end-x.start, most))
	n, err := e.r.ReadAt(b, x.start)
	if n == len(b) {
		return b, nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return nil, video.Damage{At: x.head}
	}
	return nil, err
}

// uint returns the content of x as an unsigned integer. More than eight bytes are damage.
func (e *ebml) uint(x element) (n uint64, err error) {
	if x.end-x.start > 8 {
		return 0, video.Damage{At: x.head}
	}
	b, err := e.bytes(x, 8)
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n, err
}

// float returns the content of x as a floating-point number.
func (e *ebml) float(x element) (float64, error) {
	b, err := e.bytes(x, 8)
	switch {
	case err != nil:
		return 0, err
	case len(b) == 4:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(b))), nil
	case len(b) == 8 && x.end-x.start == 8:
		return math.Float64frombits(binary.BigEndian.Uint64(b)), nil
	}
	return 0, nil
}
