package corpus

import (
	"encoding/binary"
	"image/color"
	"math/bits"
)

// The size of the small pictures. Each side is a multiple of two blocks, so a block has one colour.
const (
	quadWidth  = 64
	quadHeight = 48
	blockSide  = 8
)

func quadColours() Quarters {
	return Quarters{{200, 40, 40, 255}, {40, 150, 60, 255}, {50, 60, 190, 255}, {230, 220, 200, 255}}
}

// The markers of JPEG segments.
const (
	sof0  = 0xc0
	sof2  = 0xc2
	sof9  = 0xc9
	dht   = 0xc4
	soi   = 0xd8
	eoi   = 0xd9
	sos   = 0xda
	dqt   = 0xdb
	dri   = 0xdd
	rst0  = 0xd0
	app1  = 0xe1
	app2  = 0xe2
	app14 = 0xee
	com   = 0xfe
)

func segment(marker byte, body ...byte) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2)), body...)
}

// flatJPEG is a JPEG of any coding. Each block has one colour, so encoding takes no transform.
type flatJPEG struct {
	sof byte
	// samples returns the components of a colour.
	samples func(color.NRGBA) []byte
	// adobe adds an Adobe segment, which four components need.
	adobe bool
	// halved gives the components after the first half as many columns (4:2:2).
	halved bool
	// restart is the restart interval in MCUs, 0 for none.
	restart int
}

func ycbcr(c color.NRGBA) []byte {
	y, cb, cr := color.RGBToYCbCr(c.R, c.G, c.B)
	return []byte{y, cb, cr}
}

func gray(c color.NRGBA) []byte {
	y, _, _ := color.RGBToYCbCr(c.R, c.G, c.B)
	return []byte{y}
}

// inverted returns inverted CMYK, as Adobe stores it.
func inverted(c color.NRGBA) []byte { return []byte{c.R, c.G, c.B, 255} }

// file returns the picture, with segments after its SOI marker.
func (f flatJPEG) file(quarters Quarters, segments ...[]byte) []byte {
	b := []byte{0xff, soi}
	for _, s := range segments {
		b = append(b, s...)
	}
	components := len(f.samples(quarters[0]))
	if f.adobe {
		b = append(b, segment(app14, append([]byte("Adobe"), 0, 100, 0, 0, 0, 0, 0)...)...)
	}
	b = append(b, flatTables()...)
	frame := binary.BigEndian.AppendUint16([]byte{8}, quadHeight)
	frame = append(binary.BigEndian.AppendUint16(frame, quadWidth), byte(components))
	for i := range components {
		frame = append(frame, byte(i+1), 0x11, 0)
	}
	if f.halved {
		frame[7] = 0x21
	}
	b = append(b, segment(f.sof, frame...)...)
	if f.restart > 0 {
		b = append(b, segment(dri, 0, byte(f.restart))...)
	}
	if f.sof == sof2 {
		return append(f.progressive(b, quarters, components), 0xff, eoi)
	}
	b = append(b, scanHeader(0, 63, components)...)
	return append(append(b, f.scan(quarters, true)...), 0xff, eoi)
}

// progressive appends a DC scan, and for each component a scan of AC coefficients that are all
// zero.
func (f flatJPEG) progressive(b []byte, quarters Quarters, components int) []byte {
	b = append(b, scanHeader(0, 0, components)...)
	b = append(b, f.scan(quarters, false)...)
	for i := range components {
		b = append(b, segment(sos, 1, byte(i+1), 0, 1, 63, 0)...)
		// The code for the end of a block is one bit, zero.
		b = append(b, make([]byte, quadWidth*quadHeight/(blockSide*blockSide)/8)...)
	}
	return b
}

// flatTables returns a quantisation table of eights, a DC Huffman table with 4-bit codes, and an AC
// table with a 1-bit code for the end of a block.
func flatTables() []byte {
	quant := make([]byte, 65)
	for i := range quant[1:] {
		quant[i+1] = 8
	}
	lengths := make([]byte, 17)
	lengths[4] = 12
	for i := range byte(12) {
		lengths = append(lengths, i)
	}
	end := make([]byte, 18)
	end[0], end[1] = 0x10, 1
	return append(append(segment(dqt, quant...), segment(dht, lengths...)...), segment(dht, end...)...)
}

func scanHeader(from, to byte, components int) []byte {
	body := []byte{byte(components)}
	for i := range components {
		body = append(body, byte(i+1), 0)
	}
	return segment(sos, append(body, from, to, 0)...)
}

// scan encodes the DC coefficient of each block, which is eight times the sample's distance from
// 128, and the end of the block if withEnds.
func (f flatJPEG) scan(quarters Quarters, withEnds bool) []byte {
	var w bitWriter
	var last [4]int
	code := func(component int, sample byte) {
		w.difference(int(sample) - 128 - last[component])
		last[component] = int(sample) - 128
		if withEnds {
			w.write(0, 1)
		}
	}
	width := blockSide
	if f.halved {
		width *= 2
	}
	count := quadWidth * quadHeight / (width * blockSide)
	for n := range count {
		x, y := n*width%quadWidth, n*width/quadWidth*blockSide
		samples := f.samples(quarters[2*y/quadHeight*2+2*x/quadWidth])
		if f.halved {
			code(0, samples[0])
		}
		for i, v := range samples {
			code(i, v)
		}
		if f.restart > 0 && (n+1)%f.restart == 0 && n+1 < count {
			w.b = append(w.flushed(), 0xff, rst0+byte(n/f.restart%8))
			last = [4]int{}
		}
	}
	return w.flushed()
}

// bitWriter writes the bits of a scan, with byte stuffing.
type bitWriter struct {
	b     []byte
	held  uint32
	count int
}

func (w *bitWriter) write(value uint32, n int) {
	w.held = w.held<<n | value
	w.count += n
	for w.count >= 8 {
		v := byte(w.held >> (w.count - 8))
		w.b = append(w.b, v)
		if v == 0xff {
			w.b = append(w.b, 0)
		}
		w.count -= 8
		w.held &= 1<<w.count - 1
	}
}

func (w *bitWriter) difference(d int) {
	size := bits.Len(uint(max(d, -d)))
	w.write(uint32(size), 4)
	if d < 0 {
		d += 1<<size - 1
	}
	w.write(uint32(d), size)
}

// flushed fills the last byte with ones and returns the bytes.
func (w *bitWriter) flushed() []byte {
	if w.count > 0 {
		w.write(1<<(8-w.count)-1, 8-w.count)
	}
	return w.b
}
