package imaging

import (
	"encoding/binary"
	"errors"
	"io"
)

// errNotBaseline says that decodeBaseline cannot decode a file. The standard decoder decides about
// it.
var errNotBaseline = errors.New("not a plain scan")

const (
	scanBuffer = 64 << 10
	// fileEnd stands in for a marker where there is none.
	fileEnd = 1
)

// bitReader reads the bits of a scan, without stuffed bytes. The next ones are the upper bits of
// bits. After the marker that ends the scan it reads zeros.
type bitReader struct {
	r        io.Reader
	buffer   []byte
	pos, end int
	eof      bool

	bits  uint64
	count int
	// marker is the marker that was reached, and padding how many of the count bits are zeros from
	// beyond it.
	marker  byte
	padding int
}

// fill loads at least 56 bits.
func (s *bitReader) fill() {
	if s.end-s.pos < 8 {
		s.load()
	}
	if s.end-s.pos >= 8 && s.marker == 0 {
		const ones = 0x0101010101010101
		v := binary.BigEndian.Uint64(s.buffer[s.pos:])
		// Without a byte 0xff there is neither a marker nor a stuffed byte. The next call sets the
		// bits beyond whole bytes a second time, to the same values.
		if inverse := ^v; (inverse-ones)&v&(ones<<7) == 0 {
			s.bits |= v >> s.count
			s.pos += (63 - s.count) >> 3
			s.count |= 56
			return
		}
	}
	for s.count <= 56 {
		s.bits |= uint64(s.nextByte()) << (56 - s.count)
		s.count += 8
	}
}

// nextByte returns the next byte of the scan, or 0 past its end.
func (s *bitReader) nextByte() byte {
	if s.marker == 0 {
		b := s.raw()
		if b != 0xff {
			return b
		}
		for b == 0xff {
			b = s.raw()
		}
		if b == 0 && s.marker == 0 {
			return 0xff
		}
		if s.marker == 0 {
			s.marker = b
		}
	}
	s.padding += 8
	return 0
}

// raw returns the next byte of the file. At its end it sets marker.
func (s *bitReader) raw() byte {
	if s.pos == s.end {
		if s.load(); s.pos == s.end {
			s.marker = fileEnd
			return 0
		}
	}
	s.pos++
	return s.buffer[s.pos-1]
}

// load reads more of the file. It drops errors, because they recur when the standard decoder reads
// the file.
func (s *bitReader) load() {
	if s.eof {
		return
	}
	s.end = copy(s.buffer, s.buffer[s.pos:s.end])
	s.pos = 0
	for s.end < 8 && !s.eof {
		n, err := s.r.Read(s.buffer[s.end:])
		s.end += n
		s.eof = err != nil
	}
}

// overrun reports whether more bits were read than the scan has.
func (s *bitReader) overrun() bool { return s.count < s.padding }

// finish returns the marker that ends the scan, or an error if more than a part of a byte is left
// before it.
func (s *bitReader) finish() (byte, error) {
	if s.count <= 56 {
		s.fill()
	}
	if left := s.count - s.padding; s.marker == 0 || s.marker == fileEnd || left < 0 || left >= 8 {
		return 0, errNotBaseline
	}
	return s.marker, nil
}

// restart starts again after a marker.
func (s *bitReader) restart() { s.bits, s.count, s.marker, s.padding = 0, 0, 0, 0 }

// receiveExtend takes n bits, up to 16, as a signed number: RECEIVE and EXTEND of the standard. At
// least n bits must be loaded.
func (s *bitReader) receiveExtend(n int) int32 {
	v := int32(s.bits >> (64 - n))
	s.bits <<= n
	s.count -= n
	if v < 1<<(n-1) {
		v -= 1<<n - 1
	}
	return v
}

const (
	// lookupBits is how many bits are looked up at once. Few codes are longer.
	lookupBits = 10
	// maxCodeLength is the length of the longest code, in bits.
	maxCodeLength = 16
)

// huffmanTable decodes the symbols of a DC or AC table.
type huffmanTable struct {
	// lookup has the length and symbol of the code at the beginning of the bits, or 0 if the code
	// is longer.
	lookup [1 << lookupBits]uint16
	// acLookup has the coefficient, the run of zeros before it and the length of both, if the
	// coefficient is within these bits too.
	acLookup [1 << lookupBits]int32
	// limit is one more than the last code of a length, shifted to 16 bits. shift added to a code
	// is the index of its symbol.
	limit   [maxCodeLength + 2]uint32
	shift   [maxCodeLength + 1]int32
	symbols []byte
}

// newHuffmanTable makes a table from the number of codes of each length and their symbols. It
// returns nil if they are inconsistent.
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

// symbol decodes a code. At least 16 bits must be loaded. It returns an error for a code that the
// table lacks.
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
