package heif

import "fmt"

// The memory of the decoders, in bytes: measured with pictures of 12 megapixels of every form, plus
// half as much again.
const (
	// baseMemory does not depend on the picture.
	baseMemory = 6 << 20
	// perContent is for each byte of the coded picture, which the decoders copy.
	perContent = 4
	// ownCopies is how often this package holds the coded picture: as read, filtered, and in the
	// file that it writes.
	ownCopies = 3
	// mendedSamples is like config.samples for a picture whose chroma is halved after decoding,
	// when both forms exist at once.
	mendedSamples = 5
)

// tileMemory returns the memory of a decoder for a tile.
func (c coding) tileMemory(g config, content int64) int64 {
	pixels := int64(c.tile.X) * int64(c.tile.Y)
	return baseMemory + perContent*content + pixels*c.perPixel(g)
}

// perPixel returns the memory for each pixel of a tile. A decoder holds the picture several times,
// a deep one in 16 bits, and libavif makes two RGBA pictures of it.
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

// planes returns the size of the decoded picture in bytes, with the tiles that exist beside it
// while it is assembled.
func (c coding) planes() int64 {
	samples := int64(c.configs[0].samples)
	switch {
	case c.codec == "av01":
		samples = wholeSamples
	case c.configs[0].mended():
		samples = mendedSamples
	}
	pixels := int64(c.size.X) * int64(c.size.Y)
	if !c.isWhole() {
		pixels += c.atOnce() * int64(c.tile.X) * int64(c.tile.Y)
	}
	return pixels * samples / 2
}

// atOnce returns how many tiles are decoded at once.
func (c coding) atOnce() int64 { return int64(min(parallelTiles, len(c.tiles))) }

// longest returns the size of the largest coded tile, in bytes.
func (c coding) longest() int64 {
	var most int64
	for _, tile := range c.tiles {
		var content int64
		for _, e := range tile.extents {
			content += int64(e.length)
		}
		most = max(most, content)
	}
	return most
}

// need returns the form of the picture and the peak memory of Decode.
func need(p *Picture) (form string, memory int64) {
	form = fmt.Sprintf("%d bits a colour", p.colour.configs[0].depth)
	if len(p.colour.tiles) > 1 {
		form += ", in tiles"
	}
	if p.alpha != nil {
		form += ", with transparency"
	}
	var atOnce, longest int64
	for _, c := range p.codings() {
		memory += c.planes()
		atOnce, longest = max(atOnce, c.atOnce()), max(longest, c.longest())
	}
	return form, memory + atOnce*(p.decoderMemory()+ownCopies*longest)
}
