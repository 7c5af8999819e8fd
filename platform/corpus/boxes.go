package corpus

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// box is a box of an MP4 or QuickTime file.
func box(kind string, content ...[]byte) []byte {
	body := slices.Concat(content...)
	return append(append(binary.BigEndian.AppendUint32(nil, uint32(len(body)+8)), kind...), body...)
}

// sized is a box with a false size. 0 means to the end of the file.
func sized(kind string, size uint32, content ...[]byte) []byte {
	b := box(kind, content...)
	binary.BigEndian.PutUint32(b, size)
	return b
}

// longBox is a box with a 64-bit size.
func longBox(kind string, size uint64, content ...[]byte) []byte {
	b := append([]byte{0, 0, 0, 1}, kind...)
	return append(binary.BigEndian.AppendUint64(b, size), slices.Concat(content...)...)
}

// fullBox is a box with flags and version 0.
func fullBox(kind string, flags uint32, content ...[]byte) []byte {
	return box(kind, append([][]byte{binary.BigEndian.AppendUint32(nil, flags)}, content...)...)
}

func be16(values ...int) []byte {
	var b []byte
	for _, v := range values {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return b
}

func be32(values ...int) []byte {
	var b []byte
	for _, v := range values {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// sampleBytes is the size of every sample.
const sampleBytes = 24

// movie is an MP4 or QuickTime file with a picture track and, unless it is silent, a sound track.
type movie struct {
	brand         string
	codec         string
	width, height int
	// frames is the number of pictures, and delta the duration of each, in 1/timescale seconds.
	frames, delta, timescale int
	// deltas are more runs of pictures, each with a count and a duration.
	deltas [][2]int
	// rotation is clockwise, in degrees.
	rotation           int
	silent, noPicture  bool
	late, fragmented   bool
	edits              []byte
	userData           []byte
	duration           int // that of the pictures if 0
	noDuration         bool
	sampleCount        int // the count in the table of sizes, the true one if 0
	constantSizes      bool
	fields             bool // its pictures are interlaced
	allowsFields       bool // its parameter set allows fields
	audioRate, audioCh int
}

func usualMovie() movie {
	return movie{brand: "isom", codec: "avc1", width: 720, height: 1280, frames: 120, delta: 1000, timescale: 30_000, constantSizes: true, audioRate: 48_000, audioCh: 2}
}

func (m movie) runs() [][2]int { return append([][2]int{{m.frames, m.delta}}, m.deltas...) }

func (m movie) total() (frames, duration int) {
	for _, r := range m.runs() {
		frames, duration = frames+r[0], duration+r[0]*r[1]
	}
	return frames, duration
}

// file returns the movie, with its index first unless it is late.
func (m movie) file() []byte {
	ftyp := box("ftyp", []byte(m.brand), be32(512), []byte(m.brand+"mp42"))
	if m.fragmented {
		return slices.Concat(ftyp, m.index(0), m.fragment(1, 0, m.frames/2), m.fragment(2, m.frames/2, m.frames-m.frames/2))
	}
	frames, _ := m.total()
	media := box("mdat", make([]byte, 2*sampleBytes*frames))
	if m.late {
		return slices.Concat(ftyp, media, m.index(len(ftyp)+8))
	}
	at := len(ftyp) + len(m.index(0)) + 8
	return slices.Concat(ftyp, m.index(at), media)
}

// index returns the moov box for samples that begin at an offset.
func (m movie) index(offset int) []byte {
	frames, duration := m.total()
	shown := duration
	switch {
	case m.noDuration || m.fragmented:
		shown = 0
	case m.duration != 0:
		shown = m.duration
	}
	parts := [][]byte{fullBox("mvhd", 0, be32(0, 0, m.timescale, shown), be32(0x10000), be16(0x100, 0), be32(0, 0), identity(), make([]byte, 24), be32(3))}
	if !m.noPicture {
		parts = append(parts, m.track(1, shown, m.pictureHeader(), m.pictureTable(offset, frames)))
	}
	if !m.silent {
		parts = append(parts, m.track(2, shown, soundHeader(), m.soundTable(offset+frames*sampleBytes, frames)))
	}
	if m.fragmented {
		parts = append(parts, box("mvex", fullBox("trex", 0, be32(1, 1, m.delta, sampleBytes, 0)), fullBox("trex", 0, be32(2, 1, m.delta, sampleBytes, 0))))
	}
	if m.userData != nil {
		parts = append(parts, m.userData)
	}
	return box("moov", parts...)
}

type header struct{ tkhdSize, mediaHeader, handler []byte }

func (m movie) pictureHeader() header {
	return header{append(m.matrix(), be32(m.width<<16, m.height<<16)...), fullBox("vmhd", 1, make([]byte, 8)), []byte("vide")}
}

func soundHeader() header {
	return header{append(identity(), be32(0, 0)...), fullBox("smhd", 0, make([]byte, 4)), []byte("soun")}
}

func (m movie) track(id, duration int, h header, table []byte) []byte {
	volume := 0
	if string(h.handler) == "soun" {
		volume = 0x100
	}
	parts := [][]byte{fullBox("tkhd", 7, be32(0, 0, id, 0, duration, 0, 0), be16(0, 0, volume, 0), h.tkhdSize)}
	if m.edits != nil {
		parts = append(parts, box("edts", m.edits))
	}
	media := box("mdia",
		fullBox("mdhd", 0, be32(0, 0, m.timescale, duration), be16(0x55c4, 0)),
		fullBox("hdlr", 0, be32(0), h.handler, make([]byte, 12), []byte{0}),
		box("minf", h.mediaHeader, box("dinf", fullBox("dref", 0, be32(1), fullBox("url ", 1))), table))
	return box("trak", append(parts, media)...)
}

func identity() []byte { return be32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000) }

func (m movie) matrix() []byte {
	switch m.rotation {
	case 90:
		return be32(0, 0x10000, 0, -0x10000, 0, 0, m.height<<16, 0, 0x40000000)
	case 180:
		return be32(-0x10000, 0, 0, 0, -0x10000, 0, m.width<<16, m.height<<16, 0x40000000)
	case 270:
		return be32(0, -0x10000, 0, 0x10000, 0, 0, 0, m.width<<16, 0x40000000)
	default:
		return identity()
	}
}

func (m movie) pictureTable(offset, frames int) []byte {
	config := box("avcC", m.decoderConfig())
	if m.codec != "avc1" {
		// Main profile, 4:2:0 of 8 bits, without parameter sets.
		config = box("hvcC", []byte{1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 0})
	}
	if m.fields {
		config = append(config, box("fiel", []byte{2, 1})...)
	}
	entry := box(m.codec, make([]byte, 6), be16(1), make([]byte, 16), be16(m.width, m.height), be32(0x480000, 0x480000, 0), be16(1), make([]byte, 32), be16(24, 0xffff), config)
	return m.sampleTable(entry, offset, frames, m.runs())
}

func (m movie) soundTable(offset, frames int) []byte {
	config := fullBox("esds", 0, []byte{3, 25, 0, 2, 0, 4, 17, 0x40, 0x15, 0, 0, 0, 0, 1, 0xf4, 0, 0, 1, 0xf4, 0, 5, 2, 0x11, 0x90, 6, 1, 2})
	entry := box("mp4a", make([]byte, 6), be16(1), make([]byte, 8), be16(m.audioCh, 16, 0, 0), be32(m.audioRate<<16), config)
	return m.sampleTable(entry, offset, frames, m.runs())
}

func (m movie) sampleTable(entry []byte, offset, frames int, runs [][2]int) []byte {
	description := fullBox("stsd", 0, be32(1), entry)
	if m.fragmented {
		return box("stbl", description, fullBox("stts", 0, be32(0)), fullBox("stsc", 0, be32(0)), fullBox("stsz", 0, be32(0, 0)), fullBox("stco", 0, be32(0)))
	}
	times := be32(len(runs))
	for _, r := range runs {
		times = append(times, be32(r[0], r[1])...)
	}
	return box("stbl", description,
		fullBox("stts", 0, times), fullBox("stss", 0, be32(1, 1)),
		fullBox("stsc", 0, be32(1, 1, frames, 1)), m.sizes(frames), fullBox("stco", 0, be32(1, offset)))
}

func (m movie) sizes(frames int) []byte {
	count := frames
	if m.sampleCount != 0 {
		count = m.sampleCount
	}
	if m.constantSizes {
		return fullBox("stsz", 0, be32(sampleBytes, count))
	}
	list := be32(0, count)
	for range frames {
		list = append(list, be32(sampleBytes)...)
	}
	return fullBox("stsz", 0, list)
}

// fragment returns a moof box with its mdat box.
func (m movie) fragment(number, first, count int) []byte {
	traf := func(id, offset int) []byte {
		return box("traf", fullBox("tfhd", 0x020000, be32(id)), fullBox("tfdt", 0, be32(first*m.delta)), fullBox("trun", 1, be32(count, offset)))
	}
	build := func(offset int) []byte {
		return box("moof", fullBox("mfhd", 0, be32(number)), traf(1, offset), traf(2, offset+count*sampleBytes))
	}
	return append(build(len(build(0))+8), box("mdat", make([]byte, 2*count*sampleBytes))...)
}

// decoderConfig is an H.264 configuration record: baseline, 4:2:0, with sides rounded up to whole
// macroblocks.
func (m movie) decoderConfig() []byte {
	var w bitWriter
	w.write(66, 8)
	w.write(0, 8)
	w.write(40, 8)
	for _, v := range []uint32{0, 0, 2, 1} {
		w.exponential(v)
	}
	w.write(0, 1)
	w.exponential(uint32(max((m.width+15)/16, 1) - 1))
	rows := max((m.height+15)/16, 1)
	progressive := uint32(1)
	if m.allowsFields {
		rows, progressive = (rows+1)/2, 0
	}
	w.exponential(uint32(rows - 1))
	if w.write(progressive, 1); m.allowsFields {
		w.write(0, 1)
	}
	w.write(1, 1) // direct_8x8_inference
	w.write(0, 1) // no cropping
	w.write(0, 1) // no VUI
	w.write(1, 1)
	for w.count != 0 {
		w.write(0, 1)
	}
	sps := append([]byte{0x67}, w.b...)
	return slices.Concat([]byte{1, 66, 0, 40, 0xff, 0xe1}, be16(len(sps)), sps, []byte{1, 0, 4, 0x68, 0xce, 0x3c, 0x80})
}

// exponential writes an unsigned Exp-Golomb code.
func (w *bitWriter) exponential(v uint32) {
	n := bits.Len32(v + 1)
	w.write(0, n-1)
	w.write(v+1, n)
}
