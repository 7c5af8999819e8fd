package mp4

import (
	"encoding/binary"
	"io"
	"math"
)

// maxTablePart is how many entries of a table one write has.
const maxTablePart = 1024

// transformed is a copy of count entries of width bytes each. change appends the new form of an
// entry to out.
func transformed(r io.ReaderAt, at, count, width, newWidth int64, change func(out, entry []byte) ([]byte, error)) piece {
	return piece{size: count * newWidth, write: func(o *output) error {
		buffer := make([]byte, 0, maxTablePart*newWidth)
		var failed error
		flush := func() bool {
			if failed == nil {
				failed = o.ctx.Err()
			}
			if failed == nil {
				failed = o.emit(buffer)
			}
			buffer = buffer[:0]
			return failed == nil
		}
		err := eachEntry(r, at, count, width, func(entry []byte) bool {
			if buffer, failed = change(buffer, entry); failed != nil {
				return false
			}
			return len(buffer) < cap(buffer) || flush()
		})
		if err == nil && failed == nil {
			flush()
		}
		if failed != nil {
			return failed
		}
		return err
	}}
}

// table is a full box with a version, a count, and the entries.
func table(kind string, version byte, count int64, entries ...piece) (piece, error) {
	head := append([]byte{version, 0, 0, 0}, binary.BigEndian.AppendUint32(nil, uint32(count))...)
	return boxed(kind, append([]piece{literal(head)}, entries...))
}

// places is a new stco or co64 box for b, whose chunk offsets have width bytes.
func (m *mender) places(b box, width int64) (piece, error) {
	count, err := tableCount(m.in.r, b, width)
	if err != nil {
		return piece{}, err
	}
	kind, newWidth := "stco", int64(4)
	if m.wide || width == 8 {
		kind, newWidth = "co64", 8
	}
	return table(kind, 0, count, transformed(m.in.r, b.start+8, count, width, newWidth, func(out, entry []byte) ([]byte, error) {
		var wide [8]byte
		copy(wide[8-width:], entry)
		at, err := m.moved(int64(min(binary.BigEndian.Uint64(wide[:]), math.MaxInt64/2)))
		if err != nil {
			return nil, err
		}
		return append(out, binary.BigEndian.AppendUint64(nil, uint64(at))[8-newWidth:]...), nil
	}))
}

// shifted returns the replacement of a ctts, cslg or stts box of a track with a shift, or nil to
// keep the box.
func (m *mender) shifted(t *track, b box) ([]piece, error) {
	switch {
	case t.shift == 0:
		return nil, nil
	case b.kind == "ctts":
		return only(m.shiftedTimes(t, b))
	case b.kind == "cslg":
		return m.shiftedBounds(t, b)
	case len(t.offsets.shifts) == 0:
		return addedTimes(t, b)
	}
	return nil, nil
}

// shiftedTimes is a ctts box with signed offsets that include the track's shift.
func (m *mender) shiftedTimes(t *track, b box) (piece, error) {
	count, err := tableCount(m.in.r, b, 8)
	if err != nil {
		return piece{}, err
	}
	return table("ctts", 1, count, transformed(m.in.r, b.start+8, count, 8, 8, func(out, entry []byte) ([]byte, error) {
		shift := int64(int32(binary.BigEndian.Uint32(entry[4:]))) + t.shift
		if shift != int64(int32(shift)) {
			return nil, unmendable("its times are out of bounds")
		}
		return binary.BigEndian.AppendUint32(append(out, entry[:4]...), uint32(int32(shift))), nil
	}))
}

// addedTimes adds a ctts box after the stts box b of a track without one.
func addedTimes(t *track, b box) ([]piece, error) {
	if t.meter.samples > math.MaxUint32 {
		return nil, unmendable("its times are out of bounds")
	}
	entry := binary.BigEndian.AppendUint32(nil, uint32(t.meter.samples))
	added, err := table("ctts", 1, 1, literal(binary.BigEndian.AppendUint32(entry, uint32(int32(t.shift)))))
	return []piece{copied(b.head, b.end), added}, err
}

// shiftedBounds is a cslg box, the bounds of the composition offsets, that includes the track's
// shift.
func (m *mender) shiftedBounds(t *track, b box) ([]piece, error) {
	const header, fields, width = 4, 5, 4
	body, err := readUpTo(m.in.r, b, header+fields*width, header+fields*width)
	if err != nil || body[0] != 0 {
		// The box is optional, so one that cannot be updated is dropped.
		return []piece{}, ignoreDamage(err)
	}
	values := body[header:]
	for i := 1; i < fields; i++ {
		v := int64(int32(binary.BigEndian.Uint32(values[i*width:]))) + t.shift
		binary.BigEndian.PutUint32(values[i*width:], uint32(int32(v)))
	}
	// The first value is the shift that makes all offsets positive.
	least := int32(binary.BigEndian.Uint32(values[width:]))
	binary.BigEndian.PutUint32(values, uint32(max(0, -int64(least))))
	bounds, err := boxed(b.kind, []piece{literal(body)})
	return []piece{bounds}, err
}
