package heif

import (
	"fmt"
	"image"
)

// Limits of what a picture is made of.
const (
	// maxTiles bounds the tiles of a grid: one of 16,384 by 16,384 pixels in tiles of 256.
	maxTiles = 4096
	// maxRereads bounds how often the file's bytes are gone through, as tiles may share them.
	maxRereads = 4
)

// Picture is the main picture of a file, of which nothing has been decoded.
type Picture struct {
	// Size is that of the picture as coded and cut, before it is turned.
	Size image.Point
	// Orientation is the number that EXIF has for how it is turned and mirrored, 1 to 8.
	Orientation int
	// Profile is its ICC profile, and HasProfile whether it has one.
	Profile    []byte
	HasProfile bool
	// Colours say what its colours mean, for a picture without a profile.
	Colours Colours
	// Animated says that the file is also a sequence of pictures.
	Animated bool
	// Form names the coding, for sentences about memory. Memory is the most that
	// Decode holds, in bytes.
	Form   string
	Memory int64

	cut    image.Rectangle
	colour coding
	alpha  *coding
	// premultiplied says that the colours have the transparency in them.
	premultiplied bool
	table         *table
}

// coding is the picture, or its transparency, as pieces that are decoded one by one.
type coding struct {
	size  image.Point
	tile  image.Point
	cols  int
	tiles []*item
	codec string
	// configs are the tiles' codec configurations: the same one for all, mostly.
	configs []config
	// Colours are those of the coding, and said whether a box of the file tells them.
	Colours
	said bool
}

// Open reads the boxes of a file of so many bytes.
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
	switch string(brands[:4]) {
	case "avis", "msf1", "hevc", "hevx", "heis", "hevs":
		return true
	default:
		return false
	}
}

// coding finds out what an item is made of.
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
		return c, unsupported("a picture of the coding %s", shown(c.codec))
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

// mostSide keeps what is computed of a size within 64 bits.
const mostSide = 1 << 17

// extent returns the size that an item says it has.
func (i *item) extent() (image.Point, error) {
	c := cursor{b: i.property("ispe")}
	c.fullBox()
	w, h := c.u32(), c.u32()
	if c.failed || w == 0 || h == 0 {
		return image.Point{}, damaged("the item %d gives no size", i.id)
	}
	if w > mostSide || h > mostSide {
		return image.Point{}, damaged("the item %d says that it is of %d x %d pixels", i.id, w, h)
	}
	return image.Pt(int(w), int(h)), nil
}

// readGrid reads a picture that is made of tiles, as phones write it.
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

// shown makes four letters of a file fit for a sentence.
func shown(kind string) string { return fmt.Sprintf("%q", kind) }

// findAlpha looks for the item with the picture's transparency. It ignores what else belongs to it.
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
	for _, name := range []string{"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1"} {
		if urn := auxC[4:]; len(urn) >= len(name) && string(urn[:len(name)]) == name && (len(urn) == len(name) || urn[len(name)] == 0) {
			return true
		}
	}
	return false
}

// codings returns that of the colours and, if there is one, that of the transparency.
func (p *Picture) codings() []coding {
	if p.alpha == nil {
		return []coding{p.colour}
	}
	return []coding{p.colour, *p.alpha}
}

// checkLength bounds what the pieces have to be read for.
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
		return damaged("its pieces have %d bytes, the file %d", total, p.table.size)
	}
	return nil
}
