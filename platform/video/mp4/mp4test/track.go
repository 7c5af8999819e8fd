package mp4test

import (
	"encoding/binary"
	"slices"
	"time"
)

// file is a movie while it is built.
type file struct {
	Movie

	tracks []*track
	// base is the offset of the media data in the file.
	base int
}

type track struct {
	id, scale uint32
	handler   string
	entry     []byte
	header    []byte
	// deltas are the durations of the samples, shifts their composition offsets.
	deltas []uint32
	shifts []int32
	edits  []Edit
	// places are the offsets of the samples in the media data.
	places []int
}

func (m Movie) tracks() (all []*track) {
	if !m.NoPicture {
		t := &track{scale: Scale, handler: "vide", entry: m.pictureEntry(), edits: m.PictureEdits}
		each := uint32(Scale / m.FrameRate)
		for left := int64(m.Duration) * Scale / int64(time.Second); left > 0; {
			delta := each
			if n := len(t.deltas); n < len(m.Deltas) {
				delta = m.Deltas[n]
			}
			delta = uint32(min(int64(delta), left))
			t.deltas = append(t.deltas, delta)
			left -= int64(delta)
		}
		for i := range t.deltas {
			if len(m.Shifts) > 0 {
				t.shifts = append(t.shifts, m.Shifts[i%len(m.Shifts)])
			}
		}
		all = append(all, t)
	}
	if !m.Mute {
		t := &track{scale: uint32(m.Rate), handler: "soun", entry: m.soundEntry(), edits: m.SoundEdits}
		packets := int64(m.Duration)*int64(m.Rate)/int64(time.Second)/SoundSamples + 1
		t.deltas = slices.Repeat([]uint32{SoundSamples}, int(packets))
		all = append(all, t)
	}
	for i, t := range all {
		t.id = uint32(i + 1)
		t.header = m.trackHeader(t)
	}
	return all
}

func (m Movie) trackHeader(t *track) []byte {
	const idAt, durationAt, matrixAt, sizeAt = 12, 20, 40, 76
	b := make([]byte, 84)
	b[3] = 1
	binary.BigEndian.PutUint32(b[idAt:], t.id)
	binary.BigEndian.PutUint32(b[durationAt:], uint32(m.Duration.Milliseconds()))
	turns := map[int][4]int32{0: {1, 0, 0, 1}, 90: {0, 1, -1, 0}, 180: {-1, 0, 0, -1}, 270: {0, -1, 1, 0}}[m.Rotation]
	for i, at := range []int{0, 4, 12, 16} {
		binary.BigEndian.PutUint32(b[matrixAt+at:], uint32(turns[i]<<16))
	}
	if t.handler == "vide" {
		width := m.Width
		if m.PixelHeight > 0 {
			width = width * m.PixelWidth / m.PixelHeight
		}
		binary.BigEndian.PutUint32(b[sizeAt:], uint32(width)<<16)
		binary.BigEndian.PutUint32(b[sizeAt+4:], uint32(m.Height)<<16)
	}
	return Box("tkhd", b)
}

func (m Movie) pictureEntry() []byte {
	const widthAt, heightAt, length = 24, 26, 78
	b := make([]byte, length)
	b[7] = 1
	binary.BigEndian.PutUint16(b[widthAt:], uint16(m.Width))
	binary.BigEndian.PutUint16(b[heightAt:], uint16(m.Height))
	var boxes []byte
	if m.PixelHeight > 0 {
		boxes = Box("pasp", be32(uint32(m.PixelWidth)), be32(uint32(m.PixelHeight)))
	}
	if m.Fields > 0 {
		boxes = append(boxes, Box("fiel", []byte{byte(m.Fields), 0})...)
	}
	return Box(m.Codec, b, m.config(), boxes)
}

// config returns the box with the decoder's configuration.
func (m Movie) config() []byte {
	kind, config := "avcC", slices.Concat([]byte("\x01\x64\x00\x28\xff\xe1"), be16(uint16(len(progressive))), progressive)
	switch m.Codec {
	case "avc1":
	case "hvc1", "hev1":
		kind, config = "hvcC", []byte("\x01\x01\x60\x00\x00\x00\x90\x00\x00\x00\x00\x00\x78\xf0\x00\xfc\xfd\xf8\xf8\x00\x00\x0f\x00")
	case "av01":
		kind, config = "av1C", []byte("\x81\x08\x0c\x00")
	default:
		return nil
	}
	if m.Config != nil {
		config = m.Config
	}
	return Box(kind, config)
}

// progressive is a sequence parameter set of H.264: High profile, 4:2:0 of 8 bits, whole frames.
var progressive = []byte("\x67\x64\x00\x28\xac\xd9\x40\x44\x02\x27\xe5\xc0\x44\x00\x00\x03\x00\x04\x00\x00\x03\x00\xf0\x3c\x60\xc6\x58")

func (m Movie) soundEntry() []byte {
	const channelsAt, bitsAt, rateAt, length = 16, 18, 24, 28
	b := make([]byte, length)
	b[7], b[bitsAt+1] = 1, 16
	binary.BigEndian.PutUint16(b[channelsAt:], 2)
	binary.BigEndian.PutUint32(b[rateAt:], uint32(m.Rate)<<16)
	if m.SoundCodec != "mp4a" {
		binary.BigEndian.PutUint16(b[channelsAt:], uint16(m.Channels))
		return Box(m.SoundCodec, b)
	}
	rates := []int{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000}
	config := uint16(2<<11 | slices.Index(rates, m.Rate)<<7 | m.Channels<<3)
	decoder := slices.Concat([]byte("\x05\x02"), be16(config))
	stream := slices.Concat([]byte{4, byte(13 + len(decoder)), 0x40, 0x15}, make([]byte, 11), decoder)
	return Box("mp4a", b, Box("esds", make([]byte, 4), []byte{3, byte(3 + len(stream)), 0, byte(1), 0}, stream))
}
