package heif

import (
	"image"
)

// readTransforms follows the boxes that turn, mirror and cut the picture, in their order, and
// refuses what it does not know.
func (p *Picture) readTransforms(main *item) error {
	p.cut = image.Rectangle{Max: p.colour.size}
	for _, prop := range main.properties {
		c := cursor{b: prop.body}
		switch prop.kind {
		case "irot":
			for range c.u8() & 3 {
				p.Orientation = turnedLeft(p.Orientation)
			}
		case "imir":
			if c.u8()&1 == 0 {
				p.Orientation = flipped(p.Orientation)
			} else {
				p.Orientation = mirrored(p.Orientation)
			}
		case "clap":
			if err := p.clip(&c); err != nil {
				return err
			}
		case "ispe", "hvcC", "av1C", "colr", "pixi", "pasp", "auxC", "lsel", "a1op", "a1lx", "clli", "mdcv", "cclv", "amve", "rloc", "altt", "crtt", "mdft", "udes", "free", "skip":
		default:
			if prop.essential {
				return unsupported("what the box %s says of the picture", shown(prop.kind))
			}
		}
		if c.failed {
			return errBox
		}
	}
	p.Size = p.cut.Size()
	return nil
}

// The numbers of EXIF, each after one more turn. 6 is turned by 90 degrees
// clockwise, 8 the other way.
func turnedLeft(o int) int { return [9]int{1: 8, 2: 5, 3: 6, 4: 7, 5: 4, 6: 1, 7: 2, 8: 3}[o] }
func mirrored(o int) int   { return [9]int{1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7}[o] }
func flipped(o int) int    { return [9]int{1: 4, 2: 3, 3: 2, 4: 1, 5: 8, 6: 7, 7: 6, 8: 5}[o] }

// clip reads a clean aperture: a width, a height, and how far its middle is from that of the
// picture, as fractions.
func (p *Picture) clip(c *cursor) error {
	if p.Orientation != 1 {
		return unsupported("a picture that is cut after it was turned")
	}
	var v [4]float64
	for i := range v {
		// Only what is off the middle may be negative.
		n, d := float64(int32(c.u32())), float64(int32(c.u32()))
		if c.failed || d <= 0 || i < 2 && n <= 0 {
			return damaged("it is cut to nothing")
		}
		v[i] = n / d
	}
	size := p.cut.Size()
	w, h := int(min(v[0], 1<<20)), int(min(v[1], 1<<20))
	x := int(float64(size.X-w)/2 + min(max(v[2], -1<<20), 1<<20))
	y := int(float64(size.Y-h)/2 + min(max(v[3], -1<<20), 1<<20))
	cut := image.Rect(x, y, x+w, y+h).Add(p.cut.Min)
	if cut.Empty() || !cut.In(p.cut) {
		return damaged("it is cut to %v of %v", cut, p.cut)
	}
	p.cut = cut
	return nil
}
