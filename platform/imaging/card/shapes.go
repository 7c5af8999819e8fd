package card

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

const (
	// markPart is the diameter of the play mark as a fraction of the card's shorter side.
	markPart = 0.3
	// textSize is the size of the font in pixels.
	textSize = 30
	// dpi makes one point one pixel.
	dpi = 72
	// margin separates the label from the card's edges, the paddings the letters from the label's.
	margin, paddingX, paddingY = 20, 14, 8
)

// drawPlay draws a triangle in a disc, in the middle.
func drawPlay(img *image.RGBA) {
	size := img.Bounds().Size()
	x, y := float64(size.X)/2, float64(size.Y)/2
	r := float64(min(size.X, size.Y)) * markPart / 2
	fill(img, disc(x, y, r), color.RGBA{255, 255, 255, 255}, 0.92)
	fill(img, triangle(x, y, r*0.5), above(), 1)
}

type point struct{ x, y float64 }

// disc returns a circle as a polygon with enough corners to look round.
func disc(x, y, r float64) []point {
	const corners = 128
	outline := make([]point, corners)
	for i := range outline {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		outline[i] = point{x + r*cos, y + r*sin}
	}
	return outline
}

// triangle returns a triangle that points to the right, with its corners at a distance r from its
// centre.
func triangle(x, y, r float64) []point {
	up := r * math.Sqrt(3) / 2
	return []point{{x + r, y}, {x - r/2, y + up}, {x - r/2, y - up}}
}

// pill returns a rectangle with semicircular ends.
func pill(at image.Rectangle) []point {
	const corners = 32
	r := float64(at.Dy()) / 2
	middle := float64(at.Min.Y) + r
	var outline []point
	for i := range 2 * (corners + 1) {
		x := float64(at.Max.X) - r
		if i > corners {
			x = float64(at.Min.X) + r
		}
		step := i - i/(corners+1) // Both ends share their first and last angle.
		sin, cos := math.Sincos(math.Pi*float64(step)/corners - math.Pi/2)
		outline = append(outline, point{x + r*cos, middle + r*sin})
	}
	return outline
}

// fill draws an antialiased polygon.
func fill(img *image.RGBA, outline []point, c color.RGBA, opacity float64) {
	at := around(outline).Intersect(img.Bounds())
	raster := vector.NewRasterizer(at.Dx(), at.Dy())
	move := func(p point) (x, y float32) {
		return float32(p.x) - float32(at.Min.X), float32(p.y) - float32(at.Min.Y)
	}
	raster.MoveTo(move(outline[0]))
	for _, p := range outline[1:] {
		raster.LineTo(move(p))
	}
	raster.ClosePath()
	seen := color.NRGBA{c.R, c.G, c.B, uint8(opacity*255 + 0.5)}
	raster.DrawOp = draw.Over
	raster.Draw(img, at, image.NewUniform(seen), image.Point{})
}

// around returns the pixels that a polygon touches.
func around(outline []point) image.Rectangle {
	least, most := outline[0], outline[0]
	for _, p := range outline[1:] {
		least.x, least.y = min(least.x, p.x), min(least.y, p.y)
		most.x, most.y = max(most.x, p.x), max(most.y, p.y)
	}
	return image.Rect(int(math.Floor(least.x)), int(math.Floor(least.y)), int(math.Ceil(most.x)), int(math.Ceil(most.y)))
}

// drawLabel writes the text on a dark label in the lower right corner.
func drawLabel(img *image.RGBA, text string) error {
	parsed, err := opentype.Parse(gomedium.TTF)
	if err != nil {
		return err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: textSize, DPI: dpi, Hinting: font.HintingNone})
	if err != nil {
		return err
	}
	width, capital := font.MeasureString(face, text).Ceil(), face.Metrics().CapHeight.Ceil()
	corner := img.Bounds().Max.Sub(image.Pt(margin, margin))
	label := image.Rectangle{corner.Sub(image.Pt(width+2*paddingX, capital+2*paddingY)), corner}
	fill(img, pill(label), color.RGBA{0, 0, 0, 255}, 0.6)
	drawer := font.Drawer{
		Dst: img, Src: image.White, Face: face,
		Dot: fixed.P(label.Min.X+paddingX, label.Max.Y-paddingY),
	}
	drawer.DrawString(text)
	return face.Close()
}
