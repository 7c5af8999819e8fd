package imaging

import (
	"bufio"
	"encoding/binary"
	"image"
	"io"
)

// baselineFrame is what the segments before the scan say about a picture of three 8-bit components
// in one Huffman-coded scan.
type baselineFrame struct {
	width, height int
	// hSampling and vSampling are the sampling factors of luma, 1 or 2. Those of chroma are 1.
	hSampling, vSampling int
	// restartInterval is the number of MCUs between restart markers, 0 without markers.
	restartInterval int
	quantization    [4]*[64]int32
	dc, ac          [4]*huffmanTable
	components      [3]frameComponent
}

type frameComponent struct {
	id byte
	// table is the number of the quantization table, dc and ac are those of the Huffman tables.
	table  byte
	dc, ac byte
}

// readBaselineFrame reads up to the scan.
func readBaselineFrame(r *bufio.Reader) (*baselineFrame, error) {
	if _, err := r.Discard(2); err != nil {
		return nil, err
	}
	f := &baselineFrame{}
	for range maxSegments {
		marker, length, err := nextSegment(r)
		if err != nil {
			return nil, err
		}
		if marker == markerEOI {
			return nil, errNotBaseline
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
	return nil, errNotBaseline
}

func (f *baselineFrame) readSegment(marker byte, body []byte) error {
	const (
		markerDQT   = 0xdb
		markerDNL   = 0xdc
		markerDRI   = 0xdd
		markerAPP14 = 0xee
		markerSOF1  = 0xc1
	)
	switch marker {
	case markerSOF0, markerSOF1:
		return f.readFrameHeader(body)
	case markerDQT:
		return f.readQuantizationTables(body)
	case markerDHT:
		return f.readHuffmanTables(body)
	case markerDRI:
		if len(body) != 2 {
			return errNotBaseline
		}
		f.restartInterval = int(binary.BigEndian.Uint16(body))
	case markerAPP14, markerDNL:
		// The colours or the size may differ.
		return errNotBaseline
	default:
		if marker < markerSOFf+1 {
			return errNotBaseline
		}
	}
	return nil
}

// readFrameHeader reads an SOF segment: the size, and the sampling factors and tables of the
// components.
func (f *baselineFrame) readFrameHeader(body []byte) error {
	const size = 6 + 3*3
	if len(body) != size || body[0] != 8 || body[5] != 3 || f.width != 0 {
		return errNotBaseline
	}
	f.height, f.width = int(binary.BigEndian.Uint16(body[1:])), int(binary.BigEndian.Uint16(body[3:]))
	f.hSampling, f.vSampling = int(body[7]>>4), int(body[7]&15)
	if f.width == 0 || f.height == 0 || f.hSampling < 1 || f.hSampling > 2 || f.vSampling < 1 || f.vSampling > 2 {
		return errNotBaseline
	}
	for i := range f.components {
		c := body[6+3*i:]
		if i > 0 && c[1] != 0x11 || c[2] > 3 {
			return errNotBaseline
		}
		f.components[i] = frameComponent{id: c[0], table: c[2]}
	}
	ids := [3]byte{f.components[0].id, f.components[1].id, f.components[2].id}
	if ids == [3]byte{'R', 'G', 'B'} || ids[0] == ids[1] || ids[0] == ids[2] || ids[1] == ids[2] {
		return errNotBaseline
	}
	return nil
}

// readQuantizationTables reads a DQT segment.
func (f *baselineFrame) readQuantizationTables(body []byte) error {
	const size = 65
	for ; len(body) >= size; body = body[size:] {
		if body[0] > 3 {
			return errNotBaseline
		}
		var table [64]int32
		for i, v := range body[1:size] {
			table[zigzag[i]] = int32(v)
		}
		f.quantization[body[0]] = &table
	}
	if len(body) != 0 {
		return errNotBaseline
	}
	return nil
}

// readHuffmanTables reads a DHT segment.
func (f *baselineFrame) readHuffmanTables(body []byte) error {
	for len(body) >= 1+maxCodeLength {
		class, id := body[0]>>4, body[0]&15
		total := 0
		for _, n := range body[1 : 1+maxCodeLength] {
			total += int(n)
		}
		if class > 1 || id > 3 || total == 0 || total > 256 || len(body) < 1+maxCodeLength+total {
			return errNotBaseline
		}
		table := newHuffmanTable(body[1:1+maxCodeLength], body[1+maxCodeLength:1+maxCodeLength+total])
		if table == nil {
			return errNotBaseline
		}
		if class == 0 {
			f.dc[id] = table
		} else {
			f.ac[id] = table
		}
		body = body[1+maxCodeLength+total:]
	}
	if len(body) != 0 {
		return errNotBaseline
	}
	return nil
}

// readScanHeader reads an SOS segment, which must be for all coefficients of the three components.
func (f *baselineFrame) readScanHeader(body []byte) error {
	const size = 1 + 3*2 + 3
	if len(body) != size || body[0] != 3 || f.width == 0 || body[7] != 0 || body[8] != 63 || body[9] != 0 {
		return errNotBaseline
	}
	for i := range f.components {
		c := &f.components[i]
		id, tables := body[1+2*i], body[2+2*i]
		if c.dc, c.ac = tables>>4, tables&15; id != c.id || c.dc > 3 || c.ac > 3 {
			return errNotBaseline
		}
		if f.quantization[c.table] == nil || f.dc[c.dc] == nil || f.ac[c.ac] == nil {
			return errNotBaseline
		}
	}
	return nil
}

// mcus returns the number of MCUs across and down.
func (f *baselineFrame) mcus() (x, y int) {
	return (f.width + 8*f.hSampling - 1) / (8 * f.hSampling), (f.height + 8*f.vSampling - 1) / (8 * f.vSampling)
}

func (f *baselineFrame) newPlanes() *image.YCbCr {
	x, y := f.mcus()
	ratio := map[[2]int]image.YCbCrSubsampleRatio{
		{1, 1}: image.YCbCrSubsampleRatio444, {2, 1}: image.YCbCrSubsampleRatio422,
		{1, 2}: image.YCbCrSubsampleRatio440, {2, 2}: image.YCbCrSubsampleRatio420,
	}[[2]int{f.hSampling, f.vSampling}]
	return image.NewYCbCr(image.Rect(0, 0, x*8*f.hSampling, y*8*f.vSampling), ratio)
}
