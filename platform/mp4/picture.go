package mp4

import (
	"encoding/binary"
	"errors"
	"io"
)

// errNoTrack ends the look at a track whose header says nothing.
var errNoTrack = errors.New("a track without a header")

// pictureSize returns the size of the largest track that has one. A track whose header cannot be read counts as none: what
// the network decides by is the duration, the size is for the choice between its calls.
func pictureSize(r io.ReaderAt, moov box) (width, height int, err error) {
	err = walk(r, moov.start, moov.end, func(b box) (bool, error) {
		if b.kind != "trak" {
			return true, nil
		}
		w, h, err := trackSize(r, b)
		if err != nil && !errors.Is(err, ErrNotMovie) && !errors.Is(err, errNoTrack) {
			return false, err
		}
		if err == nil && w*h > width*height {
			width, height = w, h
		}
		return true, nil
	})
	if errors.Is(err, ErrNotMovie) {
		err = nil
	}
	return width, height, err
}

// The parts of tkhd, counted from its end, which both versions of the box share.
const (
	tkhdShort, tkhdLong = 84, 96
	matrixFromEnd       = 44
	sizeFromEnd         = 8
)

func trackSize(r io.ReaderAt, track box) (width, height int, err error) {
	err = errNoTrack
	walked := walk(r, track.start, track.end, func(b box) (bool, error) {
		if b.kind != "tkhd" {
			return true, nil
		}
		width, height, err = headerSize(r, b)
		return false, nil
	})
	return width, height, errors.Join(err, walked)
}

// headerSize reads the size that a tkhd box gives, turned as its matrix has the picture turned.
func headerSize(r io.ReaderAt, b box) (width, height int, err error) {
	var buf [tkhdLong]byte
	if err := readPrefix(r, b, buf[:tkhdShort]); err != nil {
		return 0, 0, err
	}
	end := tkhdShort
	if buf[0] != 0 {
		if err := readPrefix(r, b, buf[:]); err != nil {
			return 0, 0, err
		}
		end = tkhdLong
	}
	// Sizes are fixed point numbers, 16.16.
	width = int(binary.BigEndian.Uint32(buf[end-sizeFromEnd:]) >> 16)
	height = int(binary.BigEndian.Uint32(buf[end-sizeFromEnd+4:]) >> 16)
	matrix := buf[end-matrixFromEnd:]
	across, down := binary.BigEndian.Uint32(matrix), binary.BigEndian.Uint32(matrix[16:])
	turned := binary.BigEndian.Uint32(matrix[4:]) != 0 && binary.BigEndian.Uint32(matrix[12:]) != 0
	if across == 0 && down == 0 && turned {
		width, height = height, width
	}
	return width, height, nil
}
