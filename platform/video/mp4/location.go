package mp4

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
)

const (
	// longestKey bounds how much of a key's name is read, in bytes.
	longestKey = 128
	// xmpID is the id of a uuid box that contains XMP.
	xmpID = "\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac"
	// sphereID is the id of the uuid box that says that a video is spherical.
	sphereID = "\xff\xcc\x82\x63\xf8\x55\x4a\x93\x88\x14\x58\x7a\x02\x52\x1f\xdd"
	// xmpPlace is the beginning of the names of XMP's location properties.
	xmpPlace = "GPSL"
	// maxKeys bounds how many keys of a keys box are read.
	maxKeys = 1024
	// maxErased bounds how many boxes a copy leaves out.
	maxErased = 1024
)

// metadata collects the boxes that a copy leaves out, in the order of the file: those with the
// location of a video, and those of which this package does not know what they contain. Cameras
// write locations also into boxes of their own.
type metadata struct {
	r      io.ReaderAt
	erased []box
	// located says that one of them contains the location.
	located bool
	// crowded says that there are more than maxErased.
	crowded bool
	// covers is how many pictures of a cover there are.
	covers int
	// hasItems says that an iloc box contains offsets into the file.
	hasItems bool
}

// visit reads a box of metadata. A movie can be played without metadata: a damaged box is no error,
// and is left out.
func (m *metadata) visit(b box) error {
	before := len(m.erased)
	err := m.read(b)
	if errors.Is(err, ErrNotMovie) {
		m.erased = m.erased[:before]
		m.erase(b)
		return nil
	}
	return err
}

func (m *metadata) read(b box) error {
	switch b.kind {
	case "udta":
		return eachBox(m.r, b.start, b.end, m.visitUserData)
	case "meta":
		return m.visitMeta(b)
	}
	var id [len(xmpID)]byte
	if err := readPrefix(m.r, b, id[:]); err != nil {
		return err
	}
	switch string(id[:]) {
	case xmpID:
		return m.visitXMP(b)
	case sphereID:
	default:
		m.erase(b)
	}
	return nil
}

// visitOther erases a box of a movie or a track, unless it is of a kind without text.
func (m *metadata) visitOther(b box) {
	switch b.kind {
	case "mvhd", "trak", "mvex", "iods", "pssh", "ctab", "tkhd", "edts", "mdia", "tref", "load", "matt", "clip", "tapt", "trgr", "ttyp", "imap", "free", "skip", "wide":
	default:
		m.erase(b)
	}
}

func (m *metadata) visitUserData(b box) error {
	switch b.kind {
	case "\xa9xyz", "loci":
		m.locate(b)
	case "XMP_":
		return m.visitXMP(b)
	case "meta":
		return m.visitMeta(b)
	case "hnti", "hinf", "WLOC", "LOOP", "SelO", "AllF", "tsel", "ludt", "kind", "free", "skip":
	default:
		if !namesHarmless(b.kind) {
			m.erase(b)
		}
	}
	return nil
}

// namesHarmless reports whether a text of that kind says what the video is, who made it, or with
// what.
func namesHarmless(kind string) bool {
	switch kind {
	case "titl", "auth", "perf", "gnre", "dscp", "cprt", "albm", "yrrc", "rtng", "clsf", "kywd", "name",
		"\xa9nam", "\xa9ART", "\xa9alb", "\xa9aut", "\xa9cmt", "\xa9cpy", "\xa9day", "\xa9des", "\xa9dir", "\xa9enc", "\xa9fmt", "\xa9gen", "\xa9inf", "\xa9key", "\xa9mak", "\xa9mod", "\xa9prd", "\xa9prf", "\xa9req", "\xa9src", "\xa9swr", "\xa9too", "\xa9wrt":
		return true
	}
	return false
}

// erase leaves a box out, unless it is empty.
func (m *metadata) erase(b box) {
	switch {
	case b.end == b.start:
	case len(m.erased) < maxErased:
		m.erased = append(m.erased, b)
	default:
		m.crowded = true
	}
}

// locate leaves out a box that contains the location.
func (m *metadata) locate(b box) {
	m.located = m.located || b.end > b.start
	m.erase(b)
}

func (m *metadata) visitXMP(b box) error {
	found, err := contains(m.r, b, xmpPlace)
	if found {
		m.locate(b)
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
	keys := make(map[string]string)
	return eachBox(m.r, start, b.end, func(b box) error {
		switch b.kind {
		case "iloc":
			m.hasItems = true
		case "keys":
			return readKeys(m.r, b, keys)
		case "ilst":
			return eachBox(m.r, b.start, b.end, func(item box) error { return m.visitItem(item, keys[item.kind]) })
		case "hdlr", "ctry", "lang", "iinf", "pitm", "iprp", "iref", "dinf", "free", "skip":
		default:
			m.erase(b)
		}
		return nil
	})
}

// visitItem reads an item of a meta box, whose key is empty if it has none. An item that is kept
// contains boxes with its value and nothing else.
func (m *metadata) visitItem(b box, key string) error {
	switch {
	case namesPlace(key) || b.kind == "\xa9xyz":
		m.locate(b)
		return nil
	case b.kind == "covr":
		m.erase(b)
		return eachBox(m.r, b.start, b.end, func(value box) error {
			if value.kind == "data" {
				m.covers++
			}
			return nil
		})
	case !namesHarmlessKey(key) && !namesHarmless(b.kind):
		m.erase(b)
		return nil
	}
	return eachBox(m.r, b.start, b.end, func(value box) error {
		if value.kind != "data" {
			m.erase(value)
		}
		return nil
	})
}

// readKeys reads a keys box. The boxes of the ilst have the numbers of the keys as their kinds, and
// so has the map. A number that is given twice has both names in one.
func readKeys(r io.ReaderAt, b box, keys map[string]string) error {
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
		keys[string(binary.BigEndian.AppendUint32(nil, number+1))] += string(head[keyHeader:min(size, n)])
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

// namesHarmlessKey reports whether a key of QuickTime, Android or ffmpeg is for what the video is,
// who made it, or with what.
func namesHarmlessKey(key string) bool {
	for _, prefix := range []string{"com.apple.quicktime.", "com.android."} {
		key = strings.TrimPrefix(key, prefix)
	}
	switch key {
	case "make", "model", "software", "creationdate", "title", "author", "artist", "album", "copyright", "comment", "description", "displayname", "genre", "keywords", "producer", "director", "publisher", "rating.user", "year", "collection.user",
		"manufacturer", "version", "capture.fps", "video.temporal_layers_count", "encoder", "major_brand", "minor_version", "compatible_brands", "date", "creation_time":
		return true
	}
	return false
}
