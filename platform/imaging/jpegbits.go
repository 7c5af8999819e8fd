package imaging

import (
	"encoding/binary"
	"errors"
	"io"
)

// errNotBaseline says that decodeBaseline does not read a file to its end. The
// standard decoder judges it.
var errNotBaseline = errors.New("not a plain scan")

const (
	scanBuffer = 64 << 10
	// fileEnd stands in for a marker where there is none.
	fileEnd = 1
)

// bitReader reads the bits of a scan, without stuffed bytes. The next ones are the upper bits of
// bits. Behind the marker that ends the scan there are zeros.
type bitReader struct {
	r        io.Reader
	buffer   []byte
	pos, end int
	eof      bool

	bits  uint64
	count int
	// marker is the one that was met, padding how many of count are zeros from behind it.
	marker  byte
	padding int
}

// fill sees to it that there are at least 56 bits.
func (s *bitReader) fill() {
	if s.end-s.pos < 8 {
		s.load()
	}
	if s.end-s.pos >= 8 && s.marker == 0 {
		const ones = 0x0101010101010101
		v := binary.BigEndian.Uint64(s.buffer[s.pos:])
		// Without a byte of 0xff there is neither a marker nor a byte that is stuffed. What is more
		// than whole bytes is put in once more by the next call, which changes nothing.
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

// nextByte returns the next byte of the scan, 0 behind its end.
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

// raw returns the next byte of the file, and sets the marker where there is none.
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

// load reads on. Its errors show when the file is read again.
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

// overrun reports whether bits were read that the scan does not have.
func (s *bitReader) overrun() bool { return s.count < s.padding }

// finish returns the marker that ends the scan, or an error if there is more
// than a part of a byte left before it.
func (s *bitReader) finish() (byte, error) {
	if s.count <= 56 {
		s.fill()
	}
	if left := s.count - s.padding; s.marker == 0 || s.marker == fileEnd || left < 0 || left >= 8 {
		return 0, errNotBaseline
	}
	return s.marker, nil
}

// restart begins again behind a marker.
func (s *bitReader) restart() { s.bits, s.count, s.marker, s.padding = 0, 0, 0, 0 }

// receiveExtend takes n bits, up to 16, as a signed number: RECEIVE and EXTEND of the standard.
// There must be as many.
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
