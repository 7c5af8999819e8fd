package textimage

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype/tables"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/vector"
)

// maxBitmapSide bounds the sides of the bitmaps in a font, in pixels.
const maxBitmapSide = 1024

// ownInk is the palette index for the colour of the text.
const ownInk = 0xFFFF

// isColourful reports whether the glyph has its own colours: it is a bitmap, or painted (COLR).
func (g glyph) isColourful() bool {
	if _, ok := g.paint(); ok {
		return true
	}
	bitmap, ok := g.face.GlyphDataBitmap(g.id)
	return ok && (bitmap.Format == font.PNG || bitmap.Format == font.JPG)
}

// paint returns the COLR paint table of the glyph, if it has one.
func (g glyph) paint() (tables.PaintTable, bool) {
	data, ok := g.face.GlyphDataColor(g.id)
	return data.Paint, ok && len(g.face.CPAL) > 0
}

func (k inked) drawColourful(pen *vector.Rasterizer, g glyph, layer *image.RGBA) {
	if k.boundsOf(g).Intersect(layer.Rect).Empty() {
		return
	}
	root, isPainted := g.paint()
	if layers, ok := root.(tables.PaintColrLayersResolved); ok && isPainted {
		palette := g.face.CPAL[0]
		for _, l := range layers {
			part := g
			part.id = font.GID(l.GlyphID)
			k.trace(pen, part, layer, image.NewUniform(k.ink(palette, int(l.PaletteIndex))))
		}
		return
	}
	if isPainted {
		k.paste(k.painted(g, root), g, layer)
		return
	}
	bitmap, _ := g.face.GlyphDataBitmap(g.id)
	if picture, err := decodeBitmap(bitmap); err == nil {
		k.paste(picture, g, layer)
	}
}

// paste draws the picture of a glyph, scaled, at the glyph's place.
func (k inked) paste(picture image.Image, g glyph, layer *image.RGBA) {
	w, h := float64(picture.Bounds().Dx()), float64(picture.Bounds().Dy())
	if g.width <= 0 || g.height <= 0 {
		return
	}
	at := k.at.then(g.x+g.left, g.y+g.top, g.width/w, g.height/h)
	draw.BiLinear.Transform(layer, f64.Aff3(at), picture, picture.Bounds(), draw.Over, nil)
}

func (k inked) ink(palette []tables.ColorRecord, index int) color.NRGBA {
	if index == ownInk || index >= len(palette) {
		return k.letters
	}
	c := palette[index]
	return color.NRGBA{c.Red, c.Green, c.Blue, c.Alpha}
}

// decodeBitmap decodes a bitmap of a font after it has checked its size.
func decodeBitmap(b font.GlyphBitmap) (image.Image, error) {
	size, decode := png.DecodeConfig, png.Decode
	if b.Format == font.JPG {
		size, decode = jpeg.DecodeConfig, jpeg.Decode
	}
	c, err := size(bytes.NewReader(b.Data))
	if err != nil {
		return nil, err
	}
	if c.Width > maxBitmapSide || c.Height > maxBitmapSide || c.Width == 0 || c.Height == 0 {
		return nil, io.ErrShortBuffer
	}
	return decode(bytes.NewReader(b.Data))
}
