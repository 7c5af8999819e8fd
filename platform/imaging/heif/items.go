package heif

import (
	"fmt"
	"io"
	"math"
	"sync"
)

// maxProperties bounds the properties of one item.
const maxProperties = 128

// item is an item of the file: a picture, or something that belongs to one.
type item struct {
	id        uint32
	kind      string
	protected bool
	// inMeta says that the extents are in the idat box.
	inMeta  bool
	foreign bool
	extents []extent
	// properties are in the order in which they apply.
	properties []property
	// made are the items of which this one is made (dimg).
	made []uint32
}

// mostExtents bounds the extents of an item, which are read for each tile that refers to it.
const mostExtents = 1024

type extent struct{ offset, length uint64 }

type property struct {
	kind      string
	body      []byte
	essential bool
}

// property returns the body of the first property of a kind, or nil.
func (i *item) property(kind string) []byte {
	for _, p := range i.properties {
		if p.kind == kind {
			return p.body
		}
	}
	return nil
}

// table is what the meta box says about the items.
type table struct {
	// reading serialises the tiles' reads of the file.
	reading sync.Mutex

	read  ReadFunc
	size  int64
	main  uint32
	items map[uint32]*item
	// aux are the auxiliary items of a picture, by the picture's id.
	aux  map[uint32][]uint32
	idat []byte

	properties []property
	// premultiplied are the pictures whose colours are multiplied by their transparency.
	premultiplied map[uint32]bool
}

// readTable reads the body of the meta box.
func readTable(read ReadFunc, size int64, meta []byte) (*table, error) {
	t := &table{read: read, size: size, items: map[uint32]*item{}, aux: map[uint32][]uint32{}, premultiplied: map[uint32]bool{}}
	if len(meta) < 4 {
		return nil, errBox
	}
	boxes := map[string][]byte{}
	err := eachBox(meta[4:], func(kind string, body []byte) error {
		if _, twice := boxes[kind]; twice && kind != "free" {
			return damaged("there are two boxes %q", kind)
		}
		boxes[kind] = body
		return nil
	})
	if err != nil {
		return nil, err
	}
	t.idat = boxes["idat"]
	for _, part := range []struct {
		kind   string
		needed bool
		read   func([]byte) error
	}{
		{"hdlr", true, readHandler},
		{"pitm", true, t.readMain},
		{"iinf", true, t.readInfos},
		{"iloc", true, t.readPlaces},
		{"iprp", true, t.readProperties},
		{"iref", false, t.readReferences},
	} {
		body, ok := boxes[part.kind]
		if !ok && part.needed {
			return nil, damaged("there is no box %q", part.kind)
		}
		if !ok {
			continue
		}
		if err := part.read(body); err != nil {
			return nil, fmt.Errorf("box %s: %w", part.kind, err)
		}
	}
	return t, nil
}

func readHandler(b []byte) error {
	c := cursor{b: b}
	c.bytes(8)
	if kind := string(c.bytes(4)); kind != "pict" {
		return damaged("the handler is %q, not pict", kind)
	}
	return nil
}

func (t *table) readMain(b []byte) error {
	c := cursor{b: b}
	version, _ := c.fullBox()
	t.main = c.wide(version > 0)
	return c.err()
}

func (t *table) readInfos(b []byte) error {
	c := cursor{b: b}
	version, _ := c.fullBox()
	c.wide(version > 0) // The count is not needed.
	if c.failed {
		return errBox
	}
	return eachBox(c.b, func(kind string, body []byte) error {
		if kind != "infe" {
			return nil
		}
		c := cursor{b: body}
		version, _ := c.fullBox()
		if version < 2 {
			return nil // Without a type it is no picture.
		}
		it := &item{id: c.wide(version > 2)}
		it.protected = c.u16() != 0
		it.kind = string(c.bytes(4))
		if _, twice := t.items[it.id]; twice {
			return damaged("two items have the id %d", it.id)
		}
		t.items[it.id] = it
		return c.err()
	})
}

func (t *table) readPlaces(b []byte) error {
	c := cursor{b: b}
	version, _ := c.fullBox()
	sizes := c.u16()
	offsetSize, lengthSize, baseSize, indexSize := int(sizes>>12), int(sizes>>8&15), int(sizes>>4&15), int(sizes&15)
	if version == 0 {
		indexSize = 0
	}
	if version > 2 || max(offsetSize, lengthSize, baseSize, indexSize) > 8 {
		return errBox
	}
	for range c.wide(version > 1) {
		id := c.wide(version > 1)
		method := uint16(0)
		if version > 0 {
			method = c.u16() & 15
		}
		elsewhere := c.u16() != 0
		base := c.number(baseSize)
		count := c.u16()
		if c.failed || count > 1 && offsetSize+lengthSize+indexSize == 0 {
			return errBox
		}
		it := t.items[id]
		if it == nil {
			it = &item{} // It is discarded.
		}
		it.inMeta, it.foreign = method == 1, elsewhere || method > 1
		for range count {
			c.bytes(indexSize)
			e := extent{offset: base + c.number(offsetSize), length: c.number(lengthSize)}
			if c.failed {
				return errBox
			}
			if !it.inMeta && !it.foreign && e.offset+e.length > uint64(t.size) {
				return fmt.Errorf("the item %d ends at byte %d: %w", id, e.offset+e.length, io.ErrUnexpectedEOF)
			}
			if len(it.extents) == mostExtents {
				return damaged("the item %d has too many extents", id)
			}
			it.extents = append(it.extents, e)
		}
	}
	return c.err()
}

func (t *table) readProperties(b []byte) error {
	var assignments [][]byte
	err := eachBox(b, func(kind string, body []byte) error {
		switch kind {
		case "ipco":
			return eachBox(body, func(kind string, body []byte) error {
				t.properties = append(t.properties, property{kind: kind, body: body})
				return nil
			})
		case "ipma":
			assignments = append(assignments, body)
		}
		return nil
	})
	for _, a := range assignments {
		if err == nil {
			err = t.assign(a)
		}
	}
	return err
}

func (t *table) assign(b []byte) error {
	c := cursor{b: b}
	version, flags := c.fullBox()
	for range c.u32() {
		it := t.items[c.wide(version > 0)]
		count := c.u8()
		for range count {
			index, essential := uint16(c.u8()), false
			if flags&1 != 0 {
				index = index<<8 | uint16(c.u8())
				index, essential = index&0x7fff, index&0x8000 != 0
			} else {
				index, essential = index&0x7f, index&0x80 != 0
			}
			if c.failed || int(index) > len(t.properties) {
				return errBox
			}
			if index == 0 || it == nil {
				continue
			}
			p := t.properties[index-1]
			p.essential = essential
			if it.properties = append(it.properties, p); len(it.properties) > maxProperties {
				return damaged("an item has more than %d properties", maxProperties)
			}
		}
		if c.failed {
			return errBox
		}
	}
	return c.err()
}

func (t *table) readReferences(b []byte) error {
	c := cursor{b: b}
	version, _ := c.fullBox()
	return eachBox(c.b, func(kind string, body []byte) error {
		c := cursor{b: body}
		from := c.wide(version > 0)
		for range c.u16() {
			to := c.wide(version > 0)
			if c.failed {
				return errBox
			}
			switch it := t.items[from]; {
			case it == nil:
			case kind == "dimg":
				it.made = append(it.made, to)
			case kind == "auxl":
				t.aux[to] = append(t.aux[to], from)
			case kind == "prem":
				t.premultiplied[from] = true
			}
		}
		return c.err()
	})
}

// length returns the size of an item in bytes. It returns an error unless all of them are in the
// file.
func (t *table) length(it *item) (int64, error) {
	if it.foreign {
		return 0, unsupported("a part of it is in another file")
	}
	if it.protected {
		return 0, unsupported("it is encrypted")
	}
	limit, total := uint64(t.size), uint64(0)
	if it.inMeta {
		limit = uint64(len(t.idat))
	}
	for i, e := range it.extents {
		if e.length == 0 && len(it.extents) == 1 && e.offset < limit {
			it.extents[i].length = limit - e.offset
			e = it.extents[i]
		}
		if e.offset > limit || e.length > limit-e.offset {
			if it.inMeta {
				return 0, errBox
			}
			return 0, fmt.Errorf("the item %d ends at byte %d: %w", it.id, e.offset+e.length, io.ErrUnexpectedEOF)
		}
		if total += e.length; total > uint64(t.size) {
			return 0, damaged("the item %d has more bytes than the file", it.id)
		}
	}
	if total == 0 {
		return 0, damaged("the item %d is empty", it.id)
	}
	return int64(total), nil
}

func (t *table) content(it *item) ([]byte, error) { return t.head(it, math.MaxInt64) }

// head returns at most most bytes from the start of an item.
func (t *table) head(it *item, most int64) ([]byte, error) {
	length, err := t.length(it)
	if err != nil {
		return nil, err
	}
	length = min(length, most)
	t.reading.Lock()
	defer t.reading.Unlock()
	all := make([]byte, 0, length)
	for _, e := range it.extents {
		n := min(int64(e.length), length-int64(len(all)))
		if n == 0 {
			continue
		}
		part := []byte(nil)
		if it.inMeta {
			part = t.idat[e.offset : int64(e.offset)+n]
		} else if part, err = t.read(int64(e.offset), n); err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	if int64(len(all)) < length {
		return nil, io.ErrUnexpectedEOF
	}
	return all, nil
}
