package heif

import "fmt"

// What the decoders take, in bytes: measured with pictures of 12 megapixels of every form, and half as much again.
const (
	// baseMemory is for what does not depend on the picture.
	baseMemory = 6 << 20
	// perContent is for each byte of the coded picture, which the decoders copy.
	perContent = 4
)

// tileMemory is what a decoder may have for a tile.
func (c coding) tileMemory(g config, content int64) int64 {
	pixels := int64(c.tile.X) * int64(c.tile.Y)
	return baseMemory + perContent*content + pixels*c.perPixel(g)
}

// perPixel is for each pixel of a tile: a decoder holds the picture several times, in 16 bits where it is deep, and libavif makes
// two pictures of four colours of it.
func (c coding) perPixel(g config) int64 {
	deep := g.depth > 8
	switch {
	case c.codec == "av01" && deep:
		return 46
	case c.codec == "av01":
		return 32
	case deep:
		return 6 + 4*int64(g.samples)
	default:
		return 3 + 2*int64(g.samples)
	}
}

// planes is what the decoded picture takes, in bytes.
func (c coding) planes() int64 {
	samples := int64(c.configs[0].samples)
	if c.codec == "av01" {
		samples = 6
	}
	return int64(c.size.X) * int64(c.size.Y) * samples / 2
}

// peak is what decoding takes at its worst moment.
func (c coding) peak() int64 {
	var content, most int64
	for _, tile := range c.tiles {
		content = 0
		for _, e := range tile.extents {
			content += int64(e.length)
		}
		most = max(most, content)
	}
	atOnce := int64(min(parallelTiles, len(c.tiles)))
	return c.planes() + atOnce*c.tileMemory(c.configs[0], most)
}

// need returns the form of the picture and what Decode takes.
func need(p *Picture) (form string, memory int64) {
	g := p.colour.configs[0]
	form, memory = fmt.Sprintf("%d bits a colour", g.depth), p.colour.peak()
	if len(p.colour.tiles) > 1 {
		form += ", in tiles"
	}
	if p.alpha != nil {
		form += ", with transparency"
		memory = max(memory, p.colour.planes()+p.alpha.peak())
	}
	return form, memory
}
