package face_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"testing"
)

// oval is an object on a table, seen from above. Its place and size are fractions of the picture's
// width.
type oval struct {
	x, y, rx, ry float64
	colour       color.RGBA
	// flat has no highlight, as for an object inside another.
	flat bool
}

// paint draws a table with ovals on it, 4 by 5: a drawing needs no licence.
func paint(t *testing.T, table color.RGBA, ovals ...oval) []byte {
	t.Helper()
	const width, height = 864, 1080
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for py := range height {
		for px := range width {
			x, y := float64(px)/width, float64(py)/width
			light := 1.06 - .16*x - .12*y + .012*math.Sin(y*150+3*math.Sin(x*4))
			c := shade(table, light)
			for _, o := range ovals {
				c = o.over(c, x, y)
			}
			img.SetRGBA(px, py, c)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 88}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (o oval) over(c color.RGBA, x, y float64) color.RGBA {
	if !o.flat {
		shadow := 1 - math.Hypot((x-o.x-.02)/(o.rx*1.12), (y-o.y-.03)/(o.ry*1.12))
		c = shade(c, 1-.5*clamp(shadow*4))
	}
	d := math.Hypot((x-o.x)/o.rx, (y-o.y)/o.ry)
	cover := clamp((1 - d) * o.rx * 500)
	if cover == 0 {
		return c
	}
	own := o.colour
	if !o.flat {
		shine := math.Hypot((x-o.x)/o.rx+.35, (y-o.y)/o.ry+.4)
		own = shade(own, 1.12-.32*d*d+.22*clamp(.8-shine))
	}
	mix := func(a, b uint8) uint8 { return uint8(float64(a)*(1-cover) + float64(b)*cover) }
	return color.RGBA{mix(c.R, own.R), mix(c.G, own.G), mix(c.B, own.B), 255}
}

func shade(c color.RGBA, by float64) color.RGBA {
	part := func(v uint8) uint8 { return uint8(math.Min(255, float64(v)*by)) }
	return color.RGBA{part(c.R), part(c.G), part(c.B), 255}
}

func clamp(v float64) float64 { return math.Max(0, math.Min(1, v)) }

// stillLifes are the pictures of a bakery's week.
func stillLifes(t *testing.T) [][]byte {
	t.Helper()
	rgb := func(hex uint32) color.RGBA { return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255} }
	crust, plate, coffee := rgb(0xb9713a), rgb(0xf1ece2), rgb(0x4a2c1c)
	cup := func(x, y, r float64, in color.RGBA) []oval {
		return []oval{{x, y, r * 1.5, r * 1.5, plate, false}, {x, y, r, r, rgb(0xffffff), false}, {x, y, r * .86, r * .86, in, true}}
	}
	buns := func(c color.RGBA, r float64) (all []oval) {
		for i := range 6 {
			all = append(all, oval{.3 + .4*float64(i%2), .3 + .32*float64(i/2), r, r * .92, c, false})
		}
		return all
	}
	berries := append([]oval{{.5, .62, .38, .38, plate, false}, {.5, .62, .3, .3, rgb(0xe3b66a), false}}, func() (all []oval) {
		for i := range 19 {
			angle, r := float64(i)*2.4, .058*math.Sqrt(float64(i))
			all = append(all, oval{.5 + r*math.Cos(angle), .62 + r*math.Sin(angle), .042, .042, rgb(0xa3243a), false})
		}
		return all
	}()...)
	return [][]byte{
		paint(t, rgb(0x6b5a4b), oval{.5, .62, .36, .3, crust, false}, oval{.5, .58, .3, .025, rgb(0xe8cfa4), true}, oval{.5, .68, .27, .02, rgb(0xe8cfa4), true}),
		paint(t, rgb(0x8fa5a0), cup(.5, .62, .22, coffee)...),
		paint(t, rgb(0xd9cdb8), buns(crust, .15)...),
		paint(t, rgb(0x46566b), berries...),
		paint(t, rgb(0xc98f7a), append(cup(.36, .46, .15, rgb(0x8a9a4b)), cup(.66, .84, .15, coffee)...)...),
		paint(t, rgb(0x39424a), buns(rgb(0xe0a93f), .13)...),
	}
}
