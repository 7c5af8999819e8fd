package heif

import (
	"fmt"
	"image"

	"crier/platform/imaging/heif/codec"
)

// readTransforms applies the boxes that rotate, mirror and crop the picture, in their order. It
// refuses unknown essential properties.
func (p *Picture) readTransforms(main *item) error {
	p.cut = image.Rectangle{Max: p.colour.size}
	for _, prop := range main.properties {
		c := cursor{b: prop.body}
		switch prop.kind {
		case "irot":
			for range c.u8() & 3 {
				p.Orientation = turnedLeft(p.Orientation)
			}
		case "imir":
			if c.u8()&1 == 0 {
				p.Orientation = flipped(p.Orientation)
			} else {
				p.Orientation = mirrored(p.Orientation)
			}
		case "clap":
			if err := p.clip(&c); err != nil {
				return err
			}
		case "ispe", "hvcC", "av1C", "colr", "pixi", "pasp", "auxC", "lsel", "a1op", "a1lx", "clli", "mdcv", "cclv", "amve", "rloc", "altt", "crtt", "mdft", "udes", "free", "skip":
		default:
			if prop.essential {
				return unsupported("the property %q", prop.kind)
			}
		}
		if c.failed {
			return errBox
		}
	}
	p.Size = p.cut.Size()
	return nil
}

// The EXIF orientations after one more step. 6 is a rotation by 90 degrees clockwise, 8 the other
// way.
func turnedLeft(o int) int { return [9]int{1: 8, 2: 5, 3: 6, 4: 7, 5: 4, 6: 1, 7: 2, 8: 3}[o] }
func mirrored(o int) int   { return [9]int{1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7}[o] }
func flipped(o int) int    { return [9]int{1: 4, 2: 3, 3: 2, 4: 1, 5: 8, 6: 7, 7: 6, 8: 5}[o] }

// clip reads a clean aperture: width, height, and the offset of its centre from that of the
// picture, as fractions.
func (p *Picture) clip(c *cursor) error {
	if p.Orientation != 1 {
		return unsupported("a picture that is cropped after it was rotated")
	}
	var v [4]float64
	for i := range v {
		// Only the offsets may be negative.
		n, d := float64(int32(c.u32())), float64(int32(c.u32()))
		if c.failed || d <= 0 || i < 2 && n <= 0 {
			return damaged("the clean aperture is empty")
		}
		v[i] = n / d
	}
	size := p.cut.Size()
	w, h := int(min(v[0], 1<<20)), int(min(v[1], 1<<20))
	x := int(float64(size.X-w)/2 + min(max(v[2], -1<<20), 1<<20))
	y := int(float64(size.Y-h)/2 + min(max(v[3], -1<<20), 1<<20))
	cut := image.Rect(x, y, x+w, y+h).Add(p.cut.Min)
	if cut.Empty() || !cut.In(p.cut) {
		return damaged("the clean aperture %v is not within %v", cut, p.cut)
	}
	p.cut = cut
	return nil
}

// mosaic is a picture that is assembled from tiles. Several goroutines may place tiles at once.
type mosaic struct {
	coding  coding
	picture image.Image
}

// newMosaic returns an empty picture of the type of a tile.
func newMosaic(first image.Image, c coding) (*mosaic, error) {
	m := &mosaic{coding: c}
	switch first := first.(type) {
	case *image.Gray:
		m.picture = image.NewGray(image.Rectangle{Max: c.size})
	case *image.YCbCr:
		whole := first.SubsampleRatio == image.YCbCrSubsampleRatio444
		if !whole && (c.tile.X|c.tile.Y)&1 != 0 {
			return nil, damaged("tiles of %v pixels share chroma samples", c.tile)
		}
		m.picture = image.NewYCbCr(image.Rectangle{Max: c.size}, first.SubsampleRatio)
	default:
		return nil, fmt.Errorf("a decoder returned a picture of type %T", first)
	}
	return m, nil
}

// place copies tile number i into the picture.
func (m *mosaic) place(tile image.Image, i int) error {
	at := image.Pt(i%m.coding.cols*m.coding.tile.X, i/m.coding.cols*m.coding.tile.Y)
	size := image.Rectangle{Min: at, Max: at.Add(m.coding.tile)}.Intersect(image.Rectangle{Max: m.coding.size}).Size()
	switch to := m.picture.(type) {
	case *image.Gray:
		if from, ok := tile.(*image.Gray); ok {
			copyPlane(to.Pix[to.PixOffset(at.X, at.Y):], to.Stride, from.Pix, from.Stride, size.X, size.Y)
			return nil
		}
	case *image.YCbCr:
		if from, ok := tile.(*image.YCbCr); ok && from.SubsampleRatio == to.SubsampleRatio {
			copyPlane(to.Y[to.YOffset(at.X, at.Y):], to.YStride, from.Y, from.YStride, size.X, size.Y)
			w, h := codec.ChromaSize(size, to.SubsampleRatio)
			corner := to.COffset(at.X, at.Y)
			copyPlane(to.Cb[corner:], to.CStride, from.Cb, from.CStride, w, h)
			copyPlane(to.Cr[corner:], to.CStride, from.Cr, from.CStride, w, h)
			return nil
		}
	}
	return damaged("the tiles differ")
}

func copyPlane(to []uint8, toStride int, from []uint8, fromStride, w, h int) {
	for y := range h {
		copy(to[y*toStride:][:w], from[y*fromStride:][:w])
	}
}
