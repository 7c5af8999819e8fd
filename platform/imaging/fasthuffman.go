package imaging

const (
	// lookBits is how much of a code is looked up at once; few are longer.
	lookBits = 10
	// maxCode is the longest code.
	maxCode = 16
)

// huffman decodes the symbols of a table.
type huffman struct {
	// look has the length and the symbol of the code that so many bits begin with, 0 if it is longer.
	look [1 << lookBits]uint16
	// whole has, where the number behind a code lies within the bits too, the number, the run before it and the length of both.
	whole [1 << lookBits]int32
	// limit is the first code of a length that is none any more, in 16 bits; shift is where its symbols are.
	limit   [maxCode + 2]uint32
	shift   [maxCode + 1]int32
	symbols []byte
}

// newHuffman makes a table of how many codes there are of each length, and of their symbols. It returns nil if they do not fit.
func newHuffman(counts, symbols []byte) *huffman {
	t := &huffman{symbols: symbols}
	code, index := uint32(0), int32(0)
	for length := 1; length <= maxCode; length++ {
		t.shift[length] = index - int32(code)
		for range counts[length-1] {
			if length <= lookBits {
				from, to := code<<(lookBits-length), (code+1)<<(lookBits-length)
				if to > 1<<lookBits {
					return nil
				}
				for i := from; i < to; i++ {
					t.look[i] = uint16(length)<<8 | uint16(symbols[index])
				}
			}
			code, index = code+1, index+1
		}
		if code > 1<<length {
			return nil
		}
		t.limit[length] = code << (maxCode - length)
		code <<= 1
	}
	t.limit[maxCode+1] = 1 << 30
	t.lookForNumbers()
	return t
}

func (t *huffman) lookForNumbers() {
	for i, entry := range t.look {
		length, run, size := int(entry>>8), int32(entry>>4&15), int(entry&15)
		if entry == 0 || size == 0 || length+size > lookBits {
			continue
		}
		v := int32(i>>(lookBits-length-size)) & (1<<size - 1)
		if v < 1<<(size-1) {
			v -= 1<<size - 1
		}
		t.whole[i] = v<<16 | run<<8 | int32(length+size)
	}
}

// symbol takes a code. There must be 16 bits. It returns an error for a code that is none.
func (t *huffman) symbol(s *scanBits) (byte, error) {
	if entry := t.look[s.held>>(64-lookBits)]; entry != 0 {
		length := int(entry >> 8)
		s.held <<= length
		s.count -= length
		return byte(entry), nil
	}
	top := uint32(s.held >> (64 - maxCode))
	for length := lookBits + 1; length <= maxCode; length++ {
		if top >= t.limit[length] {
			continue
		}
		index := int32(top>>(maxCode-length)) + t.shift[length]
		if index < 0 || int(index) >= len(t.symbols) {
			break
		}
		s.held <<= length
		s.count -= length
		return t.symbols[index], nil
	}
	return 0, errNotPlain
}
