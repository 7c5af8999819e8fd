package heif

import (
	"bytes"
	"image"
)

// config is the codec configuration of a tile.
type config struct {
	// box is the body of the configuration box for the decoder.
	box []byte
	// lengthSize is the size of the length of a NAL unit, in bytes.
	lengthSize int
	depth      int
	// samples is twice the number of samples per pixel: 2 for gray, 3 for 4:2:0, 4 for 4:2:2, 6 for
	// 4:4:4.
	samples int
	stream  Colours
}

const (
	graySamples   = 2
	halvedSamples = 3
	wholeSamples  = 6
	// mostConfig is more than a camera writes, in bytes. Each tile may have a configuration of its
	// own, which is kept in memory.
	mostConfig = 16 << 10
)

// readConfigs reads the configurations of all tiles and determines the colours.
func (c *coding) readConfigs(it *item) error {
	name := map[string]string{"hvc1": "hvcC", "av01": "av1C"}[c.codec]
	var last []byte
	for _, tile := range c.tiles {
		b := tile.property(name)
		if len(b) > mostConfig {
			return damaged("the box %s of the item %d is too long", name, tile.id)
		}
		if b == nil {
			return damaged("the item %d lacks its box %s", tile.id, name)
		}
		if len(c.configs) > 0 && len(b) == len(last) && bytes.Equal(b, last) {
			c.configs = append(c.configs, c.configs[len(c.configs)-1])
			continue
		}
		read := readAV1Config
		if c.codec == "hvc1" {
			read = readHEVCConfig
		}
		g, err := read(b, c.tile)
		if err != nil {
			return err
		}
		if len(c.configs) > 0 && (g.samples != c.configs[0].samples || g.depth != c.configs[0].depth) {
			return damaged("the tiles differ")
		}
		c.configs, last = append(c.configs, g), b
	}
	c.Colours = c.configs[0].stream
	for _, from := range []*item{c.tiles[0], it} {
		if said, ok := from.codedColours(); ok {
			c.Colours, c.said = said, true
		}
	}
	return nil
}

func readAV1Config(b []byte, _ image.Point) (config, error) {
	if len(b) < 4 || b[0] != 0x81 {
		return config{}, damaged("the AV1 configuration has an unknown version")
	}
	g := config{box: b, depth: 8, samples: wholeSamples}
	switch {
	case b[2]&0x20 != 0:
		g.depth = 12
	case b[2]&0x40 != 0:
		g.depth = 10
	}
	switch {
	case b[2]&0x10 != 0:
		g.samples = graySamples
	case b[2]&0x0c == 0x0c:
		g.samples = halvedSamples
	case b[2]&0x08 != 0:
		g.samples = 4
	}
	return g, nil
}

const (
	hevcHead = 22
	hevcSPS  = 33
	// lastVCL is the highest type of a NAL unit with a part of a picture.
	lastVCL = 31
)

// readHEVCConfig reads an hvcC box. Its parameter sets must describe pictures of the size.
func readHEVCConfig(b []byte, size image.Point) (config, error) {
	r := cursor{b: b}
	head := r.bytes(hevcHead)
	if head == nil || head[0] != 1 {
		return config{}, damaged("the HEVC configuration has an unknown version")
	}
	g := config{
		box: b, lengthSize: int(head[21]&3) + 1, depth: int(max(head[17], head[18])&7) + 8,
		samples: [4]int{graySamples, halvedSamples, 4, wholeSamples}[head[16]&3],
	}
	found := false
	for range r.u8() {
		kind := r.u8() & 0x3f
		for range r.u16() {
			unit := r.bytes(int(r.u16()))
			if r.failed {
				return config{}, errBox
			}
			if kind != hevcSPS {
				continue
			}
			s, err := readSPS(unit)
			if err != nil {
				return config{}, err
			}
			if s.size != size || s.chroma != int(head[16]&3) || s.depth > g.depth {
				return config{}, damaged("the box ispe says %v pixels, the parameter set %v", size, s.size)
			}
			g.stream, found = s.colours, true
		}
	}
	if !found {
		return config{}, damaged("the HEVC configuration has no parameter set")
	}
	if g.mended() {
		g.box = bytes.Clone(b)
		g.box[16] = g.box[16]&^3 | chroma422
	}
	return g, r.err()
}

const chroma422 = 2

// mended reports whether the decoder gets a configuration with another chroma format than that of
// the picture. libheif takes the format of its output from the configuration, and reads the picture
// by its parameter sets. With the true format it upsamples subsampled chroma and downsamples it
// again, and returns invalid columns at both edges. With 4:2:2 only one column is invalid at each
// edge, and one row if the picture is coded as 4:2:0. It reduces deep 4:4:4 to 8 bits only if there
// is something else to convert.
func (g config) mended() bool {
	return g.samples != graySamples && (g.samples != wholeSamples || g.depth > 8)
}

// pictureUnits returns the NAL units of an item that contain the picture. The others could describe
// another one.
func (g config) pictureUnits(b []byte) ([]byte, error) {
	kept := make([]byte, 0, len(b))
	for r := (cursor{b: b}); len(r.b) > 0; {
		rest := r.b
		length := int(r.number(g.lengthSize))
		unit := r.bytes(length)
		if r.failed || length < 2 {
			return nil, damaged("the size of a NAL unit is invalid")
		}
		if unit[0]>>1&0x3f <= lastVCL {
			kept = append(kept, rest[:g.lengthSize+length]...)
		}
	}
	if len(kept) == 0 {
		return nil, damaged("the HEVC data have no picture")
	}
	return kept, nil
}
