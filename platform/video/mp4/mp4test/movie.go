// Package mp4test builds MP4 and MOV files for tests, with complete tables and with faults on
// request. Their samples are numbered bytes, which no decoder can decode.
package mp4test

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"
)

// Movie describes the file to build. The zero value is an upright MP4 file of ten seconds, 1080 by
// 1920, H.264 at 30 frames a second with stereo AAC, in the structure that networks require.
type Movie struct {
	// Brand is isom if empty; None leaves the box out.
	Brand    string
	Duration time.Duration
	// Width and Height are the size of the stored picture.
	Width, Height int
	// Rotation is 0, 90, 180 or 270 degrees clockwise.
	Rotation int
	// PixelWidth and PixelHeight are the shape of a pixel, square if zero.
	PixelWidth, PixelHeight int
	// Codec is the code of the picture's codec, avc1 if empty. Config is the content of its avcC,
	// hvcC or av1C box.
	Codec  string
	Config []byte
	// Fields is the number of fields in the fiel box, which is left out if zero.
	Fields int
	// FrameRate is 30 if zero. Deltas are the durations of the first pictures, in 1/Scale seconds.
	FrameRate int
	Deltas    []uint32
	// Shifts are the composition offsets of the pictures, repeated, in 1/Scale seconds; none if
	// empty.
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
	// Location is a place in the form of ISO 6709. KeyedLocation is one that is stored in
	// QuickTime's keys.
	Location, KeyedLocation string
	// LocationKey is the key of KeyedLocation, QuickTime's own if empty.
	LocationKey string
	// Wide uses co64 instead of stco.
	Wide bool
	// Fragments is the number of movie fragments (moof); none if zero.
	Fragments int
	// SampleSize is the size of a sample in bytes, 16 if zero. Padding is the number of media bytes
	// that belong to no sample.
	SampleSize int
	Padding    int
	// SizeTable writes the size of each sample instead of one for all.
	SizeTable bool
	// Extra is appended to moov.
	Extra []byte
}

// Edit is an entry of an edit list.
type Edit struct {
	// Length is in 1/MovieScale seconds.
	Length uint32
	// Start is in 1/Scale seconds for pictures and in samples of sound for sound; -1 is a pause.
	Start int32
	// Still holds a picture: the rate is 0 instead of 1.
	Still bool
}

const (
	// None leaves something out.
	None = "none"
	// Scale is the time scale of the picture track, MovieScale that of the movie, in units per
	// second.
	Scale      = 90_000
	MovieScale = 1000
	// SoundSamples is the number of samples in a packet of sound.
	SoundSamples = 1024
)

// Box returns a box with the content.
func Box(kind string, content ...[]byte) []byte {
	body := slices.Concat(content...)
	return slices.Concat(be32(uint32(len(body)+8)), []byte(kind), body)
}

// File returns a file with a movie header of that duration, the given boxes in moov, and some media
// data.
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
		f.base = len(head) + 8
		return slices.Concat(head, Box("mdat", media), f.moov())
	}
	f.base = len(head) + len(moov) + 8
	return slices.Concat(head, f.moov(), Box("mdat", media))
}

func (m Movie) withDefaults() Movie {
	m.Brand, m.Duration = cmp.Or(m.Brand, "isom"), cmp.Or(m.Duration, 10*time.Second)
	if m.Width == 0 && m.Height == 0 {
		m.Width, m.Height = 1080, 1920
	}
	m.Codec, m.SoundCodec = cmp.Or(m.Codec, "avc1"), cmp.Or(m.SoundCodec, "mp4a")
	m.FrameRate, m.Channels, m.Rate = cmp.Or(m.FrameRate, 30), cmp.Or(m.Channels, 2), cmp.Or(m.Rate, 48_000)
	m.SampleSize = cmp.Or(m.SampleSize, 16)
	return m
}

// fragmented returns a file whose samples are in movie fragments.
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
