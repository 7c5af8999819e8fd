package mp4

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
)

const (
	// longestKey is how much of the name of a key is read.
	longestKey = 128
	// The id of a uuid box that holds XMP.
	xmpID = "\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac"
	// What XMP names the place by.
	xmpPlace = "GPSL"
	// maxKeys bounds how many keys of a list of metadata are read.
	maxKeys = 1024
	// maxLocations bounds how many locations are kept.
	maxLocations = 1024
)

// metadata gathers the boxes that tell where a video was taken, in the order of the file.
type metadata struct {
	r         io.ReaderAt
	locations []box
	// crowded says that there are more locations than are kept.
	crowded bool
	// hasItems says that a table of items holds positions in the file.
	hasItems bool
}

// visit looks into a box of metadata. A movie can be played without them, so that damage to them is
// ignored.
func (m *metadata) visit(b box) error {
	switch b.kind {
	case "udta":
		return ignoreDamage(eachBox(m.r, b.start, b.end, m.visitUserData))
	case "meta":
		return ignoreDamage(m.visitMeta(b))
	case "uuid":
		var id [len(xmpID)]byte
		if err := readPrefix(m.r, b, id[:]); err != nil || string(id[:]) != xmpID {
			return ignoreDamage(err)
		}
		return ignoreDamage(m.visitXMP(b))
	}
	return nil
}

func (m *metadata) visitUserData(b box) error {
	switch b.kind {
	case "\xa9xyz", "loci":
		m.add(b)
	case "XMP_":
		return m.visitXMP(b)
	case "meta":
		return m.visitMeta(b)
	}
	return nil
}

// add remembers a box whose content tells the place. One that is empty has nothing to tell.
func (m *metadata) add(b box) {
	switch {
	case b.end == b.start:
	case len(m.locations) < maxLocations:
		m.locations = append(m.locations, b)
	default:
		m.crowded = true
	}
}

func (m *metadata) visitXMP(b box) error {
	found, err := contains(m.r, b, xmpPlace)
	if found {
		m.add(b)
	}
	return err
}

// contains reports whether the text stands in the content of a box.
func contains(r io.ReaderAt, b box, text string) (bool, error) {
	var space [8 << 10]byte
	for at := b.start; at < b.end; at += int64(len(space) - len(text)) {
		part := space[:min(int64(len(space)), b.end-at)]
		if err := readFull(r, part, at); err != nil {
			return false, err
		}
		if bytes.Contains(part, []byte(text)) {
			return true, nil
		}
	}
	return false, nil
}

// visitMeta reads a list of metadata, in QuickTime's form or in that of the standard, which puts a
// version before it.
func (m *metadata) visitMeta(b box) error {
	var head [8]byte
	if err := readPrefix(m.r, b, head[:]); err != nil {
		return err
	}
	start := b.start
	if string(head[4:]) != "hdlr" {
		start += 4
	}
	places := make(map[string]bool)
	return eachBox(m.r, start, b.end, func(b box) error {
		switch b.kind {
		case "iloc":
			m.hasItems = true
		case "keys":
			return readKeys(m.r, b, places)
		case "ilst":
			return eachBox(m.r, b.start, b.end, func(item box) error {
				if places[item.kind] || item.kind == "\xa9xyz" {
					m.add(item)
				}
				return nil
			})
		}
		return nil
	})
}

// readKeys adds the numbers of the keys that stand for a place, as the boxes of the list have them
// for their kind.
func readKeys(r io.ReaderAt, b box, places map[string]bool) error {
	const header, keyHeader = 8, 8
	at := b.start + header
	for number := range uint32(maxKeys) {
		if b.end-at < keyHeader {
			return nil
		}
		var head [keyHeader + longestKey]byte
		n := min(int64(len(head)), b.end-at)
		if err := readFull(r, head[:n], at); err != nil {
			return err
		}
		size := int64(binary.BigEndian.Uint32(head[:]))
		if size < keyHeader || size > b.end-at {
			return &DamageError{At: at}
		}
		if namesPlace(string(head[keyHeader:min(size, n)])) {
			places[string(binary.BigEndian.AppendUint32(nil, number+1))] = true
		}
		at += size
	}
	return nil
}

// namesPlace reports whether a key is for a place: com.apple.quicktime.location.ISO6709, the
// location that ffmpeg writes, and what cameras call GPS.
func namesPlace(key string) bool {
	key = strings.ToLower(key)
	return strings.Contains(key, "location") || strings.Contains(key, "gps")
}
