package codec

import (
	"context"
	_ "embed" // The program stands in a file of its own.
	"errors"
	"fmt"
	"image"
	"image/color"
)

//go:embed av1.wasm.gz
var av1File []byte

var av1Program = program{packed: av1File}

// AV1 decodes the one picture of an AVIF file, which is of a size in pixels. The result has its
// colours in every pixel, in the range and matrix of JPEG, and is neither turned nor cut.
func AV1(ctx context.Context, file []byte, size image.Point, memory *Memory) (m *image.YCbCr, err error) {
	err = av1Program.run(ctx, memory, func(i *instance) error {
		m, err = i.av1(file, size)
		return err
	})
	return m, err
}

func (i *instance) av1(file []byte, size image.Point) (*image.YCbCr, error) {
	source, err := i.put(file)
	if err != nil {
		return nil, err
	}
	// The duration of the picture, which is eight bytes, goes to the last ones.
	call := func(onlySize uint64, out uint32) error {
		const first = 0
		return i.decode(uint64(source), uint64(len(file)), onlySize, first, i.at(0), i.at(1), i.at(2), i.at(3), i.at(4), uint64(out))
	}
	if err := call(1, 0); err != nil {
		return nil, err
	}
	if got := image.Pt(int(i.param(0)), int(i.param(1))); got != size {
		return nil, fmt.Errorf("the decoder finds a picture of %v, not of %v", got, size)
	}
	bytesPerSample := 1
	if i.param(2) > 8 {
		bytesPerSample = 2
	}
	length := size.X * size.Y * 4 * bytesPerSample
	out, err := i.allocate(length)
	if err != nil {
		return nil, err
	}
	if err := call(0, out); err != nil {
		return nil, err
	}
	pix, err := i.view(out, length)
	if err != nil {
		return nil, err
	}
	// The program also says that all is well when it could not decode anything. What it writes is
	// opaque.
	if pix[3] == 0 || pix[length-1] == 0 {
		return nil, errors.New("the decoder found no picture")
	}
	return fromRGBA(pix, size, bytesPerSample), nil
}

// fromRGBA reads samples of one or two bytes, the lower one first.
func fromRGBA(pix []byte, size image.Point, bytesPerSample int) *image.YCbCr {
	m := image.NewYCbCr(image.Rectangle{Max: size}, image.YCbCrSubsampleRatio444)
	for p := range m.Y {
		s := pix[p*4*bytesPerSample:][:4*bytesPerSample]
		r, g, b := s[0], s[bytesPerSample], s[2*bytesPerSample]
		if bytesPerSample == 2 {
			r, g, b = rounded(s[0], s[1]), rounded(s[2], s[3]), rounded(s[4], s[5])
		}
		m.Y[p], m.Cb[p], m.Cr[p] = color.RGBToYCbCr(r, g, b)
	}
	return m
}

// rounded returns the nearest of 8 bits.
func rounded(low, high byte) uint8 { return uint8((uint32(high)<<8 + uint32(low) + 128) / 257) }
