package heif

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Limits of a file's boxes.
const (
	// maxTopBoxes bounds the boxes of the file itself; there are four or so.
	maxTopBoxes = 1000
	// maxMeta bounds the box that describes all pictures, in bytes. A phone's has some 5,000.
	maxMeta = 16 << 20
)

// ReadFunc returns n bytes of a file from an offset on, fewer where the file ends.
type ReadFunc func(offset, n int64) ([]byte, error)

// cursor reads numbers from bytes. Behind the end it reads zeros, and failed says so.
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

// number reads one of so many bytes, eight at most.
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

// wide reads a number of four bytes, or else of two.
func (c *cursor) wide(is bool) uint32 {
	if is {
		return c.u32()
	}
	return uint32(c.u16())
}

// eachBox calls visit for the boxes that b is made of. It does not look into
// them, so there is no depth.
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

// findMeta returns the body of the file's meta box, and the brands of its file type.
func findMeta(read ReadFunc, size int64) (meta, brands []byte, err error) {
	var offset int64
	for range maxTopBoxes {
		head, err := read(offset, 16)
		if err != nil {
			return nil, nil, err
		}
		if len(head) < 8 {
			return nil, nil, fmt.Errorf("no box describes a picture: %w", io.ErrUnexpectedEOF)
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
		return nil, damaged("a box that describes the pictures has %d bytes", length)
	}
	return read(offset, length)
}
