package editing

import (
	"context"
	"image"

	"crier/platform/imaging"
)

// neutral is the chroma of gray, 128, times an opacity of 1/255, times 1<<16.
const neutral = 32897

// lay draws a layer over a 4:2:0 picture. It uses the sums of image/color's RGBToYCbCr. They are
// linear, so they also hold for colours that are multiplied by their opacity.
func lay(layer *image.RGBA, m *image.YCbCr) {
	r := layer.Rect.Intersect(m.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		line, luma := layer.Pix[layer.PixOffset(r.Min.X, y):], m.Y[m.YOffset(r.Min.X, y):]
		for x := range r.Dx() {
			p := line[4*x : 4*x+4]
			if p[3] == 0 {
				continue
			}
			ink := 19595*int32(p[0]) + 38470*int32(p[1]) + 7471*int32(p[2])
			luma[x] = over(ink, luma[x], int32(p[3]), 1)
		}
	}
	// Below, each step handles two by two pixels.
	for y := r.Min.Y &^ 1; y < r.Max.Y; y += 2 {
		for x := r.Min.X &^ 1; x < r.Max.X; x += 2 {
			layChroma(layer, m, image.Rect(x, y, x+2, y+2).Intersect(m.Rect))
		}
	}
}

// layChroma draws the pixels that share one sample of each chroma plane.
func layChroma(layer *image.RGBA, m *image.YCbCr, pixels image.Rectangle) {
	var r, g, b, a int32
	inside := pixels.Intersect(layer.Rect)
	for y := inside.Min.Y; y < inside.Max.Y; y++ {
		for x := inside.Min.X; x < inside.Max.X; x++ {
			p := layer.Pix[layer.PixOffset(x, y):][:4]
			r, g, b, a = r+int32(p[0]), g+int32(p[1]), b+int32(p[2]), a+int32(p[3])
		}
	}
	if a == 0 {
		return
	}
	n := int32(pixels.Dx() * pixels.Dy())
	i := m.COffset(pixels.Min.X, pixels.Min.Y)
	m.Cb[i] = over(-11056*r-21712*g+32768*b+neutral*a, m.Cb[i], a, n)
	m.Cr[i] = over(32768*r-27440*g-5328*b+neutral*a, m.Cr[i], a, n)
}

// over blends ink, the sum of n samples times 1<<16 multiplied by their opacity, with a sample; a
// is the sum of the opacities.
func over(ink int32, below uint8, a, n int32) uint8 {
	rest := int32(below) * (255*n - a)
	v := (int64(ink)*255 + int64(rest)<<16 + int64(255*n)<<15) / (int64(255*n) << 16)
	return uint8(min(max(v, 0), 255))
}

const (
	// blurSide is the longer side, in pixels, of the picture that is blurred: so small that little
	// can be recognised.
	blurSide = 48
	// blurRadius and blurPasses blur it softly: three box blurs come close to a Gaussian.
	blurRadius = 2
	blurPasses = 3
)

// blurred returns the middle of m, scaled to width by height pixels and blurred.
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

// covering returns the largest centred part of w by h that has the ratio of width to height. Its
// corner is at even pixels.
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

// soften averages each sample of a plane with its neighbours, first across and then down. Beyond an
// edge it repeats the last sample.
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
