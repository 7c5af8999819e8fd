// Package card draws the thumbnail of a video that nothing can take a picture of.
package card

import (
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"io"
	"time"
)

const cardWidth = 540

// Draw writes a JPEG of the video's proportion, 540 pixels wide.
func Draw(w io.Writer, width, height int, _ time.Duration) error {
	tall := cardWidth
	if width > 0 && height > 0 {
		tall = min(max(cardWidth*height/width, cardWidth/4), 4*cardWidth)
	}
	gray := image.NewGray(image.Rect(0, 0, cardWidth, tall))
	draw.Draw(gray, gray.Rect, image.NewUniform(color.Gray{0x30}), image.Point{}, draw.Src)
	return jpeg.Encode(w, gray, nil)
}
