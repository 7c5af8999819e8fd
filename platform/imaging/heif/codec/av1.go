package codec

import (
	"context"
	_ "embed" // For the program's file.
	"errors"
	"fmt"
	"image"
	"image/color"
)

//go:embed av1.wasm.gz
var av1File []byte

var av1Program = program{packed: av1File}

// AV1 decodes the only picture of an AVIF file, which must have the size. The result is 4:4:4 with
// the range and matrix of JPEG, neither rotated nor cropped.
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
	// The last result, the duration, takes eight bytes.
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
	// The program reports success even if it decoded nothing. What it does write is opaque.
	if pix[3] == 0 || pix[length-1] == 0 {
		return nil, errors.New("the decoder found no picture")
	}
	return fromRGBA(pix, size, bytesPerSample), nil
}

// fromRGBA reads samples of one or two bytes, little-endian.
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

// rounded returns the nearest 8-bit value.
func rounded(low, high byte) uint8 { return uint8((uint32(high)<<8 + uint32(low) + 128) / 257) }
