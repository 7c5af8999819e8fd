package heif

// mostSequence is how far into a coded picture its sequence header is looked for, in bytes: it
// comes first, and has 200 or so at most.
const mostSequence = 1 << 10

// The head of a unit of AV1.
const (
	obuSequence = 1
	obuExtended = 1 << 2
	obuSized    = 1 << 1
)

// sequenceColours returns what the sequence header of AV1 says of the colours (AV1 Bitstream
// Specification, 5.5). b is the beginning of a coded picture.
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

// leb128 reads a number of seven bits a byte, the lowest first.
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

// operatingPoints skips how fast the pictures of a sequence follow each other, and which of them
// may be left out.
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

// tools skips what the coding of one picture by another may use.
func (r *bitReader) tools() {
	r.skip(4)
	hasOrder := r.flag()
	if hasOrder {
		r.skip(2)
	}
	// Each of the two is left to the pictures or else is said here; the second is there where the
	// first is not off.
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
	// Of RGB in sRGB the range is not told: it is the full one.
	c.FullRange = !isGray && c == (Colours{Primaries: 1, Transfer: 13, Matrix: matrixRGB}) || r.flag()
	return c
}
