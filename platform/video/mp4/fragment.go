package mp4

import (
	"encoding/binary"
	"io"
	"math/bits"
)

// readExtends reads an mvex box: the duration of the movie, in its units, and the default duration
// of each track's samples.
func readExtends(r io.ReaderAt, tracks trackList, b box) (units uint64, err error) {
	err = eachBox(r, b.start, b.end, func(b box) (err error) {
		switch b.kind {
		case "mehd":
			units, err = readFragmentedLength(r, b)
		case "trex":
			const idAt, durationAt = 4, 12
			var buf [24]byte
			err = readPrefix(r, b, buf[:])
			if t := tracks.byID(binary.BigEndian.Uint32(buf[idAt:])); t != nil {
				t.each = binary.BigEndian.Uint32(buf[durationAt:])
			}
		}
		return err
	})
	return units, err
}

// readFragment counts the samples of a moof box.
func readFragment(r io.ReaderAt, tracks trackList, b box) error {
	return eachBox(r, b.start, b.end, func(b box) error {
		if b.kind != "traf" {
			return nil
		}
		return readTrackFragment(r, tracks, b)
	})
}

// readTrackFragment reads a traf box, the part of a fragment for one track.
func readTrackFragment(r io.ReaderAt, tracks trackList, b box) error {
	var t *track
	var each uint32
	return eachBox(r, b.start, b.end, func(b box) (err error) {
		switch b.kind {
		case "tfhd":
			t, each, err = readTrackFragmentHeader(r, tracks, b)
		case "trun":
			if t != nil {
				err = countRun(r, t, b, each)
			}
		}
		return err
	})
}

// The flags of tfhd and trun that say which fields are present.
const (
	hasBase        = 0x1
	hasDescription = 0x2
	hasEach        = 0x8
	hasOffset      = 0x1
	hasFirstFlags  = 0x4
	hasDurations   = 0x100
	sampleFields   = 0xf00
)

func readTrackFragmentHeader(r io.ReaderAt, tracks trackList, b box) (t *track, each uint32, err error) {
	const least = 8
	buf, err := readUpTo(r, b, least, 32)
	if err != nil {
		return nil, 0, err
	}
	flags := binary.BigEndian.Uint32(buf)
	if t = tracks.byID(binary.BigEndian.Uint32(buf[4:])); t == nil || flags&hasEach == 0 {
		if t != nil {
			each = t.each
		}
		return t, each, nil
	}
	at := least
	if flags&hasBase != 0 {
		at += 8
	}
	if flags&hasDescription != 0 {
		at += 4
	}
	if len(buf) < at+4 {
		return nil, 0, &DamageError{At: b.head}
	}
	return t, binary.BigEndian.Uint32(buf[at:]), nil
}

// countRun counts the samples of a trun box.
func countRun(r io.ReaderAt, t *track, b box, each uint32) error {
	var buf [8]byte
	if err := readPrefix(r, b, buf[:]); err != nil {
		return err
	}
	flags, count := binary.BigEndian.Uint32(buf[:]), binary.BigEndian.Uint32(buf[4:])
	if flags&hasDurations == 0 {
		t.meter.add(count, each)
		return nil
	}
	at := b.start + 8
	if flags&hasOffset != 0 {
		at += 4
	}
	if flags&hasFirstFlags != 0 {
		at += 4
	}
	width := int64(4 * bits.OnesCount32(flags&sampleFields))
	if int64(count) > max(b.end-at, 0)/width {
		return &DamageError{At: b.head}
	}
	return eachEntry(r, at, int64(count), width, func(entry []byte) bool {
		t.meter.add(1, binary.BigEndian.Uint32(entry))
		return true
	})
}
