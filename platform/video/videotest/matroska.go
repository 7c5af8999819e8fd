package videotest

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"time"
)

// Matroska describes the file to build. The zero value is a Matroska file of ten seconds, 1080 by
// 1920, H.264 at 30 frames a second with stereo AAC.
type Matroska struct {
	// DocType is matroska if empty, or webm.
	DocType       string
	Duration      time.Duration
	Width, Height int
	// DisplayWidth and DisplayHeight are the size for display, the stored one if zero.
	DisplayWidth, DisplayHeight int
	// Roll is the counterclockwise rotation of the picture for display, in degrees.
	Roll                   float64
	VideoCodec, AudioCodec string
	// VideoData and AudioData are the CodecPrivate data.
	VideoData, AudioData []byte
	FrameRate            int
	Channels             int
	Rate                 float64
	Interlaced           bool
	// Mute leaves the sound out, NoPicture the pictures.
	Mute, NoPicture bool
	// NoDuration and NoInterval leave out the durations of the file and of each picture.
	NoDuration, NoInterval bool
	// Live leaves out the sizes that a live recorder does not know.
	Live bool
	// Tag is the name of a tag after the media data.
	Tag string
}

// Element returns an EBML element.
func Element(id uint32, content ...[]byte) []byte {
	body := slices.Concat(content...)
	return slices.Concat(idBytes(id), Size(len(body)), body)
}

// Size returns the encoded size of an element, in eight bytes.
func Size(n int) []byte { return binary.BigEndian.AppendUint64(nil, 1<<56|uint64(n)) }

// Endless returns an element of unknown size.
func Endless(id uint32, content ...[]byte) []byte {
	return slices.Concat(idBytes(id), []byte("\x01\xff\xff\xff\xff\xff\xff\xff"), slices.Concat(content...))
}

func idBytes(id uint32) []byte {
	return bytes.TrimLeft(binary.BigEndian.AppendUint32(nil, id), "\x00")
}

func whole(id uint32, n int) []byte {
	if n == 0 {
		return nil
	}
	return Element(id, binary.BigEndian.AppendUint64(nil, uint64(n)))
}

func fraction(id uint32, f float64) []byte {
	if f == 0 {
		return nil
	}
	return Element(id, binary.BigEndian.AppendUint64(nil, math.Float64bits(f)))
}

func text(id uint32, s string) []byte { return Element(id, []byte(s)) }

// Bytes returns the file.
func (m Matroska) Bytes() []byte {
	m = m.withDefaults()
	header := Element(0x1a45dfa3, whole(0x4286, 1), text(0x4282, m.DocType), whole(0x4287, 4), whole(0x4285, 2))
	inner := [][]byte{Element(0xec, make([]byte, 20)), m.info(), m.tracks()}
	inner = append(inner, m.clusters()...)
	if m.Tag != "" {
		inner = append(inner, Element(0x1254c367, Element(0x7373, Element(0x67c8, text(0x45a3, m.Tag), text(0x4487, "value")))))
	}
	segment := Element
	if m.Live {
		segment = Endless
	}
	return slices.Concat(header, segment(0x18538067, inner...))
}

func (m Matroska) withDefaults() Matroska {
	m.DocType = cmp.Or(m.DocType, "matroska")
	m.Duration = cmp.Or(m.Duration, 10*time.Second)
	if m.Width == 0 {
		m.Width, m.Height = 1080, 1920
	}
	m.VideoCodec = cmp.Or(m.VideoCodec, "V_MPEG4/ISO/AVC")
	m.AudioCodec = cmp.Or(m.AudioCodec, "A_AAC")
	m.FrameRate = cmp.Or(m.FrameRate, 30)
	m.Channels = cmp.Or(m.Channels, 2)
	m.Rate = cmp.Or(m.Rate, 48_000)
	return m
}

func (m Matroska) info() []byte {
	var duration []byte
	if !m.NoDuration {
		duration = fraction(0x4489, float64(m.Duration.Milliseconds()))
	}
	return Element(0x1549a966, whole(0x2ad7b1, 1_000_000), duration, text(0x4d80, "videotest"))
}

func (m Matroska) tracks() []byte {
	var all [][]byte
	if !m.NoPicture {
		interlaced, interval := 2, int(time.Second)/m.FrameRate
		if m.Interlaced {
			interlaced = 1
		}
		if m.NoInterval {
			interval = 0
		}
		video := Element(0xe0, whole(0xb0, m.Width), whole(0xba, m.Height), whole(0x54b0, m.DisplayWidth), whole(0x54ba, m.DisplayHeight),
			whole(0x9a, interlaced), Element(0x7670, fraction(0x7675, m.Roll)))
		all = append(all, Element(0xae, whole(0xd7, 1), whole(0x83, 1), text(0x86, m.VideoCodec), Element(0x63a2, m.VideoData), whole(0x23e383, interval), video))
	}
	if !m.Mute {
		audio := Element(0xe1, fraction(0xb5, m.Rate), whole(0x9f, m.Channels))
		all = append(all, Element(0xae, whole(0xd7, 2), whole(0x83, 2), text(0x86, m.AudioCodec), Element(0x63a2, m.AudioData), audio))
	}
	return Element(0x1654ae6b, all...)
}

// clusters returns the media data, a second in each cluster. The last picture of each is in a
// BlockGroup, the others are SimpleBlocks.
func (m Matroska) clusters() (all [][]byte) {
	cluster := Element
	if m.Live {
		cluster = Endless
	}
	frames := int(m.Duration * time.Duration(m.FrameRate) / time.Second)
	for first := 0; first < frames; first += m.FrameRate {
		start := 1000 * first / m.FrameRate
		blocks := [][]byte{Element(0xe7, binary.BigEndian.AppendUint64(nil, uint64(start)))}
		for i := first; i < min(first+m.FrameRate, frames); i++ {
			at := uint16(1000*i/m.FrameRate - start)
			block := slices.Concat([]byte{0x81, byte(at >> 8), byte(at), 0x80}, make([]byte, 16))
			if i+1 < first+m.FrameRate {
				blocks = append(blocks, Element(0xa3, block))
			} else {
				blocks = append(blocks, Element(0xa0, Element(0xa1, block)))
			}
		}
		all = append(all, cluster(0x1f43b675, blocks...))
	}
	return all
}
