package corpus

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"slices"
)

const (
	gifType = "image/gif"
	// gifHead is the offset of the blocks in a GIF file of four colours.
	gifHead = 6 + 7 + 3*4
)

// gifs returns still and broken files. A moving one becomes a video if there is an ffmpeg, else a
// picture, so it is no case here.
func gifs() []Case {
	plain := quadColours()
	file := encodedGIF(palettedQuad(plain))
	good, bad := quadCases("gif ", "picture.gif", gifType)
	clear := plain
	clear[3] = color.NRGBA{}
	white := plain
	white[3] = color.NRGBA{255, 255, 255, 255}
	comment := append([]byte{0x21, 0xfe, byte(len(Secret))}, append([]byte(Secret), 0)...)
	moving := AnimatedGIF(quadWidth, quadHeight, 10, 10)
	return []Case{
		good("plain", file, plain),
		good("with a transparent quarter", encodedGIF(palettedQuad(clear)), white),
		good("with a comment", slices.Insert(slices.Clone(file), gifHead, comment...), plain),
		good("and an archive", append(slices.Clone(file), archive()...), plain),
		good("named jpg", file, plain).named("photo.jpg", jpegType),
		bad("bomb", onGIFCanvas(file, 65_535, 65_535), "65,535 x 65,535 pixels; no side may be longer than 16,384"),
		bad("of many pixels", onGIFCanvas(file, 10_000, 10_000), "100.0 megapixels; at most 80.0"),
		bad("bomb that moves", onGIFCanvas(moving, 65_535, 65_535), "no side may be longer than 16,384"),
		bad("of no size", onGIFCanvas(file, 0, 0), "damaged"),
		bad("frame off its canvas", onGIFCanvas(file, quadWidth-1, quadHeight), "damaged"),
		bad("half", file[:len(file)/2], "cut off: it ends after"),
		bad("that moves, half", moving[:len(moving)/2], "cut off: it ends after"),
		bad("without an end", file[:len(file)-1], "cut off: it ends after"),
		bad("without pixels", append(slices.Clone(file[:gifHead]), ';'), "damaged"),
		bad("of wrong codes", corrupted(file, gifHead+10+1+1), "damaged"),
	}
}

// AnimatedGIF returns a file whose frames are shown for delay hundredths of a second each. Every
// other frame shows the quarters, and those in between are mirrored.
func AnimatedGIF(width, height, frames, delay int) []byte {
	q := quadColours()
	var g gif.GIF
	for i := range frames {
		m := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{q[0], q[1], q[2], q[3]})
		for y := range height {
			for x := range width {
				m.SetColorIndex(x, y, uint8(2*y/height*2+(2*x/width+i)%2))
			}
		}
		g.Image, g.Delay = append(g.Image, m), append(g.Delay, delay)
	}
	var b bytes.Buffer
	must(gif.EncodeAll(&b, &g))
	return b.Bytes()
}

func encodedGIF(m image.Image) []byte {
	var b bytes.Buffer
	must(gif.Encode(&b, m, nil))
	return b.Bytes()
}

// onGIFCanvas returns the file with another canvas size and the same frames.
func onGIFCanvas(file []byte, width, height uint16) []byte {
	b := slices.Clone(file)
	binary.LittleEndian.PutUint16(b[6:], width)
	binary.LittleEndian.PutUint16(b[8:], height)
	return b
}
