package corpus

import (
	"bytes"
	"embed"
	"encoding/binary"
	"slices"
)

// Go encodes neither HEVC nor AV1. README.md in the folder says how the files were made.
//
//go:embed heif
var heifFiles embed.FS

const (
	heicType = "image/heic"
	avifType = "image/avif"
)

func heifFile(name string) []byte {
	b, err := heifFiles.ReadFile("heif/" + name)
	must(err)
	return b
}

// heifItem is an item of a HEIF file: a picture or a part of one.
type heifItem struct {
	kind    string
	content []byte
	// properties are property boxes besides ispe.
	properties    [][]byte
	width, height int
	// of are the ids of the items that it is made of (dimg), and about is the id of the item to
	// which it belongs by the reference how; 0 is none.
	of    []int
	about int
	how   string
}

// coded returns the coded picture of a file from an encoder.
func coded(name string, width, height int, properties ...[]byte) heifItem {
	file, kind, config := heifFile(name), "hvc1", "hvcC"
	if bytes.Contains(file, []byte("av1C")) {
		kind, config = "av01", "av1C"
	}
	at := bytes.Index(file, []byte(config)) - 4
	length := int(binary.BigEndian.Uint32(file[at:]))
	content := file[bytes.Index(file, []byte("mdat"))+4:]
	return heifItem{kind: kind, content: content, width: width, height: height, properties: append([][]byte{file[at : at+length]}, properties...)}
}

func (i heifItem) with(properties ...[]byte) heifItem {
	i.properties = append(slices.Clone(i.properties), properties...)
	return i
}

// grid returns a picture of tiles, which are the items from the second on.
func grid(cols, rows, width, height int) heifItem {
	i := heifItem{
		kind: "grid", width: width, height: height,
		content: slices.Concat([]byte{0, 0, byte(rows - 1), byte(cols - 1)}, be16(width, height)),
	}
	for n := range cols * rows {
		i.of = append(i.of, 2+n)
	}
	return i
}

// heifOf returns a file of items. The first one is the primary item.
func heifOf(brand string, items ...heifItem) []byte {
	var infos, properties, assigned, references, contents [][]byte
	isTile := map[int]bool{}
	for _, i := range items {
		for _, id := range i.of {
			isTile[id] = true
		}
	}
	for n, i := range items {
		id, flags := be16(n+1), uint32(0)
		if isTile[n+1] {
			flags = 1 // Hidden, as phones make tiles: a program that converts the file writes no picture of each.
		}
		infos = append(infos, fullBox("infe", 2<<24+flags, id, be16(0), []byte(i.kind), []byte{0}))
		its := append([][]byte{fullBox("ispe", 0, be32(i.width, i.height))}, i.properties...)
		list := slices.Concat(id, []byte{byte(len(its))})
		for _, p := range its {
			known := slices.IndexFunc(properties, func(q []byte) bool { return bytes.Equal(p, q) })
			if known < 0 {
				known, properties = len(properties), append(properties, p)
			}
			list = append(list, byte(known+1))
		}
		assigned, contents = append(assigned, list), append(contents, i.content)
		if len(i.of) > 0 {
			references = append(references, box("dimg", id, be16(len(i.of)), be16(i.of...)))
		}
		if i.about > 0 {
			references = append(references, box(i.how, id, be16(1, i.about)))
		}
	}
	head := box("ftyp", []byte(brand), be32(0), []byte("mif1miaf"), []byte(brand))
	meta := func(at int) []byte {
		places := slices.Concat([]byte{0x44, 0}, be16(len(items)))
		for n, c := range contents {
			places = append(places, slices.Concat(be16(n+1, 0, 1), be32(at, len(c)))...)
			at += len(c)
		}
		return fullBox("meta", 0,
			fullBox("hdlr", 0, be32(0), []byte("pict"), make([]byte, 13)), fullBox("pitm", 0, be16(1)),
			fullBox("iinf", 0, be16(len(items)), slices.Concat(infos...)),
			box("iprp", box("ipco", properties...), fullBox("ipma", 0, be32(len(items)), slices.Concat(assigned...))),
			fullBox("iref", 0, references...), fullBox("iloc", 0, places))
	}
	return slices.Concat(head, meta(len(head)+len(meta(0))+8), box("mdat", contents...))
}

// Property boxes: rotation to the left, mirroring, colour profile, auxiliary type.
func irot(quarters byte) []byte    { return box("irot", []byte{quarters}) }
func imir(axis byte) []byte        { return box("imir", []byte{axis}) }
func icc(profile []byte) []byte    { return box("colr", []byte("prof"), profile) }
func auxiliary(name string) []byte { return fullBox("auxC", 0, []byte(name), []byte{0}) }

func nclx(primaries, transfer, matrix int, full byte) []byte {
	return box("colr", []byte("nclx"), be16(primaries, transfer, matrix), []byte{full << 7})
}
