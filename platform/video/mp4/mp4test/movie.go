// Package mp4test builds MP4 and MOV files for tests: whole, with the tables of a real one, and
// with such faults as are asked for. Their samples are numbered bytes that no decoder knows what to
// do with.
package mp4test

import (
	"encoding/binary"
	"slices"
	"time"
)

// Movie says what file to build. Its zero value is an upright MP4 of ten seconds, 1080 by 1920,
// H.264 at 30 frames a second with AAC in stereo, put together the way networks want it.
type Movie struct {
	// Brand is isom if empty; None leaves the box out.
	Brand    string
	Duration time.Duration
	// Width and Height are those of the stored picture.
	Width, Height int
	// Rotation is 0, 90, 180 or 270 degrees clockwise.
	Rotation int
	// PixelWidth and PixelHeight are the shape of a pixel, square if zero.
	PixelWidth, PixelHeight int
	// Codec is the code of the picture's codec, avc1 if empty. Config is the content of its avcC,
	// hvcC or av1C box.
	Codec  string
	Config []byte
	// Fields is of how many a picture is made by the fiel box, which is left out if zero.
	Fields int
	// FrameRate is 30 if zero. Deltas are how long the first pictures last instead, in 1/Scale
	// seconds.
	FrameRate int
	Deltas    []uint32
	// Shifts are how much later than decoded the pictures are shown, over and over, in 1/Scale
	// seconds; none if empty.
	Shifts []int32
	// Mute leaves the sound out, NoPicture the pictures.
	Mute, NoPicture bool
	// SoundCodec is mp4a if empty. Channels are 2 and Rate 48,000 if zero.
	SoundCodec     string
	Channels, Rate int

	// Late puts moov behind the media data.
	Late bool
	// PictureEdits and SoundEdits are the edit lists.
	PictureEdits, SoundEdits []Edit
	// Location is where it was taken, as ISO 6709 has it; KeyedLocation the same the way QuickTime
	// keeps it.
	Location, KeyedLocation string
	// LocationKey names KeyedLocation; it is QuickTime's if empty.
	LocationKey string
	// Wide uses co64 instead of stco.
	Wide bool
	// Fragments is into how many parts with a moof each the file is cut; none if zero.
	Fragments int
	// SampleSize is how many bytes a sample has, 16 if zero. Padding is how many bytes of media
	// belong to none.
	SampleSize int
	Padding    int
	// SizeTable says the size of each sample by itself.
	SizeTable bool
	// Extra comes into moov behind everything else.
	Extra []byte
}

// Edit is an entry of an edit list.
type Edit struct {
	// Length is in 1/MovieScale seconds.
	Length uint32
	// Start is in 1/Scale seconds for pictures and in samples of sound for sound; -1 is a pause.
	Start int32
	// Rate is 1 if zero, Still for none.
	Rate uint32
}

const (
	// None stands for something that is to be left out.
	None = "none"
	// Still is the rate of an edit that holds a picture.
	Still = 1 << 31
	// Scale is how many units of time the pictures' track has in a second, MovieScale how many the
	// movie has.
	Scale      = 90_000
	MovieScale = 1000
	// SoundSamples is how many samples a packet of sound has.
	SoundSamples = 1024
)

// Box returns a box of the content.
func Box(kind string, content ...[]byte) []byte {
	body := slices.Concat(content...)
	return slices.Concat(be32(uint32(len(body)+8)), []byte(kind), body)
}

// File returns a file of nothing but a header that says how long it lasts, and some media data.
func File(lasts time.Duration, moov ...[]byte) []byte {
	return slices.Concat(Box("ftyp", []byte("isom\x00\x00\x02\x00isommp42")), Box("moov", slices.Concat(moov...), movieHeader(lasts)), Box("mdat", make([]byte, 64)))
}

func movieHeader(lasts time.Duration) []byte {
	b := make([]byte, 100)
	binary.BigEndian.PutUint32(b[12:], MovieScale)
	binary.BigEndian.PutUint32(b[16:], uint32(lasts.Milliseconds()))
	return Box("mvhd", b)
}

func be32(n uint32) []byte { return binary.BigEndian.AppendUint32(nil, n) }
func be16(n uint16) []byte { return binary.BigEndian.AppendUint16(nil, n) }

// Bytes returns the file.
func (m Movie) Bytes() []byte {
	m = m.withDefaults()
	f := &file{Movie: m, tracks: m.tracks()}
	var head []byte
	if m.Brand != None {
		head = Box("ftyp", []byte(m.Brand+"\x00\x00\x02\x00"+m.Brand+"mp41"))
	}
	if m.Fragments > 0 {
		return f.fragmented(head)
	}
	media := f.media()
	moov := f.moov()
	if m.Late {
		f.place(len(head) + 8)
		return slices.Concat(head, Box("mdat", media), f.moov())
	}
	f.place(len(head) + len(moov) + 8)
	return slices.Concat(head, f.moov(), Box("mdat", media))
}

func (m Movie) withDefaults() Movie {
	m.Brand = orText(m.Brand, "isom")
	if m.Duration == 0 {
		m.Duration = 10 * time.Second
	}
	if m.Width == 0 && m.Height == 0 {
		m.Width, m.Height = 1080, 1920
	}
	m.Codec, m.SoundCodec = orText(m.Codec, "avc1"), orText(m.SoundCodec, "mp4a")
	m.FrameRate, m.Channels, m.Rate = or(m.FrameRate, 30), or(m.Channels, 2), or(m.Rate, 48_000)
	m.SampleSize = or(m.SampleSize, 16)
	return m
}

func or(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

func orText(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// fragmented returns a file whose samples are in parts, each with a table of its own.
func (f *file) fragmented(head []byte) []byte {
	var extends [][]byte
	for _, t := range f.tracks {
		extends = append(extends, Box("trex", make([]byte, 4), be32(t.id), be32(1), be32(t.deltas[0]), be32(uint32(f.SampleSize)), be32(0)))
	}
	f.Extra = slices.Concat(f.Extra, Box("mvex", extends...))
	lasts := f.Duration
	f.Duration = 0
	b := slices.Concat(head, f.moov())
	f.Duration = lasts
	for part := range f.Fragments {
		b = append(b, f.fragment(part)...)
	}
	return b
}

func (f *file) fragment(part int) []byte {
	parts := [][]byte{Box("mfhd", make([]byte, 4), be32(uint32(part+1)))}
	var media []byte
	for _, t := range f.tracks {
		from, to := part*len(t.deltas)/f.Fragments, (part+1)*len(t.deltas)/f.Fragments
		var durations []byte
		for i, d := range t.deltas[from:to] {
			durations = append(durations, be32(d)...)
			media = append(media, Sample(t.id, from+i, f.SampleSize)...)
		}
		run := Box("trun", be32(0x100), be32(uint32(to-from)), durations)
		parts = append(parts, Box("traf", Box("tfhd", be32(0x20000), be32(t.id)), run))
	}
	return slices.Concat(Box("moof", parts...), Box("mdat", media))
}
