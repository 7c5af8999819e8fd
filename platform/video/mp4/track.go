package mp4

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"time"
)

// The kinds of tracks that have pictures or sound.
const (
	Picture = "vide"
	Sound   = "soun"
)

// Track is what a file says about one of its tracks.
type Track struct {
	ID uint32
	// Number is the place of the track in the file, from 0, as ffmpeg counts: a cover that stands
	// before it counts too.
	Number int
	// Kind is Picture, Sound, or the code of another kind.
	Kind string
	// Enabled is the track's flag. The pictures for a list of chapters, for example, are not
	// enabled.
	Enabled bool
	// Duration is how long the track is shown or heard. It is zero if unknown.
	Duration time.Duration
	// Pictures is how many pictures it has.
	Pictures int64
	// Codec is the common name of the codec (h264, hevc, aac), or the file's own code in lower
	// case.
	Codec string

	// CodedWidth and CodedHeight are the size of the picture as it is stored, Width and Height as
	// it is shown.
	CodedWidth, CodedHeight int
	Width, Height           int
	// Rotation is the clockwise rotation of the stored picture for display: 0, 90, 180 or 270
	// degrees.
	Rotation int
	// FrameRate is the average, MaxFrameRate that of the fastest half second.
	FrameRate, MaxFrameRate float64
	// Interlaced is set only if the file says so for certain.
	Interlaced bool
	// Chroma is 4:2:0 and so on, empty if unknown. BitDepth is zero if unknown.
	Chroma   string
	BitDepth int

	Channels, SampleRate int
}

// track collects what the boxes of a track say.
type track struct {
	Track

	scale, units uint64
	// flags are the last eight of the tkhd box.
	flags byte
	// shownWidth and shownHeight are the size in the tkhd box, before rotation.
	shownWidth, shownHeight float64
	description             description
	meter                   meter
	// samples says where the media data are.
	samples samples
	edits   edits
	// offsets gives the times of the track's first pictures, without edits.
	offsets composition
	// each is the default duration of a fragment's samples.
	each uint32
	// last is the offset of the track's last chunk.
	last int64
	// shift is the delay of the pictures that replaces the edit lists.
	shift int64
}

// trackList are the tracks of a movie, in the order of the file.
type trackList []*track

// byID returns the track with the id, or nil.
func (l trackList) byID(id uint32) *track {
	for _, t := range l {
		if t.ID == id {
			return t
		}
	}
	return nil
}

func (in *inspector) visitTrack(b box) error {
	if len(in.tracks) >= maxTracks {
		return &DamageError{At: b.head}
	}
	t := &track{}
	t.Number = len(in.tracks) + in.metadata.covers
	t.description.Track = &t.Track
	in.tracks = append(in.tracks, t)
	return eachBox(in.r, b.start, b.end, func(b box) error {
		switch b.kind {
		case "tkhd":
			return t.readHeader(in.r, b)
		case "edts":
			return t.readEdits(in.r, b)
		case "mdia":
			return in.visitMediaBox(t, b)
		case "meta", "uuid", "udta":
			return in.metadata.visit(b)
		default:
			in.metadata.visitOther(b)
		}
		return nil
	})
}

func (in *inspector) visitMediaBox(t *track, b box) error {
	return eachBox(in.r, b.start, b.end, func(b box) (err error) {
		switch b.kind {
		case "mdhd":
			t.scale, t.units, err = readHeader(in.r, b)
			t.meter.setScale(float64(t.scale))
		case "hdlr":
			var buf [12]byte
			err = readPrefix(in.r, b, buf[:])
			t.Kind = string(buf[8:])
		case "minf":
			return eachBox(in.r, b.start, b.end, func(b box) error {
				if b.kind != "stbl" {
					return nil
				}
				return in.visitTable(t, b)
			})
		case "meta", "uuid", "udta":
			return in.metadata.visit(b)
		}
		return err
	})
}

// visitTable reads the boxes of a sample table, which come in any order.
func (in *inspector) visitTable(t *track, b box) error {
	return eachBox(in.r, b.start, b.end, func(b box) error {
		switch b.kind {
		case "stsd":
			return t.description.read(in.r, b)
		case "stts":
			t.samples.times = b
			return t.readTimes(in.r, b)
		case "stsz":
			return t.samples.readSizes(in.r, b)
		case "stsc":
			return t.samples.readGroups(in.r, b)
		case "ctts":
			return t.offsets.read(in.r, b)
		case "stco":
			return t.readLast(in.r, b, 4)
		case "co64":
			return t.readLast(in.r, b, 8)
		case "saio":
			in.hasAuxiliary = true
		}
		return nil
	})
}

// The layout of tkhd. Offsets from the end are the same in both versions of the box.
const (
	tkhdShort, tkhdLong = 84, 96
	flagsEnd            = 4
	matrixFromEnd       = 44
	sizeFromEnd         = 8
)

func (t *track) readHeader(r io.ReaderAt, b box) error {
	var buf [tkhdLong]byte
	if err := readPrefix(r, b, buf[:tkhdShort]); err != nil {
		return err
	}
	end, id := tkhdShort, 12
	if buf[0] != 0 {
		if err := readPrefix(r, b, buf[:]); err != nil {
			return err
		}
		end, id = tkhdLong, 20
	}
	t.ID = binary.BigEndian.Uint32(buf[id:])
	t.flags = buf[flagsEnd-1]
	t.Enabled = t.flags&1 != 0
	t.shownWidth, t.shownHeight = fixed(buf[end-sizeFromEnd:]), fixed(buf[end-sizeFromEnd+4:])
	t.Rotation = rotation(buf[end-matrixFromEnd:])
	return nil
}

// fixed reads a 16.16 fixed-point number.
func fixed(b []byte) float64 { return float64(binary.BigEndian.Uint32(b)) / (1 << 16) }

// rotation returns the quarter turn that is closest to a matrix. It ignores mirroring.
func rotation(matrix []byte) int {
	at := func(i int) float64 { return float64(int32(binary.BigEndian.Uint32(matrix[4*i:]))) }
	a, b, c, d := at(0), at(1), at(3), at(4)
	if math.Abs(b)+math.Abs(c) > math.Abs(a)+math.Abs(d) {
		if b > 0 || b == 0 && c < 0 {
			return 90
		}
		return 270
	}
	if a < 0 && d < 0 {
		return 180
	}
	return 0
}

func (t *track) readEdits(r io.ReaderAt, b box) error {
	return eachBox(r, b.start, b.end, func(b box) error {
		if b.kind != "elst" {
			return nil
		}
		return t.edits.read(r, b)
	})
}

// readTimes reads an stts box, the durations of the samples.
func (t *track) readTimes(r io.ReaderAt, b box) error {
	count, err := tableCount(r, b, 8)
	if err != nil {
		return err
	}
	return eachEntry(r, b.start+8, count, 8, func(entry []byte) bool {
		t.meter.add(binary.BigEndian.Uint32(entry), binary.BigEndian.Uint32(entry[4:]))
		t.offsets.addTimes(entry)
		return true
	})
}

// readLast reads the last chunk offset of a table with entries of width bytes. A file that ends
// before it is truncated.
func (t *track) readLast(r io.ReaderAt, b box, width int64) error {
	count, err := tableCount(r, b, width)
	t.samples.places, t.samples.chunks = b, count
	if err != nil || count == 0 {
		return err
	}
	var buf [8]byte
	if err := readFull(r, buf[8-width:], b.start+8+(count-1)*width); err != nil {
		return err
	}
	t.last = int64(min(binary.BigEndian.Uint64(buf[:]), math.MaxInt64))
	return nil
}

// summarize fills in the Track once all boxes are read. movieScale is the movie's units per second.
func (t *track) summarize(movieScale uint64, isFragmented bool) {
	t.FrameRate, t.MaxFrameRate = t.meter.rates()
	if t.Kind != Picture {
		t.FrameRate, t.MaxFrameRate, t.Rotation = 0, 0, 0
	}
	if t.Kind == Picture {
		t.Pictures = int64(min(t.meter.samples, math.MaxInt32))
	}
	units := toUnits(t.meter.units)
	switch {
	case isFragmented || units == 0:
		units = max(units, t.units)
	case t.units > 0:
		units = min(units, t.units)
	}
	if t.scale > 0 {
		// What is shown first is not what is stored first.
		late := toDuration(uint64(max(t.edits.start-t.offsets.first(), 0)), t.scale)
		t.Duration = t.edits.shown(toDuration(units, t.scale), late, movieScale, isFragmented)
	}
	t.Interlaced = t.description.fields > 1
	t.summarizeSize()
}

func toUnits(f float64) uint64 { return uint64(min(f, math.MaxInt64)) }

// summarizeSize computes the size of the picture as it is shown, from the shape of its pixels or
// else from the size in the tkhd box.
func (t *track) summarizeSize() {
	if t.CodedWidth == 0 || t.CodedHeight == 0 {
		t.CodedWidth, t.CodedHeight = int(t.shownWidth), int(t.shownHeight)
	}
	width, height := float64(t.CodedWidth), float64(t.CodedHeight)
	switch {
	case t.description.pixelAspect > 0:
		width *= t.description.pixelAspect
	case t.shownWidth >= 1 && t.shownHeight >= 1 && height > 0:
		width = height * t.shownWidth / t.shownHeight
	}
	t.Width, t.Height = int(math.Round(min(width, maxSide))), int(height)
	if t.Rotation == 90 || t.Rotation == 270 {
		t.Width, t.Height = t.Height, t.Width
	}
}

// maxSide bounds a picture's sides, whatever pixel shape the file gives.
const maxSide = 1 << 20

// flaw returns an error if the tables of a picture or sound track in a file of size bytes lead to
// no media. It accepts any other track: text or metadata may have empty samples.
func (t *track) flaw(size int64) error {
	s := &t.samples
	if t.Kind != Picture && t.Kind != Sound || t.Codec == "" || s.count == 0 || s.sizes.kind != "stsz" {
		return nil
	}
	switch {
	case s.bytes == 0:
		return &DamageError{At: s.sizes.head, Why: "the sizes of its samples are all zero"}
	case s.bytes > uint64(size):
		return &DamageError{At: s.sizes.head, Why: "its samples are larger than the file"}
	case s.places.kind != "" && s.chunks > 0 && t.last == 0:
		return &DamageError{At: s.places.head, Why: "the places of its samples are zero"}
	case s.groups.kind != "" && s.chunks > 0 && s.grouped == 0:
		return &DamageError{At: s.groups.head, Why: "no chunk has samples"}
	case s.times.kind != "" && s.count > 1 && t.meter.units == 0:
		return &DamageError{At: s.times.head, Why: "its samples last no time"}
	}
	return nil
}

// tableCount returns the number of entries of width bytes in a table, which must fit into its box.
func tableCount(r io.ReaderAt, b box, width int64) (int64, error) {
	var buf [8]byte
	if err := readPrefix(r, b, buf[:]); err != nil {
		return 0, err
	}
	count := int64(binary.BigEndian.Uint32(buf[4:]))
	if count > (b.end-b.start-8)/width {
		return 0, &DamageError{At: b.head}
	}
	return count, nil
}

// readUpTo reads at most most bytes of a box, which must have at least least.
func readUpTo(r io.ReaderAt, b box, least, most int64) ([]byte, error) {
	if b.end-b.start < least {
		return nil, &DamageError{At: b.head}
	}
	buf := make([]byte, min(b.end-b.start, most))
	return buf, readFull(r, buf, b.start)
}

// ignoreDamage drops an ErrNotMovie.
func ignoreDamage(err error) error {
	if errors.Is(err, ErrNotMovie) {
		return nil
	}
	return err
}
