package editing

import (
	"context"
	"image"

	"crier/platform/imaging"
)

const (
	// blurSide is the longer side of what is blurred, in pixels: so small that
	// little is left to recognise.
	blurSide = 48
	// blurRadius and blurPasses make a soft blur of it: three boxes are close to a bell.
	blurRadius = 2
	blurPasses = 3
)

// blurred returns the middle of m, scaled to cover width by height pixels, and blurred.
func blurred(ctx context.Context, m *image.YCbCr, width, height int) (*image.YCbCr, error) {
	part := covering(m.Rect.Dx(), m.Rect.Dy(), width, height)
	middle, ok := m.SubImage(part.Add(m.Rect.Min)).(*image.YCbCr)
	if !ok {
		middle = m
	}
	sw, sh := blurSide, max(blurSide*height/width, 2)
	if height > width {
		sw, sh = max(blurSide*width/height, 2), blurSide
	}
	small, err := imaging.Resample(ctx, middle, imaging.Turn{}, sw, sh)
	if err != nil {
		return nil, err
	}
	cw, ch := (sw+1)/2, (sh+1)/2
	for range blurPasses {
		soften(small.Y, small.YStride, sw, sh, blurRadius)
		soften(small.Cb, small.CStride, cw, ch, blurRadius/2)
		soften(small.Cr, small.CStride, cw, ch, blurRadius/2)
	}
	return imaging.Resample(ctx, small, imaging.Turn{}, width, height)
}

// covering returns the largest part in the middle of w by h that has the shape of width by height,
// its corner at even pixels.
func covering(w, h, width, height int) image.Rectangle {
	pw, ph := w, h
	if w*height > h*width {
		pw = max(h*width/height, 1)
	} else {
		ph = max(w*height/width, 1)
	}
	x, y := (w-pw)/2&^1, (h-ph)/2&^1
	return image.Rect(x, y, x+pw, y+ph)
}

// soften averages each sample of a plane with its neighbours, across and then down; those beyond
// the edges count as the last ones.
func soften(pix []uint8, stride, w, h, radius int) {
	line := make([]uint8, max(w, h))
	for y := range h {
		average(pix[y*stride:], 1, line[:w], radius)
	}
	for x := range w {
		average(pix[x:], stride, line[:h], radius)
	}
}

func average(pix []uint8, step int, line []uint8, radius int) {
	n := len(line)
	for i := range line {
		line[i] = pix[i*step]
	}
	for i := range line {
		sum := 0
		for j := i - radius; j <= i+radius; j++ {
			sum += int(line[min(max(j, 0), n-1)])
		}
		pix[i*step] = uint8((sum + radius) / (2*radius + 1))
	}
}
