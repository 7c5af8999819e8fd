// Package card draws a placeholder for a video without a poster frame: a card of the video's shape,
// with a play mark and the duration. The same video always gets the same card.
package card

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"io"
	"time"
)

const (
	// Width is the width of every card, in pixels.
	Width = 540
	// maxWide and maxTall bound the ratio of width to height, and of height to width.
	maxWide = 3
	maxTall = 2.5
	// usual is the ratio of height to width for a video of unknown size: that of a reel.
	usual   = 16.0 / 9
	quality = 95
)

// Draw writes a JPEG picture of 540 pixels in width for a video of the given display size. It has
// the video's shape, unless that is very wide or very tall or the size is unknown (0). It shows the
// duration, if known. Errors are those of w.
func Draw(w io.Writer, width, height int, duration time.Duration) error {
	img := image.NewRGBA(image.Rect(0, 0, Width, heightFor(width, height)))
	drawGround(img)
	drawPlay(img)
	if text := durationText(duration); text != "" {
		if err := drawLabel(img, text); err != nil {
			return fmt.Errorf("draw the duration: %w", err)
		}
	}
	return jpeg.Encode(w, img, &jpeg.Options{Quality: quality})
}

// heightFor returns an even height.
func heightFor(width, height int) int {
	ratio := usual
	if width > 0 && height > 0 {
		ratio = min(max(float64(height)/float64(width), 1.0/maxWide), maxTall)
	}
	return int(Width*ratio/2+0.5) * 2
}

// durationText returns m:ss or h:mm:ss, rounded down to a second but at least one, or nothing for
// an unknown duration.
func durationText(d time.Duration) string {
	const longest = 100 * time.Hour
	if d <= 0 || d >= longest {
		return ""
	}
	d = max(d, time.Second)
	hours, minutes, seconds := int(d/time.Hour), int(d/time.Minute)%60, int(d/time.Second)%60
	if hours > 0 {
		return fmt.Sprintf("%d:%02d:%02d", hours, minutes, seconds)
	}
	return fmt.Sprintf("%d:%02d", minutes, seconds)
}

// above and below are the colours of the background at the top and the bottom. The play mark has
// the first one too.
func above() color.RGBA { return color.RGBA{62, 70, 92, 255} }

func below() color.RGBA { return color.RGBA{24, 27, 38, 255} }

// drawGround draws the background, a gradient.
func drawGround(img *image.RGBA) {
	size := img.Bounds().Size()
	for y := range size.Y {
		part := float64(y) / float64(max(size.Y-1, 1))
		row := image.Rect(0, y, size.X, y+1)
		draw.Draw(img, row, image.NewUniform(between(above(), below(), part)), image.Point{}, draw.Src)
	}
}

func between(a, b color.RGBA, part float64) color.RGBA {
	mix := func(x, y uint8) uint8 { return uint8(float64(x)*(1-part) + float64(y)*part + 0.5) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}
