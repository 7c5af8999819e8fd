// Package heif reads HEIC (HEVC in HEIF) and AVIF (AV1 in HEIF) pictures, as phones write them.
//
// Open reads the boxes of a file and determines the tiles, size, rotation and colours of the
// primary picture, without decoding. Decode then passes each coded picture (a tile of a grid, or
// the whole) to package codec in a new file that this package writes, so the decoders never see the
// boxes of a user's file. This package assembles the tiles.
//
// Only the boxes irot, imir and clap rotate, mirror and crop a picture. The EXIF orientation is for
// programs that do not know these boxes, and is ignored. So are thumbnails, depth maps, gain maps
// and further pictures of a file.
package heif

import (
	"context"
	"errors"
	"fmt"
	"image"

	"crier/platform/imaging/heif/codec"

	"golang.org/x/sync/errgroup"
)

// Decode returns the cropped picture, not yet rotated, as a *image.YCbCr or *image.Gray with the
// range and matrix of JPEG, and its transparency or nil. If ctx ends, it returns the bare error of
// ctx.
func (p *Picture) Decode(ctx context.Context) (m image.Image, alpha *image.Gray, err error) {
	memory := codec.NewMemory(p.decoderMemory())
	if m, err = p.table.decode(ctx, p.colour, memory); err != nil {
		return nil, nil, err
	}
	if p.alpha != nil {
		// Transparency has full range, whatever the coding says.
		transparency := *p.alpha
		transparency.Colours, transparency.said = jpegColours(), true
		a, err := p.table.decode(ctx, transparency, memory)
		if err != nil {
			return nil, nil, err
		}
		alpha = lumaOf(a).SubImage(p.cut).(*image.Gray)
	}
	return cutOut(m, p.cut), alpha, nil
}

// decoderMemory returns the memory of a decoder that is enough for any tile. Colours and
// transparency share it.
func (p *Picture) decoderMemory() int64 {
	var most int64
	for _, c := range p.codings() {
		most = max(most, c.tileMemory(c.configs[0], c.longest()))
	}
	return most
}

// Premultiplied reports whether the colours are already multiplied by the transparency.
func (p *Picture) Premultiplied() bool { return p.premultiplied }

func lumaOf(m image.Image) *image.Gray {
	switch m := m.(type) {
	case *image.Gray:
		return m
	case *image.YCbCr:
		return &image.Gray{Pix: m.Y, Stride: m.YStride, Rect: m.Rect}
	default:
		return nil
	}
}

func cutOut(m image.Image, cut image.Rectangle) image.Image {
	switch m := m.(type) {
	case *image.Gray:
		return m.SubImage(cut)
	case *image.YCbCr:
		return m.SubImage(cut)
	default:
		return m
	}
}

// parallelTiles is how many tiles are decoded at once. The other cores are for other pictures.
const parallelTiles = 2

// decode decodes the tiles and assembles them.
func (t *table) decode(ctx context.Context, c coding, memory *codec.Memory) (image.Image, error) {
	first, err := t.decodeTile(ctx, c, 0, memory)
	if err != nil || c.isWhole() {
		return first, err
	}
	whole, err := newMosaic(first, c)
	if err != nil {
		return nil, err
	}
	if err := whole.place(first, 0); err != nil {
		return nil, err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(parallelTiles)
	for i := 1; i < len(c.tiles); i++ {
		g.Go(func() error {
			m, err := t.decodeTile(ctx, c, i, memory)
			if err != nil {
				return err
			}
			return whole.place(m, i)
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return whole.picture, nil
}

// isWhole reports whether the picture is one tile.
func (c coding) isWhole() bool { return len(c.tiles) == 1 && c.tile == c.size }

func (t *table) decodeTile(ctx context.Context, c coding, i int, memory *codec.Memory) (image.Image, error) {
	g := c.configs[i]
	content, err := t.content(c.tiles[i])
	if err != nil {
		return nil, err
	}
	var more [][]byte
	if c.codec == "av01" {
		// The decoder converts to RGB by the code points in the file, or else those in the coding.
		if c.said {
			more = append(more, box("colr", c.nclx()))
		}
		return codec.AV1(ctx, writeSingle(c.codec, c.tile, g, content, more...), c.tile, memory)
	}
	if g.samples == graySamples {
		// Without the box the decoder takes the picture for a coloured one.
		more = append(more, fullBox("pixi", 0, []byte{1, byte(g.depth)}))
	}
	if content, err = g.pictureUnits(content); err != nil {
		return nil, err
	}
	m, err := codec.HEVC(ctx, writeSingle(c.codec, c.tile, g, content, more...), c.tile, memory)
	if err != nil {
		return nil, err
	}
	if planes, ok := m.(*image.YCbCr); ok && g.mended() {
		m = halved(planes, g.samples == halvedSamples)
	}
	c.convert(m)
	return m, nil
}

// halved converts 4:2:2 to 4:2:0. It replaces the first and the last column of chroma by their
// neighbours, and if the picture was coded as 4:2:0, its first and last row too, because the
// decoder returns them invalid.
func halved(m *image.YCbCr, was420 bool) *image.YCbCr {
	h := m.Rect.Dy()
	half := image.NewYCbCr(m.Rect, image.YCbCrSubsampleRatio420)
	half.Y, half.YStride = m.Y, m.YStride
	first := min(1, half.CStride-1)
	last := max(half.CStride-2, first)
	top, bottom := 0, h-1
	if was420 {
		top = min(1, h-1)
		bottom = max(h-2, top)
	}
	for y := range (h + 1) / 2 {
		above, below := min(max(2*y, top), bottom)*m.CStride, min(max(2*y+1, top), bottom)*m.CStride
		for x := range half.CStride {
			from, to := min(max(x, first), last), y*half.CStride+x
			half.Cb[to] = uint8((uint(m.Cb[above+from]) + uint(m.Cb[below+from]) + 1) / 2)
			half.Cr[to] = uint8((uint(m.Cr[above+from]) + uint(m.Cr[below+from]) + 1) / 2)
		}
	}
	return half
}

// convert converts the samples to those of JPEG.
func (c coding) convert(m image.Image) {
	switch m := m.(type) {
	case *image.YCbCr:
		if t, needed := c.toJPEG(m.SubsampleRatio); needed {
			t.apply(m)
		}
	case *image.Gray:
		if !c.FullRange {
			conversion{offset: [3]float64{16}, matrix: [3][3]float64{{255.0 / 219}}}.applyGray(m)
		}
	}
}

// Unsupported says that a file is valid as far as it was read, but has an unsupported feature.
type Unsupported struct {
	// Feature names the feature, for a sentence.
	Feature string
}

// Error returns the feature.
func (u *Unsupported) Error() string { return "not supported: " + u.Feature }

func unsupported(format string, args ...any) error {
	return &Unsupported{Feature: fmt.Sprintf(format, args...)}
}

var errBox = errors.New("the size of a box does not fit its content")

func damaged(format string, args ...any) error { return fmt.Errorf("heif: "+format, args...) }
