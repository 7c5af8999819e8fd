package imaging

const (
	// lookupBits is how many bits of a code are looked up at once; few codes are longer.
	lookupBits = 10
	// maxCodeLength is the length of the longest code, in bits.
	maxCodeLength = 16
)

// huffmanTable decodes the symbols of a DC or AC table.
type huffmanTable struct {
	// lookup has the length and symbol of the code that the bits begin with, 0 if the code is
	// longer.
	lookup [1 << lookupBits]uint16
	// acLookup has the coefficient, the run of zeros before it and the length of both, where the
	// coefficient lies within those bits too.
	acLookup [1 << lookupBits]int32
	// limit is one more than the last code of a length, shifted to 16 bits; shift takes a code to
	// the index of its symbol.
	limit   [maxCodeLength + 2]uint32
	shift   [maxCodeLength + 1]int32
	symbols []byte
}

// newHuffmanTable makes a table of how many codes there are of each length, and of their symbols.
// It returns nil if they do not fit.
func newHuffmanTable(counts, symbols []byte) *huffmanTable {
	t := &huffmanTable{symbols: symbols}
	code, index := uint32(0), int32(0)
	for length := 1; length <= maxCodeLength; length++ {
		t.shift[length] = index - int32(code)
		for range counts[length-1] {
			if length <= lookupBits {
				from, to := code<<(lookupBits-length), (code+1)<<(lookupBits-length)
				if to > 1<<lookupBits {
					return nil
				}
				for i := from; i < to; i++ {
					t.lookup[i] = uint16(length)<<8 | uint16(symbols[index])
				}
			}
			code, index = code+1, index+1
		}
		if code > 1<<length {
			return nil
		}
		t.limit[length] = code << (maxCodeLength - length)
		code <<= 1
	}
	t.limit[maxCodeLength+1] = 1 << 30
	t.buildACLookup()
	return t
}

func (t *huffmanTable) buildACLookup() {
	for i, entry := range t.lookup {
		length, run, size := int(entry>>8), int32(entry>>4&15), int(entry&15)
		if entry == 0 || size == 0 || length+size > lookupBits {
			continue
		}
		v := int32(i>>(lookupBits-length-size)) & (1<<size - 1)
		if v < 1<<(size-1) {
			v -= 1<<size - 1
		}
		t.acLookup[i] = v<<16 | run<<8 | int32(length+size)
	}
}

// symbol decodes a code, for which there must be 16 bits. It returns an error for one that the
// table does not have.
func (t *huffmanTable) symbol(s *bitReader) (byte, error) {
	if entry := t.lookup[s.bits>>(64-lookupBits)]; entry != 0 {
		length := int(entry >> 8)
		s.bits <<= length
		s.count -= length
		return byte(entry), nil
	}
	top := uint32(s.bits >> (64 - maxCodeLength))
	for length := lookupBits + 1; length <= maxCodeLength; length++ {
		if top >= t.limit[length] {
			continue
		}
		index := int32(top>>(maxCodeLength-length)) + t.shift[length]
		if index < 0 || int(index) >= len(t.symbols) {
			break
		}
		s.bits <<= length
		s.count -= length
		return t.symbols[index], nil
	}
	return 0, errNotBaseline
}
