package mp4

import "bytes"

// chromaName returns the chroma subsampling for a chroma_format_idc of H.264 and HEVC.
func chromaName(format int) string {
	names := [...]string{"4:0:0", "4:2:0", "4:2:2", "4:4:4"}
	if format < 0 || format >= len(names) {
		return ""
	}
	return names[format]
}

// PictureConfig is what the configuration record of a picture codec says. An avcC or hvcC box and
// the CodecPrivate of Matroska contain one.
type PictureConfig struct {
	// Chroma is 4:2:0 and so on, empty if unknown. BitDepth is zero if unknown.
	Chroma   string
	BitDepth int
	// Interlaced is set only if the record says so for certain.
	Interlaced bool
}

// AVCConfig reads the configuration record of H.264, by its first sequence parameter set.
func AVCConfig(body []byte) PictureConfig {
	const sets, header = 5, 8
	if len(body) < header || body[sets]&0x1f == 0 {
		return PictureConfig{}
	}
	length := int(body[6])<<8 | int(body[7])
	set := body[header:]
	return sequenceH264(set[:min(length, len(set))])
}

// HEVCConfig reads the configuration record of HEVC.
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

// vpConfig reads the configuration record of VP8 or VP9.
func vpConfig(body []byte) PictureConfig {
	const at = 6
	if len(body) <= at {
		return PictureConfig{}
	}
	// 0 and 1 are both 4:2:0, with the colour samples at different places.
	return PictureConfig{BitDepth: int(body[at] >> 4), Chroma: chromaName(max(int(body[at]>>1&7), 1))}
}

// AV1Config reads the configuration record of AV1.
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

// sequenceH264 reads chroma and bit depth from a sequence parameter set of H.264. It does not set
// Interlaced: cameras allow fields in progressive recordings too.
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

// hasChroma reports whether the parameter sets of an H.264 profile have a chroma format. The other
// profiles are 4:2:0 of 8 bits.
func hasChroma(profile byte) bool {
	return bytes.IndexByte([]byte{100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135}, profile) >= 0
}

// maxDepth bounds the bit depth.
const maxDepth = 16

// unescape removes the emulation prevention bytes of a parameter set.
func unescape(b []byte) []byte {
	return bytes.ReplaceAll(b, []byte{0, 0, 3}, []byte{0, 0})
}

// bitReader reads bits. Past the end it reads zeros and sets short.
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

// golomb reads an unsigned Exp-Golomb code.
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
