package imaging

import (
	"bufio"
	"encoding/binary"
	"image"
	"io"
)

// plainFrame is what the segments before the scan of a plain JPEG say: three components of 8 bits, in one scan, coded by
// Huffman tables.
type plainFrame struct {
	width, height int
	// across and down are how many blocks of luma there are in a unit, 1 or 2; of chroma there is one.
	across, down int
	restart      int
	quant        [4]*[64]int32
	dc, ac       [4]*huffman
	components   [3]plainComponent
}

type plainComponent struct {
	id     byte
	quant  byte
	dc, ac byte
}

// readPlainFrame reads up to where the scan begins.
func readPlainFrame(r *bufio.Reader) (*plainFrame, error) {
	if _, err := r.Discard(2); err != nil {
		return nil, err
	}
	f := &plainFrame{}
	for range maxSegments {
		marker, length, err := nextSegment(r)
		if err != nil {
			return nil, err
		}
		if marker == markerEOI {
			return nil, errNotPlain
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(r, body); err != nil {
			return nil, err
		}
		if marker == markerSOS {
			return f, f.readScanHeader(body)
		}
		if err := f.readSegment(marker, body); err != nil {
			return nil, err
		}
	}
	return nil, errNotPlain
}

func (f *plainFrame) readSegment(marker byte, body []byte) error {
	const (
		markerDQT   = 0xdb
		markerDNL   = 0xdc
		markerDRI   = 0xdd
		markerAPP14 = 0xee
		markerSOF1  = 0xc1
	)
	switch marker {
	case markerSOF0, markerSOF1:
		return f.readSize(body)
	case markerDQT:
		return f.readQuant(body)
	case markerDHT:
		return f.readHuffman(body)
	case markerDRI:
		if len(body) != 2 {
			return errNotPlain
		}
		f.restart = int(binary.BigEndian.Uint16(body))
	case markerAPP14, markerDNL:
		// The colours may be others, or the size may.
		return errNotPlain
	default:
		if marker < markerSOFf+1 {
			return errNotPlain
		}
	}
	return nil
}

func (f *plainFrame) readSize(body []byte) error {
	const size = 6 + 3*3
	if len(body) != size || body[0] != 8 || body[5] != 3 || f.width != 0 {
		return errNotPlain
	}
	f.height, f.width = int(binary.BigEndian.Uint16(body[1:])), int(binary.BigEndian.Uint16(body[3:]))
	f.across, f.down = int(body[7]>>4), int(body[7]&15)
	if f.width == 0 || f.height == 0 || f.across < 1 || f.across > 2 || f.down < 1 || f.down > 2 {
		return errNotPlain
	}
	for i := range f.components {
		c := body[6+3*i:]
		if i > 0 && c[1] != 0x11 || c[2] > 3 {
			return errNotPlain
		}
		f.components[i] = plainComponent{id: c[0], quant: c[2]}
	}
	ids := [3]byte{f.components[0].id, f.components[1].id, f.components[2].id}
	if ids == [3]byte{'R', 'G', 'B'} || ids[0] == ids[1] || ids[0] == ids[2] || ids[1] == ids[2] {
		return errNotPlain
	}
	return nil
}

func (f *plainFrame) readQuant(body []byte) error {
	const size = 65
	for ; len(body) >= size; body = body[size:] {
		if body[0] > 3 {
			return errNotPlain
		}
		var table [64]int32
		for i, v := range body[1:size] {
			table[naturalOrder[i]] = int32(v)
		}
		f.quant[body[0]] = &table
	}
	if len(body) != 0 {
		return errNotPlain
	}
	return nil
}

func (f *plainFrame) readHuffman(body []byte) error {
	for len(body) >= 1+maxCode {
		class, id := body[0]>>4, body[0]&15
		total := 0
		for _, n := range body[1 : 1+maxCode] {
			total += int(n)
		}
		if class > 1 || id > 3 || total == 0 || total > 256 || len(body) < 1+maxCode+total {
			return errNotPlain
		}
		table := newHuffman(body[1:1+maxCode], body[1+maxCode:1+maxCode+total])
		if table == nil {
			return errNotPlain
		}
		if class == 0 {
			f.dc[id] = table
		} else {
			f.ac[id] = table
		}
		body = body[1+maxCode+total:]
	}
	if len(body) != 0 {
		return errNotPlain
	}
	return nil
}

// readScanHeader wants one scan of the three components, of all their coefficients.
func (f *plainFrame) readScanHeader(body []byte) error {
	const size = 1 + 3*2 + 3
	if len(body) != size || body[0] != 3 || f.width == 0 || body[7] != 0 || body[8] != 63 || body[9] != 0 {
		return errNotPlain
	}
	for i := range f.components {
		c := &f.components[i]
		id, tables := body[1+2*i], body[2+2*i]
		if c.dc, c.ac = tables>>4, tables&15; id != c.id || c.dc > 3 || c.ac > 3 {
			return errNotPlain
		}
		if f.quant[c.quant] == nil || f.dc[c.dc] == nil || f.ac[c.ac] == nil {
			return errNotPlain
		}
	}
	return nil
}

// units returns how many units the picture has across and down.
func (f *plainFrame) units() (x, y int) {
	return (f.width + 8*f.across - 1) / (8 * f.across), (f.height + 8*f.down - 1) / (8 * f.down)
}

func (f *plainFrame) newPlanes() *image.YCbCr {
	x, y := f.units()
	ratio := map[[2]int]image.YCbCrSubsampleRatio{
		{1, 1}: image.YCbCrSubsampleRatio444, {2, 1}: image.YCbCrSubsampleRatio422,
		{1, 2}: image.YCbCrSubsampleRatio440, {2, 2}: image.YCbCrSubsampleRatio420,
	}[[2]int{f.across, f.down}]
	return image.NewYCbCr(image.Rect(0, 0, x*8*f.across, y*8*f.down), ratio)
}
