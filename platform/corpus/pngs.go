package corpus

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"slices"
)

const (
	pngType      = "image/png"
	pngSignature = "\x89PNG\r\n\x1a\n"
	// pngHead is the offset of the chunks after IHDR.
	pngHead = 8 + 8 + 13 + 4
)

func pngs() []Case {
	plain := quadColours()
	file := encodedPNG(quad(plain))
	good, bad := quadCases("png ", "picture.png", pngType)
	turned6 := good("orientation 6", withChunks(file, pngChunk("eXIf", exif(6))), upright(plain, 6))
	turned6.Want.Width, turned6.Want.Height = quadHeight, quadWidth
	late := len(file) - 12
	return []Case{
		good("plain", file, plain),
		good("16 bit with alpha", encodedPNG(deepQuad(plain)), flattened(plain, 3)),
		good("palette", encodedPNG(palettedQuad(plain)), plain),
		good("interlaced", interlacedPNG(plain), plain),
		good("wide gamut", withChunks(file, pngChunk("iCCP", append([]byte("x\x00\x00"), deflated(turnedProfile())...))), turned(plain)),
		turned6,
		good("text of 2 MB", withChunks(file, pngChunk("tEXt", append([]byte("Comment\x00"+Secret), make([]byte, 2<<20)...))), plain),
		good("text bomb", withChunks(file, pngChunk("zTXt", append([]byte("Comment\x00\x00"), zeros(1<<30)...))), plain),
		good("profile bomb", withChunks(file, pngChunk("iCCP", append([]byte("x\x00\x00"), zeros(1<<30)...))), plain),
		good("many chunks", withChunks(file, slices.Repeat([][]byte{pngChunk("teSt", nil)}, 20_000)...), plain),
		good("and an archive", append(bytes.Clone(file), archive()...), plain),
		good("named jpg", file, plain).named("photo.jpg", jpegType),
		bad("bomb", bombPNG(30_000, 30_000), "30,000 x 30,000 pixels; no side may be longer than 16,384"),
		bad("bomb of one line", bombPNG(100_000, 1), "100,000 x 1"),
		bad("of many pixels", bombPNG(10_000, 10_000), "100.0 megapixels; at most 80.0"),
		bad("wrong checksum", corrupted(file, len(file)-13), "damaged"),
		bad("wrong checksum of a text", withChunks(file, corrupted(pngChunk("tEXt", []byte("a\x00b")), 14)), "damaged"),
		bad("half", file[:len(file)/2], "The file is "),
		bad("without an end", file[:late], "cut off: it ends after"),
		bad("chunk of 2 GB", slices.Concat(file[:pngHead], []byte("\x7f\xff\xff\xffIDAT"), file[pngHead+8:]), "damaged"),
		bad("without pixels", slices.Concat(file[:pngHead], pngChunk("IEND", nil)), "damaged"),
		bad("too many pixels packed", withPixels(file, zeros(64<<20)), "damaged"),
	}
}

func encodedPNG(m image.Image) []byte {
	var b bytes.Buffer
	must(png.Encode(&b, m))
	return b.Bytes()
}

func pngChunk(kind string, body []byte) []byte {
	b := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), kind...)
	b = append(b, body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// withChunks inserts chunks after the header.
func withChunks(file []byte, chunks ...[]byte) []byte {
	return slices.Concat(file[:pngHead], slices.Concat(chunks...), file[pngHead:])
}

// withPixels returns the file with other IDAT data.
func withPixels(file, packed []byte) []byte {
	return slices.Concat(file[:pngHead], pngChunk("IDAT", packed), pngChunk("IEND", nil))
}

func corrupted(file []byte, at int) []byte {
	file = bytes.Clone(file)
	file[at] ^= 0xff
	return file
}

// deepQuad returns a picture of 16 bits, with a half transparent last quarter.
func deepQuad(q Quarters) *image.NRGBA64 {
	m := image.NewNRGBA64(image.Rect(0, 0, quadWidth, quadHeight))
	for y := range quadHeight {
		for x := range quadWidth {
			i := 2*y/quadHeight*2 + 2*x/quadWidth
			c := color.NRGBA64{uint16(q[i].R) * 257, uint16(q[i].G) * 257, uint16(q[i].B) * 257, 0xffff}
			if i == 3 {
				c.A = 0x7fff
			}
			m.SetNRGBA64(x, y, c)
		}
	}
	return m
}

// flattened returns the quarters on white. Those with the indexes are half transparent.
func flattened(q Quarters, indexes ...int) Quarters {
	for _, i := range indexes {
		for _, v := range []*uint8{&q[i].R, &q[i].G, &q[i].B} {
			*v = uint8((int(*v) + 255) / 2)
		}
	}
	return q
}

func palettedQuad(q Quarters) *image.Paletted {
	m := image.NewPaletted(image.Rect(0, 0, quadWidth, quadHeight), color.Palette{q[0], q[1], q[2], q[3]})
	for y := range quadHeight {
		for x := range quadWidth {
			m.SetColorIndex(x, y, uint8(2*y/quadHeight*2+2*x/quadWidth))
		}
	}
	return m
}

// interlacedPNG returns a PNG file with Adam7 interlacing.
func interlacedPNG(q Quarters) []byte {
	var rows []byte
	for _, p := range [7]struct{ x, y, dx, dy int }{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
		for y := p.y; y < quadHeight; y += p.dy {
			rows = append(rows, 0)
			for x := p.x; x < quadWidth; x += p.dx {
				c := q[2*y/quadHeight*2+2*x/quadWidth]
				rows = append(rows, c.R, c.G, c.B)
			}
		}
	}
	return slices.Concat(pngHeader(quadWidth, quadHeight, 8, 2, 1), pngChunk("IDAT", deflated(rows)), pngChunk("IEND", nil))
}

func pngHeader(width, height uint32, depth, colour, interlaced byte) []byte {
	body := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	return append([]byte(pngSignature), pngChunk("IHDR", append(body, depth, colour, 0, 0, interlaced))...)
}

// bombPNG returns a complete, black picture.
func bombPNG(width, height uint32) []byte {
	bytes := int64(height) * int64(1+3*width)
	return slices.Concat(pngHeader(width, height, 8, 2, 0), pngChunk("IDAT", zeros(bytes)), pngChunk("IEND", nil))
}

func deflated(content []byte) []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, err := z.Write(content)
	must(err)
	must(z.Close())
	return b.Bytes()
}

// zeros returns at least count zeros, zlib-compressed, by repeating one compressed megabyte.
func zeros(count int64) []byte {
	const block = 1 << 20
	var b bytes.Buffer
	z, err := zlib.NewWriterLevel(&b, zlib.BestCompression)
	must(err)
	write := func() []byte {
		from := b.Len()
		_, err := z.Write(make([]byte, block))
		must(err)
		must(z.Flush())
		return bytes.Clone(b.Bytes()[from:])
	}
	first, repeated := write(), write()
	whole := (count + block - 1) / block
	packed := slices.Concat(first, bytes.Repeat(repeated, int(max(whole-1, 0))), []byte{1, 0, 0, 0xff, 0xff})
	// In the Adler-32 checksum of zeros, A is 1 and B is their number.
	return binary.BigEndian.AppendUint32(packed, uint32(whole*block%65_521)<<16|1)
}
