package codec

import (
	"context"
	_ "embed" // For the program's file.
	"fmt"
	"image"
)

//go:embed hevc.wasm.gz
var hevcFile []byte

var hevcProgram = program{packed: hevcFile}

// Constants of libheif.
const (
	heifColourYCbCr = 0
	heifColourGray  = 2

	heifChroma420 = 1
	heifChroma422 = 2
	heifChroma444 = 3

	// heifLeast is the least length of a line, and heifAlign its alignment.
	heifLeast = 64
	heifAlign = 16
)

// HEVC decodes the only picture of a HEIC file, which must have the size. The result is a
// *image.YCbCr or *image.Gray of 8 bits, as coded: with the range and matrix of the file, neither
// rotated nor cropped.
func HEVC(ctx context.Context, file []byte, size image.Point, memory *Memory) (m image.Image, err error) {
	err = hevcProgram.run(ctx, memory, func(i *instance) error {
		m, err = i.hevc(file, size)
		return err
	})
	return m, err
}

func (i *instance) hevc(file []byte, size image.Point) (image.Image, error) {
	source, err := i.put(file)
	if err != nil {
		return nil, err
	}
	call := func(onlySize uint64, out uint32) error {
		return i.decode(uint64(source), uint64(len(file)), onlySize, i.at(0), i.at(1), i.at(2), i.at(3), i.at(4), uint64(out))
	}
	if err := call(1, 0); err != nil {
		return nil, err
	}
	if got := image.Pt(int(i.param(0)), int(i.param(1))); got != size {
		return nil, fmt.Errorf("the decoder finds a picture of %v, not of %v", got, size)
	}
	colour, chroma := i.param(2), i.param(3)
	ratio, planes := heifRatio(colour, chroma)
	if planes == 0 {
		return nil, fmt.Errorf("the decoder finds the colour space %d, chroma %d", colour, chroma)
	}
	cw, ch := ChromaSize(size, ratio)
	m := &image.YCbCr{SubsampleRatio: ratio, YStride: lineOf(size.X), CStride: lineOf(cw), Rect: image.Rectangle{Max: size}}
	luma, each := m.YStride*size.Y, m.CStride*ch
	out, err := i.allocate(luma + 2*each)
	if err != nil {
		return nil, err
	}
	if err := call(0, out); err != nil {
		return nil, err
	}
	if planes == 1 {
		pix, err := i.copied(out, luma)
		return &image.Gray{Pix: pix, Stride: m.YStride, Rect: m.Rect}, err
	}
	pix, err := i.copied(out, luma+2*each)
	if err != nil {
		return nil, err
	}
	m.Y, m.Cb, m.Cr = pix[:luma:luma], pix[luma:luma+each:luma+each], pix[luma+each:]
	return m, nil
}

func (i *instance) copied(at uint32, n int) ([]byte, error) {
	b, err := i.view(at, n)
	if err != nil {
		return nil, err
	}
	return append(make([]byte, 0, n), b...), nil
}

// heifRatio returns the chroma subsampling and the number of planes, 0 for an unknown form.
func heifRatio(colour, chroma uint32) (ratio image.YCbCrSubsampleRatio, planes int) {
	switch {
	case colour == heifColourGray:
		return image.YCbCrSubsampleRatio444, 1
	case colour != heifColourYCbCr:
		return 0, 0
	case chroma == heifChroma420:
		return image.YCbCrSubsampleRatio420, 3
	case chroma == heifChroma422:
		return image.YCbCrSubsampleRatio422, 3
	case chroma == heifChroma444:
		return image.YCbCrSubsampleRatio444, 3
	default:
		return 0, 0
	}
}

// ChromaSize returns the size of a chroma plane for a picture of a size.
func ChromaSize(size image.Point, ratio image.YCbCrSubsampleRatio) (w, h int) {
	switch ratio {
	case image.YCbCrSubsampleRatio420:
		return (size.X + 1) / 2, (size.Y + 1) / 2
	case image.YCbCrSubsampleRatio422:
		return (size.X + 1) / 2, size.Y
	default:
		return size.X, size.Y
	}
}

// lineOf returns the stride of a plane with n samples in a line.
func lineOf(n int) int { return (max(n, heifLeast) + heifAlign - 1) &^ (heifAlign - 1) }
