package mp4test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// media returns the content of mdat, the interleaved samples of the tracks, and sets their places.
func (f *file) media() []byte {
	b := make([]byte, f.Padding)
	for i := range longestTrack(f.tracks) {
		for _, t := range f.tracks {
			if i >= len(t.deltas) {
				continue
			}
			t.places = append(t.places, len(b))
			b = append(b, Sample(t.id, i, f.SampleSize)...)
		}
	}
	return b
}

func longestTrack(tracks []*track) (n int) {
	for _, t := range tracks {
		n = max(n, len(t.deltas))
	}
	return n
}

// Sample returns the bytes of a track's sample.
func Sample(id uint32, number, size int) []byte {
	b := slices.Concat(be32(id), be32(uint32(number)))
	return slices.Repeat(b, size/len(b)+1)[:size]
}

func (f *file) moov() []byte {
	var tracks [][]byte
	for _, t := range f.tracks {
		tracks = append(tracks, f.trak(t))
	}
	return Box("moov", movieHeader(f.Duration), slices.Concat(tracks...), f.metadata(), f.Extra)
}

func (f *file) trak(t *track) []byte {
	var edts []byte
	if t.edits != nil {
		edts = Box("edts", editList(t.edits))
	}
	header := make([]byte, 24)
	binary.BigEndian.PutUint32(header[12:], t.scale)
	if f.Fragments == 0 {
		binary.BigEndian.PutUint32(header[16:], sum(t.deltas))
	}
	handler := slices.Concat(make([]byte, 8), []byte(t.handler), make([]byte, 13))
	return Box("trak", t.header, edts, Box("mdia", Box("mdhd", header), Box("hdlr", handler), Box("minf", f.table(t))))
}

func sum(deltas []uint32) (n uint32) {
	for _, d := range deltas {
		n += d
	}
	return n
}

func editList(edits []Edit) []byte {
	b := be32(uint32(len(edits)))
	for _, e := range edits {
		rate := uint32(1 << 16)
		if e.Still {
			rate = 0
		}
		b = slices.Concat(b, be32(e.Length), be32(uint32(e.Start)), be32(rate))
	}
	return Box("elst", make([]byte, 4), b)
}

// table returns the sample table of a track, which is empty in a fragmented file.
func (f *file) table(t *track) []byte {
	samples, shifts, places := t.deltas, t.shifts, t.places
	if f.Fragments > 0 {
		samples, shifts, places = nil, nil, nil
	}
	boxes := [][]byte{Box("stsd", make([]byte, 4), be32(1), t.entry), times(samples)}
	if len(shifts) > 0 {
		boxes = append(boxes, shiftTable(shifts))
	}
	boxes = append(boxes, Box("stsc", make([]byte, 4), be32(1), be32(1), be32(1), be32(1)), f.sizes(len(samples)), f.offsets(places))
	return Box("stbl", boxes...)
}

func (f *file) sizes(samples int) []byte {
	if f.SizeTable {
		return Box("stsz", make([]byte, 8), be32(uint32(samples)), bytes.Repeat(be32(uint32(f.SampleSize)), samples))
	}
	return Box("stsz", make([]byte, 4), be32(uint32(f.SampleSize)), be32(uint32(samples)))
}

// times returns an stts box. Neighbouring samples of one duration share an entry.
func times(deltas []uint32) []byte {
	var entries []byte
	count := uint32(0)
	for i := 0; i < len(deltas); {
		n := 1
		for i+n < len(deltas) && deltas[i+n] == deltas[i] {
			n++
		}
		entries = slices.Concat(entries, be32(uint32(n)), be32(deltas[i]))
		count++
		i += n
	}
	return Box("stts", make([]byte, 4), be32(count), entries)
}

func shiftTable(shifts []int32) []byte {
	b := make([]byte, 0, 8*len(shifts))
	for _, s := range shifts {
		b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, 1), uint32(s))
	}
	return Box("ctts", make([]byte, 4), be32(uint32(len(shifts))), b)
}

func (f *file) offsets(places []int) []byte {
	var b []byte
	for _, p := range places {
		if f.Wide {
			b = binary.BigEndian.AppendUint64(b, uint64(f.base+p))
		} else {
			b = binary.BigEndian.AppendUint32(b, uint32(f.base+p))
		}
	}
	kind := "stco"
	if f.Wide {
		kind = "co64"
	}
	return Box(kind, make([]byte, 4), be32(uint32(len(places))), b)
}

// metadata returns the boxes with the locations, in udta and in QuickTime's keys.
func (f *file) metadata() (b []byte) {
	if f.Location != "" {
		b = Box("udta", Box("\xa9nam", []byte("a name")), Box("\xa9xyz", be16(uint16(len(f.Location))), []byte("\x15\xc7"+f.Location)))
	}
	if f.KeyedLocation != "" {
		key := func(name string) []byte { return Box("mdta", []byte(name)) }
		value := func(number uint32, text string) []byte {
			return Box(string(be32(number)), Box("data", be32(1), be32(0), []byte(text)))
		}
		handler := slices.Concat(make([]byte, 8), []byte("mdta"), make([]byte, 14))
		b = append(b, Box("meta", Box("hdlr", handler),
			Box("keys", make([]byte, 4), be32(2), key("com.apple.quicktime.make"), key(cmp.Or(f.LocationKey, "com.apple.quicktime.location.ISO6709"))),
			Box("ilst", value(1, "a maker"), value(2, f.KeyedLocation)))...)
	}
	return b
}
