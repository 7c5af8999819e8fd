// Package videotest builds Matroska, WebM and AVI files for tests, with faults on request; package
// mp4test builds MP4 and MOV files. No decoder can decode their pictures.
package videotest

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"
)

// AVI describes the file to build. The zero value is an AVI file of ten seconds, 640 by 480, MPEG-4
// at 25 frames a second with stereo MP3.
type AVI struct {
	Duration      time.Duration
	Width, Height int
	// FourCC is the code of the picture codec, XVID if empty. Tag is that of the sound codec, 0x55
	// if zero.
	FourCC         string
	Tag            uint16
	FrameRate      int
	Channels, Rate int
	// AcrossTo and DownTo are the aspect ratio of the picture, none if zero.
	AcrossTo, DownTo uint16
	Interlaced       bool
	Mute, NoPicture  bool
	// Crashed leaves out the header fields that a recorder writes at the end.
	Crashed bool
}

// Extensible is the tag of WAVEFORMATEXTENSIBLE, whose codec is in its subformat; here that is PCM.
const Extensible = 0xfffe

// Chunk returns a RIFF chunk.
func Chunk(kind string, content ...[]byte) []byte {
	body := slices.Concat(content...)
	b := slices.Concat([]byte(kind), le32(len(body)), body)
	if len(body)%2 != 0 {
		b = append(b, 0)
	}
	return b
}

// List returns a RIFF list.
func List(kind string, content ...[]byte) []byte {
	return Chunk("LIST", []byte(kind), slices.Concat(content...))
}

func le32(n int) []byte    { return binary.LittleEndian.AppendUint32(nil, uint32(n)) }
func le16(n uint16) []byte { return binary.LittleEndian.AppendUint16(nil, n) }

// Bytes returns the file.
func (a AVI) Bytes() []byte {
	a = a.withDefaults()
	frames := int(a.Duration * time.Duration(a.FrameRate) / time.Second)
	declared := frames
	if a.Crashed {
		declared = 0
	}
	streams := [][]byte{a.mainHeader(declared)}
	if !a.NoPicture {
		streams = append(streams, a.pictures(declared))
	}
	if !a.Mute {
		streams = append(streams, a.sound())
	}
	var media, index []byte
	for i := range frames {
		index = append(index, slices.Concat([]byte("00dc"), le32(0), le32(4+i*24), le32(16))...)
		media = append(media, Chunk("00dc", make([]byte, 16))...)
	}
	return Chunk("RIFF", []byte("AVI "), List("hdrl", streams...), Chunk("JUNK", make([]byte, 11)), List("movi", media), Chunk("idx1", index))
}

func (a AVI) withDefaults() AVI {
	a.Duration = cmp.Or(a.Duration, 10*time.Second)
	if a.Width == 0 {
		a.Width, a.Height = 640, 480
	}
	a.FourCC = cmp.Or(a.FourCC, "XVID")
	a.Tag = cmp.Or(a.Tag, 0x55)
	a.FrameRate = cmp.Or(a.FrameRate, 25)
	a.Channels = cmp.Or(a.Channels, 2)
	a.Rate = cmp.Or(a.Rate, 44_100)
	return a
}

func (a AVI) mainHeader(frames int) []byte {
	interval := int(time.Second/time.Microsecond) / a.FrameRate
	return Chunk("avih", le32(interval), make([]byte, 12), le32(frames), make([]byte, 12), le32(a.Width), le32(a.Height), make([]byte, 16))
}

func (a AVI) pictures(frames int) []byte {
	header := Chunk("strh", []byte("vids"+a.FourCC), make([]byte, 12), le32(1), le32(a.FrameRate), le32(0), le32(frames), make([]byte, 20))
	format := Chunk("strf", le32(40), le32(a.Width), le32(a.Height), le16(1), le16(24), []byte(a.FourCC), make([]byte, 20))
	fields := 1
	if a.Interlaced {
		fields = 2
	}
	shape := Chunk("vprp", make([]byte, 20), le16(a.DownTo), le16(a.AcrossTo), le32(a.Width), le32(a.Height), le32(fields))
	return List("strl", header, format, shape)
}

func (a AVI) sound() []byte {
	header := Chunk("strh", []byte("auds\x00\x00\x00\x00"), make([]byte, 12), le32(1), le32(a.Rate), le32(0), le32(0), make([]byte, 20))
	format := slices.Concat(le16(a.Tag), le16(uint16(a.Channels)), le32(a.Rate), le32(16_000), le16(1), le16(16))
	if a.Tag == Extensible {
		format = slices.Concat(format, le16(22), le16(16), le32(3), le32(1), []byte("\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71"))
	} else {
		format = slices.Concat(format, le16(0))
	}
	return List("strl", header, Chunk("strf", format))
}
