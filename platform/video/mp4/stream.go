package mp4

// The tags of the descriptors in an esds box.
const (
	tagStream   = 3
	tagDecoder  = 4
	tagSpecific = 5
)

// skipStreamHeader returns what follows the fields of an ES_Descriptor. Its flags say which fields
// it has.
func skipStreamHeader(b []byte) []byte {
	const header = 3
	if len(b) < header {
		return nil
	}
	flags, at := b[2], header
	if flags&0x80 != 0 {
		at += 2
	}
	if flags&0x40 != 0 && at < len(b) {
		at += 1 + int(b[at])
	}
	if flags&0x20 != 0 {
		at += 2
	}
	return b[min(at, len(b)):]
}

// descriptor reads a tag, a length of one to four bytes, and as much of the body as there is.
func descriptor(b []byte) (tag byte, body []byte) {
	if len(b) < 2 {
		return 0, nil
	}
	tag, b = b[0], b[1:]
	length := 0
	for i := 0; i < 4 && len(b) > 0; i++ {
		c := b[0]
		b = b[1:]
		length = length<<7 | int(c&0x7f)
		if c&0x80 == 0 {
			break
		}
	}
	return tag, b[:min(length, len(b))]
}

// AACConfig returns the sample rate and the number of channels in an AudioSpecificConfig, which an
// esds box and the CodecPrivate of Matroska contain. Each is zero if only the stream itself has it.
func AACConfig(config []byte) (rate, channels int) {
	const (
		spectralBand = 5
		stereo       = 29
	)
	bits := bitReader{b: config}
	object := aacObject(&bits)
	rate = aacRate(&bits)
	layout := bits.read(4)
	if object == spectralBand || object == stereo {
		rate = aacRate(&bits)
	}
	channels = aacChannels(layout)
	if object == stereo && channels == 1 {
		channels = 2
	}
	if bits.short {
		return 0, 0
	}
	return rate, channels
}

func aacObject(bits *bitReader) int {
	const escape = 31
	object := bits.read(5)
	if object == escape {
		object = 32 + bits.read(6)
	}
	return object
}

func aacRate(bits *bitReader) int {
	const escape = 15
	index := bits.read(4)
	if index == escape {
		return bits.read(24)
	}
	rates := [...]int{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}
	if index >= len(rates) {
		return 0
	}
	return rates[index]
}

func aacChannels(layout int) int {
	switch {
	case layout <= 6:
		return layout
	case layout == 7, layout == 12, layout == 14:
		return 8
	case layout == 11:
		return 7
	}
	return 0
}
