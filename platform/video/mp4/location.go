package mp4

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
)

const (
	// longestKey bounds how much of a key's name is read, in bytes.
	longestKey = 128
	// xmpID is the id of a uuid box that contains XMP.
	xmpID = "\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac"
	// xmpPlace is the beginning of the names of XMP's location properties.
	xmpPlace = "GPSL"
	// maxKeys bounds how many keys of a keys box are read.
	maxKeys = 1024
	// maxLocations bounds how many locations are kept.
	maxLocations = 1024
)

// metadata collects the boxes that contain the location of a video, in the order of the file.
type metadata struct {
	r         io.ReaderAt
	locations []box
	// crowded says that there are more than maxLocations.
	crowded bool
	// hasItems says that an iloc box contains offsets into the file.
	hasItems bool
}

// visit reads a box of metadata. It ignores damage, because a movie can be played without metadata.
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

// add keeps a box that contains the location, unless it is empty.
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

// contains reports whether the content of a box contains the text.
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

// visitMeta reads a meta box in QuickTime's form or in that of the standard, which begins with a
// version.
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

// readKeys reads a keys box and adds the numbers of the location keys to places. The boxes of the
// ilst have these numbers as their kinds.
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

// namesPlace reports whether a key is for a location: com.apple.quicktime.location.ISO6709,
// ffmpeg's location, and the GPS keys of cameras.
func namesPlace(key string) bool {
	key = strings.ToLower(key)
	return strings.Contains(key, "location") || strings.Contains(key, "gps")
}
