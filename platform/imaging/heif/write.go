package heif

import (
	"encoding/binary"
	"image"
	"slices"
)

// writeSingle returns a file of one picture and nothing else, for a decoder. more are further boxes
// that describe it.
func writeSingle(codec string, size image.Point, g config, content []byte, more ...[]byte) []byte {
	brand, configName := "heic", "hvcC"
	if codec == "av01" {
		brand, configName = "avif", "av1C"
	}
	properties := append([][]byte{fullBox("ispe", 0, be32(uint32(size.X)), be32(uint32(size.Y))), box(configName, g.box)}, more...)
	var assigned []byte
	for i := range properties {
		assigned = append(assigned, byte(i+1))
	}
	head := box("ftyp", []byte(brand), be32(0), []byte("mif1"), []byte(brand), []byte("miaf"))
	meta := func(offset int) []byte {
		return fullBox("meta", 0,
			fullBox("hdlr", 0, be32(0), []byte("pict"), make([]byte, 13)),
			fullBox("pitm", 0, be16(1)),
			fullBox("iinf", 0, be16(1), fullBox("infe", 2, be16(1), be16(0), []byte(codec), []byte{0})),
			box("iprp", box("ipco", properties...), fullBox("ipma", 0, be32(1), be16(1), []byte{uint8(len(assigned))}, assigned)),
			fullBox("iloc", 0, []byte{0x44, 0}, be16(1), be16(1), be16(0), be16(1), be32(uint32(offset)), be32(uint32(len(content)))))
	}
	const mdatHead = 8
	offset := len(head) + len(meta(0)) + mdatHead
	return slices.Concat(head, meta(offset), box("mdat", content))
}

func box(kind string, parts ...[]byte) []byte {
	body := slices.Concat(parts...)
	return slices.Concat(be32(uint32(8+len(body))), []byte(kind), body)
}

func fullBox(kind string, version uint8, parts ...[]byte) []byte {
	return box(kind, append([][]byte{{version, 0, 0, 0}}, parts...)...)
}

func be16(v uint16) []byte { return binary.BigEndian.AppendUint16(nil, v) }
func be32(v uint32) []byte { return binary.BigEndian.AppendUint32(nil, v) }

// nclx is the body of a box that tells the colours.
func (c Colours) nclx() []byte {
	full := byte(0)
	if c.FullRange {
		full = 0x80
	}
	return slices.Concat([]byte("nclx"), be16(c.Primaries), be16(c.Transfer), be16(c.Matrix), []byte{full})
}
