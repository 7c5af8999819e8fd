package imaging

import (
	"image"

	"golang.org/x/sync/errgroup"
)

// naturalOrder is where the coefficients of a block are that a file has in zigzag order.
const naturalOrder = "\x00\x01\x08\x10\x09\x02\x03\x0a\x11\x18\x20\x19\x12\x0b\x04\x05\x0c\x13\x1a\x21\x28\x30\x29\x22\x1b\x14\x0d\x06\x07\x0e\x15\x1c" +
	"\x23\x2a\x31\x38\x39\x32\x2b\x24\x1d\x16\x0f\x17\x1e\x25\x2c\x33\x3a\x3b\x34\x2d\x26\x1f\x27\x2e\x35\x3c\x3d\x36\x2f\x37\x3e\x3f"

// rowsAhead is how many rows of units the codes may be read ahead of the pixels.
const rowsAhead = 3

// block is what is coded of eight by eight samples; last is the zigzag index of the last coefficient that is not zero, or more.
type block struct {
	coefficients [64]int16
	last         int
}

// decodePlain decodes a JPEG of the form that nearly every camera writes in half the time that the standard library takes:
// while the codes of one row are read, the pixels of the row before are made. Whatever is not as plain as that is an error;
// the standard decoder then has the word, so that what is damaged or not supported is for it alone to say.
func decodePlain(in *input) (*image.YCbCr, error) {
	r, err := in.from(0)
	if err != nil {
		return nil, err
	}
	f, err := readPlainFrame(r)
	if err != nil {
		return nil, err
	}
	d := plainDecoder{plainFrame: f, bits: scanBits{r: r, buffer: make([]byte, scanBuffer)}, planes: f.newPlanes()}
	if err := d.run(); err != nil {
		return nil, err
	}
	m, _ := d.planes.SubImage(image.Rect(0, 0, f.width, f.height)).(*image.YCbCr)
	return m, nil
}

type plainDecoder struct {
	*plainFrame
	bits   scanBits
	planes *image.YCbCr
	before [3]int32
	// read counts the units since the last restart, restarts those.
	read, restarts int
}

// codedRow is a row of units.
type codedRow struct {
	y      int
	blocks []block
}

func (d *plainDecoder) run() error {
	across, down := d.units()
	free, coded := make(chan []block, rowsAhead), make(chan codedRow, rowsAhead)
	for range rowsAhead {
		free <- make([]block, across*(d.across*d.down+2))
	}
	var g errgroup.Group
	g.Go(func() error {
		defer func() {
			// The goroutine that reads the codes must not wait for ever for a row that is free.
			for range coded {
				free <- nil
			}
		}()
		return guard(func() error {
			for row := range coded {
				d.fillRow(row)
				free <- row.blocks
			}
			return nil
		})
	})
	err := guard(func() error {
		for y := range down {
			blocks := <-free
			if err := d.readRow(blocks, y == down-1); err != nil {
				return err
			}
			coded <- codedRow{y, blocks}
		}
		return d.end()
	})
	close(coded)
	if pixels := g.Wait(); err == nil {
		err = pixels
	}
	return err
}

// end wants nothing behind the picture but its end.
func (d *plainDecoder) end() error {
	if marker, err := d.bits.finish(); err != nil || marker != markerEOI {
		return errNotPlain
	}
	return nil
}

// readRow reads the codes of a row of units.
func (d *plainDecoder) readRow(blocks []block, isLast bool) error {
	across, _ := d.units()
	luma := d.across * d.down
	for x := range across {
		unit := blocks[x*(luma+2):][:luma+2]
		for i := range unit {
			component := max(i-luma+1, 0)
			if err := d.readBlock(&unit[i], component); err != nil {
				return err
			}
		}
		if d.bits.overrun() {
			return errNotPlain
		}
		isEnd := isLast && x == across-1
		if d.read++; d.read == d.restart && !isEnd {
			if err := d.restartScan(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *plainDecoder) restartScan() error {
	marker, err := d.bits.finish()
	if err != nil || marker != markerRST0+byte(d.restarts&7) {
		return errNotPlain
	}
	d.bits.restart()
	d.before, d.read = [3]int32{}, 0
	d.restarts++
	return nil
}

// readBlock reads the coefficients of a block.
func (d *plainDecoder) readBlock(b *block, component int) error {
	c := &d.components[component]
	s := &d.bits
	b.coefficients, b.last = [64]int16{}, 0
	if s.count < 32 {
		s.fill()
	}
	size, err := d.dc[c.dc].symbol(s)
	if err != nil || size > 15 {
		return errNotPlain
	}
	if size > 0 {
		d.before[component] += s.extended(int(size))
	}
	if b.coefficients[0] = int16(d.before[component]); int32(b.coefficients[0]) != d.before[component] {
		return errNotPlain
	}
	return d.ac[c.ac].readRest(s, b)
}

// readRest reads the coefficients behind the first.
func (t *huffman) readRest(s *scanBits, b *block) error {
	for k := 1; k < 64; k++ {
		if s.count < 32 {
			s.fill()
		}
		if e := t.whole[s.held>>(64-lookBits)]; e != 0 {
			if k += int(e >> 8 & 15); k > 63 {
				return errNotPlain
			}
			length := int(e & 0xff)
			s.held <<= length
			s.count -= length
			b.coefficients[naturalOrder[k]&63] = int16(e >> 16)
			b.last = k
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
			return errNotPlain
		}
		b.coefficients[naturalOrder[k]&63] = int16(s.extended(size))
		b.last = k
	}
	return nil
}

// fillRow makes the pixels of a row of units.
func (d *plainDecoder) fillRow(row codedRow) {
	m, luma := d.planes, d.across*d.down
	for x := 0; len(row.blocks) > 0; x++ {
		for i := range luma {
			column, line := x*d.across+i%d.across, row.y*d.down+i/d.across
			row.blocks[i].pixels(m.Y[8*(line*m.YStride+column):], m.YStride, d.quant[d.components[0].quant])
		}
		at := 8 * (row.y*m.CStride + x)
		row.blocks[luma].pixels(m.Cb[at:], m.CStride, d.quant[d.components[1].quant])
		row.blocks[luma+1].pixels(m.Cr[at:], m.CStride, d.quant[d.components[2].quant])
		row.blocks = row.blocks[luma+2:]
	}
}
