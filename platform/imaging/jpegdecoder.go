package imaging

import (
	"image"

	"golang.org/x/sync/errgroup"
)

// zigzag maps the index of a coefficient in zigzag order to its place in the block.
const zigzag = "\x00\x01\x08\x10\x09\x02\x03\x0a\x11\x18\x20\x19\x12\x0b\x04\x05\x0c\x13\x1a\x21\x28\x30\x29\x22\x1b\x14\x0d\x06\x07\x0e\x15\x1c" +
	"\x23\x2a\x31\x38\x39\x32\x2b\x24\x1d\x16\x0f\x17\x1e\x25\x2c\x33\x3a\x3b\x34\x2d\x26\x1f\x27\x2e\x35\x3c\x3d\x36\x2f\x37\x3e\x3f"

// rowsAhead is how many rows of MCUs may be decoded ahead of their reconstruction.
const rowsAhead = 3

// block has the coefficients of eight by eight samples. lastNonZero is at least the zigzag index of
// the last nonzero one.
type block struct {
	coefficients [64]int16
	lastNonZero  int
}

// decodeBaseline decodes a baseline JPEG of three components, which nearly every camera writes, in
// half the time of the standard library: it decodes the Huffman codes of one row of MCUs while it
// reconstructs the samples of the row before. It returns an error for any other file. Only the
// standard decoder decides what is damaged or not supported.
func decodeBaseline(in *input) (*image.YCbCr, error) {
	r, err := in.from(0)
	if err != nil {
		return nil, err
	}
	f, err := readBaselineFrame(r)
	if err != nil {
		return nil, err
	}
	d := baselineDecoder{baselineFrame: f, bits: bitReader{r: r, buffer: make([]byte, scanBuffer)}, planes: f.newPlanes()}
	if err := d.run(); err != nil {
		return nil, err
	}
	m, _ := d.planes.SubImage(image.Rect(0, 0, f.width, f.height)).(*image.YCbCr)
	return m, nil
}

type baselineDecoder struct {
	*baselineFrame
	bits   bitReader
	planes *image.YCbCr
	// predictors are the DC coefficients of each component's last block.
	predictors [3]int32
	// sinceRestart counts the MCUs since the last restart marker, restarts the markers.
	sinceRestart, restarts int
}

// mcuRow is a decoded row of MCUs (minimum coded units).
type mcuRow struct {
	y      int
	blocks []block
}

func (d *baselineDecoder) run() error {
	across, down := d.mcus()
	free, coded := make(chan []block, rowsAhead), make(chan mcuRow, rowsAhead)
	for range rowsAhead {
		free <- make([]block, across*(d.hSampling*d.vSampling+2))
	}
	var g errgroup.Group
	g.Go(func() error {
		defer func() {
			// The decoding goroutine must not wait for ever for a free row.
			for range coded {
				free <- nil
			}
		}()
		return guard(func() error {
			for row := range coded {
				d.reconstructRow(row)
				free <- row.blocks
			}
			return nil
		})
	})
	err := guard(func() error {
		for y := range down {
			blocks := <-free
			if err := d.decodeRow(blocks, y == down-1); err != nil {
				return err
			}
			coded <- mcuRow{y, blocks}
		}
		return d.end()
	})
	close(coded)
	if pixels := g.Wait(); err == nil {
		err = pixels
	}
	return err
}

// end checks that the scan is followed by the end of the picture.
func (d *baselineDecoder) end() error {
	if marker, err := d.bits.finish(); err != nil || marker != markerEOI {
		return errNotBaseline
	}
	return nil
}

func (d *baselineDecoder) decodeRow(blocks []block, isLast bool) error {
	across, _ := d.mcus()
	luma := d.hSampling * d.vSampling
	for x := range across {
		mcu := blocks[x*(luma+2):][:luma+2]
		for i := range mcu {
			component := max(i-luma+1, 0)
			if err := d.decodeBlock(&mcu[i], component); err != nil {
				return err
			}
		}
		if d.bits.overrun() {
			return errNotBaseline
		}
		isEnd := isLast && x == across-1
		if d.sinceRestart++; d.sinceRestart == d.restartInterval && !isEnd {
			if err := d.restartScan(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *baselineDecoder) restartScan() error {
	marker, err := d.bits.finish()
	if err != nil || marker != markerRST0+byte(d.restarts&7) {
		return errNotBaseline
	}
	d.bits.restart()
	d.predictors, d.sinceRestart = [3]int32{}, 0
	d.restarts++
	return nil
}

func (d *baselineDecoder) decodeBlock(b *block, component int) error {
	c := &d.components[component]
	s := &d.bits
	b.coefficients, b.lastNonZero = [64]int16{}, 0
	if s.count < 32 {
		s.fill()
	}
	size, err := d.dc[c.dc].symbol(s)
	if err != nil || size > 15 {
		return errNotBaseline
	}
	if size > 0 {
		d.predictors[component] += s.receiveExtend(int(size))
	}
	if b.coefficients[0] = int16(d.predictors[component]); int32(b.coefficients[0]) != d.predictors[component] {
		return errNotBaseline
	}
	return d.ac[c.ac].decodeAC(s, b)
}

func (t *huffmanTable) decodeAC(s *bitReader, b *block) error {
	for k := 1; k < 64; k++ {
		if s.count < 32 {
			s.fill()
		}
		if e := t.acLookup[s.bits>>(64-lookupBits)]; e != 0 {
			if k += int(e >> 8 & 15); k > 63 {
				return errNotBaseline
			}
			length := int(e & 0xff)
			s.bits <<= length
			s.count -= length
			b.coefficients[zigzag[k]&63] = int16(e >> 16)
			b.lastNonZero = k
			continue
		}
		symbol, err := t.symbol(s)
		if err != nil {
			return err
		}
		run, size := int(symbol>>4), int(symbol&15)
		if size == 0 && run != 15 {
			return nil
		}
		if k += run; size == 0 {
			continue
		}
		if k > 63 {
			return errNotBaseline
		}
		b.coefficients[zigzag[k]&63] = int16(s.receiveExtend(size))
		b.lastNonZero = k
	}
	return nil
}

// reconstructRow computes the samples of a row of MCUs.
func (d *baselineDecoder) reconstructRow(row mcuRow) {
	m, luma := d.planes, d.hSampling*d.vSampling
	for x := 0; len(row.blocks) > 0; x++ {
		for i := range luma {
			column, line := x*d.hSampling+i%d.hSampling, row.y*d.vSampling+i/d.hSampling
			row.blocks[i].inverseDCT(m.Y[8*(line*m.YStride+column):], m.YStride, d.quantization[d.components[0].table])
		}
		at := 8 * (row.y*m.CStride + x)
		row.blocks[luma].inverseDCT(m.Cb[at:], m.CStride, d.quantization[d.components[1].table])
		row.blocks[luma+1].inverseDCT(m.Cr[at:], m.CStride, d.quantization[d.components[2].table])
		row.blocks = row.blocks[luma+2:]
	}
}
