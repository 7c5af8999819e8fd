package editing

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"

	"crier/platform/imaging"
	"crier/platform/textimage"
)

// Options are the limits of a rendering. A zero field means its default.
type Options struct {
	Imaging imaging.Options
	// FontFolders are searched for what the built-in font does not have; nil means
	// those of the system.
	FontFolders []string
}

// Result describes a finished picture.
type Result struct {
	// Width and Height are in pixels.
	Width  int
	Height int
	// Bytes is the size of the file.
	Bytes int
	// Missing has the first 20 characters that were left out because no font has them.
	Missing []string
}

func resultOf(r imaging.Result) Result {
	return Result{Width: r.Width, Height: r.Height, Bytes: r.Bytes, Missing: r.Missing}
}

// renderImage reads a picture from the start of src, edits it as s says, and writes it to dst: a
// JPEG of less than 8 MB. It writes a thumbnail to thumb unless that is nil, and nothing unless all
// of it succeeds. An *imaging.Error says that the file cannot be used; other errors are those of
// Plan, ctx, src and dst.
func renderImage(ctx context.Context, dst, thumb io.Writer, src io.ReadSeeker, s Spec, o Options) (imaging.Result, error) {
	source, err := imaging.Decode(ctx, src, o.Imaging)
	if err != nil {
		return imaging.Result{}, err
	}
	g, err := s.Plan(source.Rect.Dx(), source.Rect.Dy())
	if err != nil {
		return imaging.Result{}, err
	}
	m, err := compose(ctx, source, g, s.Pad)
	if err != nil {
		return imaging.Result{}, err
	}
	layer, missing, err := write(s.Texts, g, o)
	if err != nil {
		return imaging.Result{}, err
	}
	if layer != nil {
		lay(layer, m)
	}
	res, err := imaging.Write(ctx, m, dst, thumb, o.Imaging)
	res.Missing = missing
	return res, err
}

// RenderOverlay writes the texts that lie over a video to dst, as a transparent PNG of the result's
// size. It returns the characters that no font has, as Result.Missing does.
//
// It reads fonts within the calling process; Overlay does the same in a child.
func RenderOverlay(dst io.Writer, g Geometry, texts []Text, o Options) (missing []string, err error) {
	if err := (Spec{Texts: texts}).Check(); err != nil {
		return nil, err
	}
	if g.Width < 1 || g.Height < 1 || g.Width > maxVideoWidth || g.Height > maxHeight {
		return nil, wrong("an overlay of %d x %d pixels is not possible; at most %d x %d", g.Width, g.Height, maxVideoWidth, maxHeight)
	}
	layer, missing, err := write(texts, g, o)
	if err != nil {
		return nil, err
	}
	picture := image.NewRGBA(image.Rect(0, 0, g.Width, g.Height))
	if layer != nil {
		for y := layer.Rect.Min.Y; y < layer.Rect.Max.Y; y++ {
			copy(picture.Pix[picture.PixOffset(layer.Rect.Min.X, y):], layer.Pix[layer.PixOffset(layer.Rect.Min.X, y):][:4*layer.Rect.Dx()])
		}
	}
	if err := png.Encode(dst, picture); err != nil {
		return nil, fmt.Errorf("write the overlay: %w", err)
	}
	return missing, nil
}

// write draws the texts on a layer of their size. It returns nil when none of them is within the
// picture.
func write(texts []Text, g Geometry, o Options) (layer *image.RGBA, missing []string, err error) {
	drawn := make([]textimage.Text, len(texts))
	for i, t := range texts {
		drawn[i] = textimage.Text{
			Text: t.Text, X: t.X, Y: t.Y, Size: t.Size, MaxWidth: t.MaxWidth, Align: textimage.Align(t.Align), Bold: t.Bold, Rotation: t.Rotation,
			Color: colorOr(t.Color, color.NRGBA{255, 255, 255, 255}), Background: colorOr(t.Background, color.NRGBA{}),
		}
	}
	return textimage.Draw(drawn, g.Width, g.Height, o.FontFolders)
}

// compose returns the picture in its final size, without texts.
func compose(ctx context.Context, source *image.YCbCr, g Geometry, pad *Pad) (*image.YCbCr, error) {
	kept, ok := source.SubImage(rectangle(g.Crop).Add(source.Rect.Min)).(*image.YCbCr)
	if !ok {
		return nil, fmt.Errorf("crop: a part of planes is no planes")
	}
	turn := imaging.Turn{Degrees: g.Rotate, FlipHorizontal: g.FlipHorizontal, FlipVertical: g.FlipVertical}
	if turn == (imaging.Turn{}) && kept.Rect == image.Rect(0, 0, g.Width, g.Height) && kept.SubsampleRatio == image.YCbCrSubsampleRatio420 && !g.IsPadded() {
		return kept, nil
	}
	content, err := imaging.Resample(ctx, kept, turn, g.Content.Width, g.Content.Height)
	if err != nil || !g.IsPadded() {
		return content, err
	}
	whole, err := background(ctx, content, g, pad)
	if err != nil {
		return nil, err
	}
	put(whole, content, g.Content.X, g.Content.Y)
	return whole, nil
}

func rectangle(r Rect) image.Rectangle { return image.Rect(r.X, r.Y, r.X+r.Width, r.Y+r.Height) }

func background(ctx context.Context, content *image.YCbCr, g Geometry, pad *Pad) (*image.YCbCr, error) {
	if pad.Fill == FillBlur {
		return blurred(ctx, content, g.Width, g.Height)
	}
	m := image.NewYCbCr(image.Rect(0, 0, g.Width, g.Height), image.YCbCrSubsampleRatio420)
	c := colorOr(pad.Color, color.NRGBA{255, 255, 255, 255})
	y, cb, cr := color.RGBToYCbCr(c.R, c.G, c.B)
	fillWith(m.Y, y)
	fillWith(m.Cb, cb)
	fillWith(m.Cr, cr)
	return m, nil
}

func fillWith(plane []uint8, v uint8) {
	for i := range plane {
		plane[i] = v
	}
}

// put copies a picture into another one, with its corner at an even point.
func put(onto, m *image.YCbCr, x, y int) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	for row := range h {
		copy(onto.Y[onto.YOffset(x, y+row):][:w], m.Y[row*m.YStride:])
	}
	for row := range (h + 1) / 2 {
		at := onto.COffset(x, y+2*row)
		copy(onto.Cb[at:][:(w+1)/2], m.Cb[row*m.CStride:])
		copy(onto.Cr[at:][:(w+1)/2], m.Cr[row*m.CStride:])
	}
}
