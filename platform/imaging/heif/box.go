package heif

import (
	"encoding/binary"
	"fmt"
	"image"
	"io"
	"slices"
)

// Limits of a file's boxes.
const (
	// maxTopBoxes bounds the boxes of the top level; there are usually about four.
	maxTopBoxes = 1000
	// maxMeta bounds the meta box, in bytes. A phone's has some 5,000.
	maxMeta = 16 << 20
)

// ReadFunc returns n bytes of a file from an offset on, or fewer at the end of the file.
type ReadFunc func(offset, n int64) ([]byte, error)

// cursor reads numbers from bytes. Past the end it reads zeros and sets failed.
type cursor struct {
	b      []byte
	failed bool
}

func (c *cursor) bytes(n int) []byte {
	if n < 0 || n > len(c.b) {
		c.failed, c.b = true, nil
		return nil
	}
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

// number reads a number of size bytes, at most eight.
func (c *cursor) number(size int) uint64 {
	var n uint64
	for _, v := range c.bytes(size) {
		n = n<<8 | uint64(v)
	}
	return n
}

func (c *cursor) u8() uint8   { return uint8(c.number(1)) }
func (c *cursor) u16() uint16 { return uint16(c.number(2)) }
func (c *cursor) u32() uint32 { return uint32(c.number(4)) }

func (c *cursor) err() error {
	if c.failed {
		return errBox
	}
	return nil
}

// fullBox reads a box's version and flags.
func (c *cursor) fullBox() (version uint8, flags uint32) {
	return c.u8(), uint32(c.number(3))
}

// wide reads a number of four bytes if is is set, else of two.
func (c *cursor) wide(is bool) uint32 {
	if is {
		return c.u32()
	}
	return uint32(c.u16())
}

// eachBox calls visit for the boxes in b. It does not recurse.
func eachBox(b []byte, visit func(kind string, body []byte) error) error {
	for len(b) > 0 {
		if len(b) < 8 {
			return errBox
		}
		size, head := uint64(binary.BigEndian.Uint32(b)), 8
		if size == 1 && len(b) >= 16 {
			size, head = binary.BigEndian.Uint64(b[8:]), 16
		}
		if size < uint64(head) || size > uint64(len(b)) {
			return errBox
		}
		if err := visit(string(b[4:8]), b[head:size]); err != nil {
			return err
		}
		b = b[size:]
	}
	return nil
}

// findMeta returns the body of the file's meta box, and the brands in its ftyp box.
func findMeta(read ReadFunc, size int64) (meta, brands []byte, err error) {
	var offset int64
	for range maxTopBoxes {
		head, err := read(offset, 16)
		if err != nil {
			return nil, nil, err
		}
		if len(head) < 8 {
			return nil, nil, fmt.Errorf("there is no meta box: %w", io.ErrUnexpectedEOF)
		}
		length, start := int64(binary.BigEndian.Uint32(head)), int64(8)
		switch {
		case length == 1 && len(head) == 16:
			length, start = int64(binary.BigEndian.Uint64(head[8:])), 16
		case length == 0:
			length = size - offset
		}
		if length < start {
			return nil, nil, errBox
		}
		kind := string(head[4:8])
		if kind == "ftyp" || kind == "meta" {
			body, err := wholeBox(read, size, offset+start, length-start)
			if err != nil {
				return nil, nil, err
			}
			if kind == "meta" {
				return body, brands, nil
			}
			brands = body
		}
		if offset += length; offset < 0 {
			return nil, nil, errBox
		}
	}
	return nil, nil, damaged("there are more than %d boxes", maxTopBoxes)
}

func wholeBox(read ReadFunc, size, offset, length int64) ([]byte, error) {
	if length > size-offset {
		return nil, io.ErrUnexpectedEOF
	}
	if length > maxMeta {
		return nil, damaged("a box of the top level has %d bytes", length)
	}
	return read(offset, length)
}

// bitReader reads bits. Past the end it reads zeros and sets failed.
type bitReader struct {
	b      []byte
	at     int
	failed bool
}

func (r *bitReader) bits(n int) uint32 {
	var v uint32
	for range n {
		if r.at >= 8*len(r.b) {
			r.failed = true
			return 0
		}
		v = v<<1 | uint32(r.b[r.at/8]>>(7-r.at%8)&1)
		r.at++
	}
	return v
}

func (r *bitReader) flag() bool { return r.bits(1) == 1 }

func (r *bitReader) skip(n int) { r.at += n }

// golomb reads an unsigned Exp-Golomb code.
func (r *bitReader) golomb() uint32 {
	zeros := 0
	for !r.failed && r.bits(1) == 0 {
		zeros++
	}
	if r.failed || zeros > 31 {
		r.failed = true
		return 0
	}
	return 1<<zeros - 1 + r.bits(zeros)
}

// few reads an Exp-Golomb code of at most most.
func (r *bitReader) few(most uint32) int {
	n := r.golomb()
	if n > most {
		r.failed = true
		return 0
	}
	return int(n)
}

// writeSingle returns a HEIF file with one picture for a decoder. more are additional property
// boxes.
func writeSingle(codec string, size image.Point, g config, content []byte, more ...[]byte) []byte {
	brand, configName := "heic", "hvcC"
	if codec == "av01" {
		brand, configName = "avif", "av1C"
	}
	properties := append([][]byte{fullBox("ispe", 0, be32(uint32(size.X)), be32(uint32(size.Y))), box(configName, g.box)}, more...)
	var assigned []byte
	for i := range properties {
		assigned = append(assigned, byte(i+1))
	}
	head := box("ftyp", []byte(brand), be32(0), []byte("mif1"), []byte(brand), []byte("miaf"))
	meta := func(offset int) []byte {
		return fullBox("meta", 0,
			fullBox("hdlr", 0, be32(0), []byte("pict"), make([]byte, 13)),
			fullBox("pitm", 0, be16(1)),
			fullBox("iinf", 0, be16(1), fullBox("infe", 2, be16(1), be16(0), []byte(codec), []byte{0})),
			box("iprp", box("ipco", properties...), fullBox("ipma", 0, be32(1), be16(1), []byte{uint8(len(assigned))}, assigned)),
			fullBox("iloc", 0, []byte{0x44, 0}, be16(1), be16(1), be16(0), be16(1), be32(uint32(offset)), be32(uint32(len(content)))))
	}
	const mdatHead = 8
	offset := len(head) + len(meta(0)) + mdatHead
	return slices.Concat(head, meta(offset), box("mdat", content))
}

func box(kind string, parts ...[]byte) []byte {
	body := slices.Concat(parts...)
	return slices.Concat(be32(uint32(8+len(body))), []byte(kind), body)
}

func fullBox(kind string, version uint8, parts ...[]byte) []byte {
	return box(kind, append([][]byte{{version, 0, 0, 0}}, parts...)...)
}

func be16(v uint16) []byte { return binary.BigEndian.AppendUint16(nil, v) }
func be32(v uint32) []byte { return binary.BigEndian.AppendUint32(nil, v) }

// nclx returns the body of a colr box with the code points.
func (c Colours) nclx() []byte {
	full := byte(0)
	if c.FullRange {
		full = 0x80
	}
	return slices.Concat([]byte("nclx"), be16(c.Primaries), be16(c.Transfer), be16(c.Matrix), []byte{full})
}
