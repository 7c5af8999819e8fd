package imaging

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"math"
)

func decodePNG(r io.Reader) (image.Image, error) { return png.Decode(newPNGChunks(r)) }

// pngChunks reads a PNG file without the chunks that the standard decoder would ignore. The decoder
// allocates 4 KiB for each of them, and would take a minute for a file of millions.
type pngChunks struct {
	r *bufio.Reader
	// left is how much of a chunk, or of the signature, is still to be read.
	left int64
	// former is the kind of the chunk before.
	former string
	// decoded is set once a chunk has followed the pixels.
	decoded bool
}

func newPNGChunks(r io.Reader) *pngChunks {
	return &pngChunks{r: bufio.NewReader(r), left: int64(len(pngSignature))}
}

const (
	// pngChunkHead is the length and the kind of a chunk, pngChunkFrame also its checksum.
	pngChunkHead  = 8
	pngChunkFrame = 12
)

// Read reads up to the end of a chunk.
func (c *pngChunks) Read(p []byte) (int, error) {
	for c.left == 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	n, err := c.r.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	return n, err
}

// next begins a chunk, or skips it. Where the file ends within the head of a chunk, the decoder
// gets what there is.
func (c *pngChunks) next() error {
	head, _ := c.r.Peek(pngChunkHead)
	if len(head) < pngChunkHead {
		c.left = math.MaxInt64
		return nil
	}
	length, kind := int64(binary.BigEndian.Uint32(head)), string(head[4:])
	if length <= math.MaxInt32 && c.ignores(kind) {
		return c.skip(length)
	}
	c.former, c.left = kind, length+pngChunkFrame
	return nil
}

// ignores reports whether the decoder ignores a chunk of that kind here. It does not ignore the
// first one after pixels, by which it notices that pixels are missing.
func (c *pngChunks) ignores(kind string) bool {
	if c.former == "IDAT" && kind != "IDAT" && !c.decoded {
		c.decoded = true
		return false
	}
	// The first letter of an optional chunk is small.
	const small = 0x20
	return kind[0]&small != 0 && kind != "tRNS" || kind == "IDAT" && c.decoded
}

// skip skips a chunk with a body of length bytes. As in the decoder, a wrong checksum is an error.
func (c *pngChunks) skip(length int64) error {
	if _, err := c.r.Discard(pngChunkHead - 4); err != nil {
		return whole(err)
	}
	sum := uint32(0)
	for left := length + 4; left > 0; {
		part, err := c.r.Peek(int(min(left, int64(c.r.Size()))))
		if len(part) == 0 {
			return whole(err)
		}
		sum = crc32.Update(sum, crc32.IEEETable, part)
		left -= int64(len(part))
		// What was peeked at can be discarded.
		_, _ = c.r.Discard(len(part))
	}
	var given [4]byte
	if _, err := io.ReadFull(c.r, given[:]); err != nil {
		return whole(err)
	}
	if binary.BigEndian.Uint32(given[:]) != sum {
		return png.FormatError("invalid checksum")
	}
	return nil
}

// whole returns the error for a chunk that could not be read whole.
func whole(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
