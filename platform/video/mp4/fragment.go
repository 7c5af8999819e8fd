package mp4

import (
	"encoding/binary"
	"math/bits"
)

// visitExtends reads what holds for all fragments: how long the movie is, and what samples are like that say nothing.
func (in *inspector) visitExtends(b box) error {
	return eachBox(in.r, b.start, b.end, func(b box) (err error) {
		switch b.kind {
		case "mehd":
			in.fragmentUnits, err = readFragmentedLength(in.r, b)
		case "trex":
			const idAt, durationAt = 4, 12
			var buf [24]byte
			err = readPrefix(in.r, b, buf[:])
			if t := in.track(binary.BigEndian.Uint32(buf[idAt:])); t != nil {
				t.each = binary.BigEndian.Uint32(buf[durationAt:])
			}
		}
		return err
	})
}

func (in *inspector) track(id uint32) *track {
	for _, t := range in.tracks {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// visitFragment counts the samples of a moof.
func (in *inspector) visitFragment(b box) error {
	return eachBox(in.r, b.start, b.end, func(b box) error {
		if b.kind != "traf" {
			return nil
		}
		return in.visitPart(b)
	})
}

// visitPart reads a traf box: the part of a fragment that belongs to one track.
func (in *inspector) visitPart(b box) error {
	var t *track
	var each uint32
	return eachBox(in.r, b.start, b.end, func(b box) (err error) {
		switch b.kind {
		case "tfhd":
			t, each, err = in.readPartHeader(b)
		case "trun":
			if t != nil {
				err = in.countRun(t, b, each)
			}
		}
		return err
	})
}

// The flags of tfhd and trun that say which fields there are.
const (
	hasBase        = 0x1
	hasDescription = 0x2
	hasEach        = 0x8
	hasOffset      = 0x1
	hasFirstFlags  = 0x4
	hasDurations   = 0x100
	sampleFields   = 0xf00
)

func (in *inspector) readPartHeader(b box) (t *track, each uint32, err error) {
	const least = 8
	buf, err := readUpTo(in.r, b, least, 32)
	if err != nil {
		return nil, 0, err
	}
	flags := binary.BigEndian.Uint32(buf)
	if t = in.track(binary.BigEndian.Uint32(buf[4:])); t == nil || flags&hasEach == 0 {
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

// countRun reads a trun box: samples one behind the other.
func (in *inspector) countRun(t *track, b box, each uint32) error {
	var buf [8]byte
	if err := readPrefix(in.r, b, buf[:]); err != nil {
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
	return eachEntry(in.r, at, int64(count), width, func(entry []byte) bool {
		t.meter.add(1, binary.BigEndian.Uint32(entry))
		return true
	})
}
