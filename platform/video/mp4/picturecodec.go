package mp4

// chromaName returns how the colour of a picture is sampled, by the number that H.264 and HEVC give
// it.
func chromaName(format int) string {
	switch format {
	case 0:
		return "4:0:0"
	case 1:
		return "4:2:0"
	case 2:
		return "4:2:2"
	case 3:
		return "4:4:4"
	}
	return ""
}

// PictureConfig is what the configuration of a picture codec says, as an avcC or hvcC box holds it
// and Matroska's codec data are.
type PictureConfig struct {
	// Chroma is 4:2:0 and so on, empty when it is not known; so is a BitDepth of zero.
	Chroma   string
	BitDepth int
	// Interlaced is set if it says for certain that pictures are made of fields.
	Interlaced bool
}

// AVCConfig reads the configuration of an H.264 decoder, by its first sequence parameter set.
func AVCConfig(body []byte) PictureConfig {
	const sets, header = 5, 8
	if len(body) < header || body[sets]&0x1f == 0 {
		return PictureConfig{}
	}
	length := int(body[6])<<8 | int(body[7])
	set := body[header:]
	return sequenceH264(set[:min(length, len(set))])
}

// HEVCConfig reads the configuration of an HEVC decoder.
func HEVCConfig(body []byte) PictureConfig {
	const flagsAt, chromaAt, depthAt = 6, 16, 17
	if len(body) <= depthAt {
		return PictureConfig{}
	}
	progressive, interlaced := body[flagsAt]&0x80 != 0, body[flagsAt]&0x40 != 0
	return PictureConfig{
		Chroma:     chromaName(int(body[chromaAt] & 3)),
		BitDepth:   int(body[depthAt]&7) + 8,
		Interlaced: interlaced && !progressive,
	}
}

// vpConfig reads the configuration of a decoder of VP8 or VP9.
func vpConfig(body []byte) PictureConfig {
	const at = 6
	if len(body) <= at {
		return PictureConfig{}
	}
	// 0 and 1 are both 4:2:0, with the colour samples at different places.
	return PictureConfig{BitDepth: int(body[at] >> 4), Chroma: chromaName(max(int(body[at]>>1&7), 1))}
}

// AV1Config reads the configuration of an AV1 decoder.
func AV1Config(body []byte) PictureConfig {
	const flagsAt = 2
	const high, twelve, mono, across, down = 0x40, 0x20, 0x10, 0x08, 0x04
	if len(body) <= flagsAt {
		return PictureConfig{}
	}
	flags := body[flagsAt]
	c := PictureConfig{BitDepth: 8, Chroma: chromaName(3)}
	switch {
	case flags&mono != 0:
		c.Chroma = chromaName(0)
	case flags&across != 0 && flags&down != 0:
		c.Chroma = chromaName(1)
	case flags&across != 0:
		c.Chroma = chromaName(2)
	}
	switch {
	case flags&high != 0 && flags&twelve != 0:
		c.BitDepth = 12
	case flags&high != 0:
		c.BitDepth = 10
	}
	return c
}

// sequenceH264 reads how colours are stored out of a sequence parameter set of H.264. Whether
// pictures are made of fields it does not say: cameras allow for fields in progressive recordings,
// too.
func sequenceH264(set []byte) PictureConfig {
	const header, separatePlanes = 4, 3
	if len(set) < header {
		return PictureConfig{}
	}
	bits := bitReader{b: unescape(set[header:])}
	c := PictureConfig{Chroma: chromaName(1), BitDepth: 8}
	bits.golomb()
	if hasChroma(set[1]) {
		format := bits.golomb()
		c.Chroma = chromaName(format)
		if format == separatePlanes {
			bits.bit()
		}
		c.BitDepth = min(bits.golomb(), maxDepth-8) + 8
	}
	if bits.short {
		return PictureConfig{}
	}
	return c
}

// hasChroma reports whether the parameters of an H.264 profile say how colour is sampled; the
// others are 4:2:0 of 8 bits.
func hasChroma(profile byte) bool {
	switch profile {
	case 100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135:
		return true
	}
	return false
}

// maxDepth is the most bits that a colour of a picture has.
const maxDepth = 16

// unescape takes out the bytes that keep a start code from appearing within a parameter set.
func unescape(b []byte) []byte {
	plain := make([]byte, 0, len(b))
	zeros := 0
	for _, c := range b {
		if zeros >= 2 && c == 3 {
			zeros = 0
			continue
		}
		if c == 0 {
			zeros++
		} else {
			zeros = 0
		}
		plain = append(plain, c)
	}
	return plain
}

// bitReader reads numbers bit by bit. Behind the end it reads zeros and remembers that it did.
type bitReader struct {
	b     []byte
	at    int
	short bool
}

func (r *bitReader) bit() int {
	if r.at >= 8*len(r.b) {
		r.short = true
		return 0
	}
	bit := int(r.b[r.at/8]>>(7-r.at%8)) & 1
	r.at++
	return bit
}

func (r *bitReader) read(n int) (v int) {
	for range n {
		v = v<<1 | r.bit()
	}
	return v
}

// golomb reads a number whose length in bits comes before it as zeros.
func (r *bitReader) golomb() int {
	const most = 31
	zeros := 0
	for r.bit() == 0 {
		if zeros++; zeros > most || r.short {
			r.short = true
			return 0
		}
	}
	return 1<<zeros - 1 + r.read(zeros)
}
