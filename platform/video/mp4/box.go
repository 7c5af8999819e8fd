package mp4

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"time"
)

// maxBoxes bounds how many boxes of one level are read.
const maxBoxes = 4096

// box is the position of a box: of its header and its content.
type box struct {
	kind             string
	head, start, end int64
}

// walk calls visit for the boxes from start to end until visit returns false.
func walk(r io.ReaderAt, start, end int64, visit func(box) (bool, error)) error {
	for range maxBoxes {
		if start >= end {
			return nil
		}
		b, err := readBox(r, start, end)
		if err != nil {
			return err
		}
		more, err := visit(b)
		if err != nil || !more {
			return err
		}
		start = b.end
	}
	return &DamageError{At: start}
}

// readBox reads the header of the box at an offset, which must not extend beyond end.
func readBox(r io.ReaderAt, at, end int64) (box, error) {
	b, err := readHead(r, at, end)
	if err == nil && b.end > end {
		err = &DamageError{At: at}
	}
	return b, err
}

// readHead reads the header of the box at an offset. The box may claim to extend beyond end.
func readHead(r io.ReaderAt, at, end int64) (box, error) {
	const short, long = 8, 16
	var head [long]byte
	if end-at < short {
		return box{}, &DamageError{At: at}
	}
	if err := readFull(r, head[:short], at); err != nil {
		return box{}, err
	}
	b := box{kind: string(head[4:short]), head: at, start: at + short}
	switch size := int64(binary.BigEndian.Uint32(head[:])); size {
	case 0:
		b.end = end
	case 1:
		if end-at < long {
			return box{}, &DamageError{At: at}
		}
		if err := readFull(r, head[:], at); err != nil {
			return box{}, err
		}
		wide := binary.BigEndian.Uint64(head[short:])
		if wide > math.MaxInt64-uint64(at) {
			return box{}, &DamageError{At: at}
		}
		b.start, b.end = at+long, at+int64(wide)
	default:
		b.end = at + size
	}
	if b.end < b.start {
		return box{}, &DamageError{At: at}
	}
	return b, nil
}

// toDuration converts units with scale units per second. A length beyond any video becomes the
// longest duration.
func toDuration(units, scale uint64) time.Duration {
	seconds := float64(units) / float64(scale)
	if seconds > math.MaxInt64/float64(time.Second) {
		return math.MaxInt64
	}
	return time.Duration(seconds * float64(time.Second))
}

// readHeader reads timescale and duration of an mvhd or mdhd box. A duration of all ones means
// unknown.
func readHeader(r io.ReaderAt, b box) (scale, units uint64, err error) {
	var buf [32]byte
	if err := readPrefix(r, b, buf[:20]); err != nil {
		return 0, 0, err
	}
	if buf[0] == 0 {
		scale, units = uint64(binary.BigEndian.Uint32(buf[12:])), uint64(binary.BigEndian.Uint32(buf[16:]))
		if units == math.MaxUint32 {
			units = 0
		}
		return scale, units, nil
	}
	if err := readPrefix(r, b, buf[:]); err != nil {
		return 0, 0, err
	}
	scale, units = uint64(binary.BigEndian.Uint32(buf[20:])), binary.BigEndian.Uint64(buf[24:])
	if units == math.MaxUint64 {
		units = 0
	}
	return scale, units, nil
}

func readFragmentedLength(r io.ReaderAt, b box) (uint64, error) {
	var buf [12]byte
	if err := readPrefix(r, b, buf[:8]); err != nil {
		return 0, err
	}
	if buf[0] == 0 {
		return uint64(binary.BigEndian.Uint32(buf[4:])), nil
	}
	if err := readPrefix(r, b, buf[:]); err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint64(buf[4:]), nil
}

// readPrefix fills p from the start of the box, which must have len(p) bytes.
func readPrefix(r io.ReaderAt, b box, p []byte) error {
	if b.end-b.start < int64(len(p)) {
		return &DamageError{At: b.head}
	}
	return readFull(r, p, b.start)
}

func readFull(r io.ReaderAt, p []byte, at int64) error {
	n, err := r.ReadAt(p, at)
	if n == len(p) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return &DamageError{At: at}
	}
	return err
}
