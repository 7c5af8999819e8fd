package mp4

// The descriptors of an elementary stream.
const (
	tagStream   = 3
	tagDecoder  = 4
	tagSpecific = 5
)

// skipStreamHeader returns what follows the fields of a stream descriptor. Its flags say which
// fields it has.
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

// descriptor reads a tag, a length of one to four bytes, and the body, as far as there is one.
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

// aac is the configuration of an AAC decoder. A field is zero when the stream itself says it.
type aac struct {
	rate, channels int
}

// AACConfig returns the sample rate and the number of channels that the configuration of an AAC
// decoder gives, as an esds box holds it and Matroska's codec data are; zero for what it does not
// say.
func AACConfig(config []byte) (rate, channels int) {
	c := parseAAC(config)
	return c.rate, c.channels
}

func parseAAC(config []byte) (c aac) {
	const (
		spectralBand = 5
		stereo       = 29
	)
	bits := bitReader{b: config}
	object := aacObject(&bits)
	c.rate = aacRate(&bits)
	layout := bits.read(4)
	if object == spectralBand || object == stereo {
		c.rate = aacRate(&bits)
	}
	c.channels = aacChannels(layout)
	if object == stereo && c.channels == 1 {
		c.channels = 2
	}
	if bits.short {
		return aac{}
	}
	return c
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
