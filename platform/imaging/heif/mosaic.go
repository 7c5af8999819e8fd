package heif

import (
	"fmt"
	"image"

	"crier/platform/imaging/heif/codec"
)

// mosaic is a picture that is put together of tiles. Several goroutines may place tiles at once.
type mosaic struct {
	coding  coding
	picture image.Image
}

// newMosaic returns an empty picture of the kind of a tile.
func newMosaic(first image.Image, c coding) (*mosaic, error) {
	m := &mosaic{coding: c}
	switch first := first.(type) {
	case *image.Gray:
		m.picture = image.NewGray(image.Rectangle{Max: c.size})
	case *image.YCbCr:
		whole := first.SubsampleRatio == image.YCbCrSubsampleRatio444
		if !whole && (c.tile.X|c.tile.Y)&1 != 0 {
			return nil, damaged("tiles of %v pixels share samples of their colours", c.tile)
		}
		m.picture = image.NewYCbCr(image.Rectangle{Max: c.size}, first.SubsampleRatio)
	default:
		return nil, fmt.Errorf("a decoder returned a picture of type %T", first)
	}
	return m, nil
}

// place puts the tile of a number into the picture.
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
