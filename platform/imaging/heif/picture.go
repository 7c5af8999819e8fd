package heif

import (
	"bytes"
	"fmt"
	"image"
	"slices"
)

// Limits of a picture's tiles.
const (
	// maxTiles bounds the tiles of a grid: one of 16,384 by 16,384 pixels in tiles of 256.
	maxTiles = 4096
	// maxRereads bounds how often the file's bytes are read, because tiles may share them.
	maxRereads = 4
)

// Picture is the primary picture of a file, not yet decoded.
type Picture struct {
	// Size is the size of the cropped picture before rotation.
	Size image.Point
	// Orientation is the rotation and mirroring as an EXIF orientation, 1 to 8.
	Orientation int
	// Profile is the ICC profile, if HasProfile.
	Profile    []byte
	HasProfile bool
	// Colours are the code points, for a picture without a profile.
	Colours Colours
	// Animated says that the file is also a sequence of pictures.
	Animated bool
	// Form names the coding, for sentences about memory. Memory is the peak memory of Decode, in
	// bytes.
	Form   string
	Memory int64

	cut    image.Rectangle
	colour coding
	alpha  *coding
	// premultiplied says that the colours are multiplied by the transparency.
	premultiplied bool
	table         *table
}

// coding is the picture, or its transparency, as tiles that are decoded separately.
type coding struct {
	size  image.Point
	tile  image.Point
	cols  int
	tiles []*item
	codec string
	// configs are the tiles' codec configurations, which are usually equal.
	configs []config
	// Colours are the code points, and said whether they are from a box of the file.
	Colours
	said bool
}

// Open reads the boxes of a file of size bytes.
func Open(read ReadFunc, size int64) (*Picture, error) {
	meta, brands, err := findMeta(read, size)
	if err != nil {
		return nil, err
	}
	t, err := readTable(read, size, meta)
	if err != nil {
		return nil, err
	}
	main := t.items[t.main]
	if main == nil {
		return nil, damaged("the main picture, item %d, is not there", t.main)
	}
	p := &Picture{Animated: isSequence(brands), Orientation: 1, table: t, premultiplied: t.premultiplied[main.id]}
	if p.colour, err = t.coding(main); err != nil {
		return nil, err
	}
	p.Colours = p.colour.Colours
	if err := p.readTransforms(main); err != nil {
		return nil, err
	}
	p.Profile, p.HasProfile = findProfile(main, p.colour.tiles[0])
	if err := p.findAlpha(main); err != nil {
		return nil, err
	}
	p.Form, p.Memory = need(p)
	return p, p.checkLength()
}

func isSequence(brands []byte) bool {
	if len(brands) < 4 {
		return false
	}
	return slices.Contains([]string{"avis", "msf1", "hevc", "hevx", "heis", "hevs"}, string(brands[:4]))
}

// coding returns the coding of an item.
func (t *table) coding(it *item) (coding, error) {
	c := coding{cols: 1, tiles: []*item{it}, codec: it.kind}
	size, err := it.extent()
	if err != nil {
		return c, err
	}
	c.size, c.tile = size, size
	if it.kind == "grid" {
		if err := t.readGrid(it, &c); err != nil {
			return c, fmt.Errorf("the grid: %w", err)
		}
	}
	if c.codec != "hvc1" && c.codec != "av01" {
		return c, unsupported("a picture of the coding %q", c.codec)
	}
	for _, tile := range c.tiles {
		if _, err := t.length(tile); err != nil {
			return c, err
		}
	}
	if err := c.readConfigs(it); err != nil {
		return c, err
	}
	if c.codec == "av01" && !c.said {
		head, err := t.head(c.tiles[0], mostSequence)
		if err != nil {
			return c, err
		}
		if declared, ok := sequenceColours(head); ok {
			c.Colours = declared
		}
	}
	return c, nil
}

// mostSide keeps computations with a size within 64 bits.
const mostSide = 1 << 17

// extent returns the size in the item's ispe box.
func (i *item) extent() (image.Point, error) {
	c := cursor{b: i.property("ispe")}
	c.fullBox()
	w, h := c.u32(), c.u32()
	if c.failed || w == 0 || h == 0 {
		return image.Point{}, damaged("the item %d gives no size", i.id)
	}
	if w > mostSide || h > mostSide {
		return image.Point{}, damaged("the item %d claims %d x %d pixels", i.id, w, h)
	}
	return image.Pt(int(w), int(h)), nil
}

// readGrid reads a picture of tiles, as phones write it.
func (t *table) readGrid(it *item, c *coding) error {
	b, err := t.content(it)
	if err != nil {
		return err
	}
	r := cursor{b: b}
	r.u8()
	wide := r.u8()&1 != 0
	rows, cols := int(r.u8())+1, int(r.u8())+1
	c.cols, c.size = cols, image.Pt(int(r.wide(wide)), int(r.wide(wide)))
	if r.failed || c.size != c.tile {
		return damaged("the grid is of %v pixels, the picture of %v", c.size, c.tile)
	}
	if rows*cols > maxTiles {
		return unsupported("a picture of more than 4,096 tiles")
	}
	if len(it.made) != rows*cols {
		return damaged("%d tiles for %d places", len(it.made), rows*cols)
	}
	c.tiles = nil
	for _, id := range it.made {
		tile := t.items[id]
		if tile == nil {
			return damaged("the tile %d is not there", id)
		}
		size, err := tile.extent()
		if err != nil {
			return err
		}
		if len(c.tiles) == 0 {
			c.tile, c.codec = size, tile.kind
		}
		if size != c.tile || tile.kind != c.codec {
			return damaged("the tiles differ")
		}
		c.tiles = append(c.tiles, tile)
	}
	covered := image.Pt(c.tile.X*cols, c.tile.Y*rows)
	if covered.X < c.size.X || covered.Y < c.size.Y || covered.X-c.tile.X >= c.size.X || covered.Y-c.tile.Y >= c.size.Y {
		return damaged("%d x %d tiles of %v make no picture of %v", cols, rows, c.tile, c.size)
	}
	return nil
}

// findAlpha finds the item with the picture's transparency among its auxiliary items.
func (p *Picture) findAlpha(main *item) error {
	for _, id := range p.table.aux[main.id] {
		it := p.table.items[id]
		if it == nil || !isAlpha(it.property("auxC")) {
			continue
		}
		c, err := p.table.coding(it)
		if err != nil {
			return fmt.Errorf("the transparency: %w", err)
		}
		if c.size != p.colour.size {
			return damaged("the transparency is of %v pixels, the picture of %v", c.size, p.colour.size)
		}
		p.alpha = &c
		return nil
	}
	return nil
}

func isAlpha(auxC []byte) bool {
	if len(auxC) < 4 {
		return false
	}
	urn, _, _ := bytes.Cut(auxC[4:], []byte{0})
	return slices.Contains([]string{"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1"}, string(urn))
}

// codings returns the coding of the colours and, if there is one, that of the transparency.
func (p *Picture) codings() []coding {
	if p.alpha == nil {
		return []coding{p.colour}
	}
	return []coding{p.colour, *p.alpha}
}

// checkLength bounds the bytes that the tiles read in all.
func (p *Picture) checkLength() error {
	var total int64
	for _, c := range p.codings() {
		for _, tile := range c.tiles {
			n, err := p.table.length(tile)
			if err != nil {
				return err
			}
			total += n
		}
	}
	if total > maxRereads*p.table.size {
		return damaged("the tiles have %d bytes, the file %d", total, p.table.size)
	}
	return nil
}
