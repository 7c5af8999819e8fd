package heif

// mostSequence bounds the search for the sequence header in a coded picture, in bytes. The header
// comes first and has at most about 200.
const mostSequence = 1 << 10

// Bits of the header of an AV1 OBU.
const (
	obuSequence = 1
	obuExtended = 1 << 2
	obuSized    = 1 << 1
)

// sequenceColours returns the colours in the sequence header of AV1 (AV1 Bitstream Specification,
// 5.5). b is the beginning of a coded picture.
func sequenceColours(b []byte) (Colours, bool) {
	for c := (cursor{b: b}); len(c.b) > 0; {
		head := c.u8()
		if head&obuExtended != 0 {
			c.u8()
		}
		length := uint64(len(c.b))
		if head&obuSized != 0 {
			length = min(c.leb128(), uint64(len(c.b)))
		}
		if body := c.bytes(int(length)); head>>3&15 == obuSequence {
			return readSequence(body)
		}
	}
	return Colours{}, false
}

// leb128 reads a LEB128 number.
func (c *cursor) leb128() uint64 {
	var n uint64
	for i := range 8 {
		v := c.u8()
		n |= uint64(v&0x7f) << (7 * i)
		if v&0x80 == 0 {
			break
		}
	}
	return n
}

func readSequence(b []byte) (Colours, bool) {
	r := &bitReader{b: b}
	profile := r.bits(3)
	r.skip(1)
	isReduced := r.flag()
	if isReduced {
		r.skip(5)
	} else {
		r.operatingPoints()
	}
	width, height := int(r.bits(4))+1, int(r.bits(4))+1
	r.skip(width + height)
	if !isReduced && r.flag() {
		r.skip(4 + 3)
	}
	r.skip(3)
	if !isReduced {
		r.tools()
	}
	r.skip(3)
	return r.colourConfig(profile), !r.failed
}

// operatingPoints skips the timing and the operating points.
func (r *bitReader) operatingPoints() {
	delayBits := 0
	if hasTiming := r.flag(); hasTiming {
		r.skip(32 + 32)
		if isEven := r.flag(); isEven {
			r.golomb()
		}
		if hasModel := r.flag(); hasModel {
			delayBits = int(r.bits(5)) + 1
			r.skip(32 + 5 + 5)
		}
	}
	hasDisplayDelay := r.flag()
	for range r.bits(5) + 1 {
		const highestWithoutTier = 7
		r.skip(12)
		if r.bits(5) > highestWithoutTier {
			r.skip(1)
		}
		if delayBits > 0 && r.flag() {
			r.skip(2*delayBits + 1)
		}
		if hasDisplayDelay && r.flag() {
			r.skip(4)
		}
	}
}

// tools skips the flags of inter-picture coding tools.
func (r *bitReader) tools() {
	r.skip(4)
	hasOrder := r.flag()
	if hasOrder {
		r.skip(2)
	}
	// Each of the two tools is either chosen per picture or set here. The second is present unless
	// the first is off.
	if isChosen := r.flag(); isChosen || r.flag() {
		if isChosen := r.flag(); !isChosen {
			r.skip(1)
		}
	}
	if hasOrder {
		r.skip(3)
	}
}

func (r *bitReader) colourConfig(profile uint32) Colours {
	const main, professional, unspecified = 0, 2, 2
	c := Colours{Primaries: unspecified, Transfer: unspecified, Matrix: matrixUnspecified}
	if isDeep := r.flag(); isDeep && profile == professional {
		r.skip(1)
	}
	isGray := (profile == main || profile == professional) && r.flag()
	if isDeclared := r.flag(); isDeclared {
		c.Primaries, c.Transfer, c.Matrix = uint16(r.bits(8)), uint16(r.bits(8)), uint16(r.bits(8))
	}
	// RGB in sRGB has no range flag: it has full range.
	c.FullRange = !isGray && c == (Colours{Primaries: 1, Transfer: 13, Matrix: matrixRGB}) || r.flag()
	return c
}
