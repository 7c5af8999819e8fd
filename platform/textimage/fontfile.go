package textimage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
)

const (
	maxFontSize = 256 << 20
	// maxFonts bounds the fonts of a collection, maxCmap the size of a cmap table in bytes.
	maxFonts = 64
	maxCmap  = 8 << 20
	// blackAndWhite is the rank that puts an emoji font without colours after those with colours.
	blackAndWhite = 100
)

// fontFile is an installed font, or a collection of them.
type fontFile struct {
	path  string
	emoji bool
	rank  int

	opened bool
	// fonts are the readable fonts of the file.
	fonts []installed
}

// installed is a font of a file. Its face is loaded on first use.
type installed struct {
	chars font.Cmap
	// index is its index in the file.
	index  int
	face   *font.Face
	broken bool
}

func newFontFile(path string) *fontFile {
	name := strings.ToLower(filepath.Base(path))
	emoji := strings.Contains(name, "emoji") && !strings.Contains(name, "symbols") || strings.HasPrefix(name, "seguiemj")
	f := &fontFile{path: path, emoji: emoji, rank: rank(name)}
	if emoji && !strings.Contains(name, "color") && !strings.HasPrefix(name, "seguiemj") {
		f.rank += blackAndWhite
	}
	return f
}

// NominalGlyph returns the glyph for r, if the font has one.
func (i installed) NominalGlyph(r rune) (font.GID, bool) { return i.chars.Lookup(r) }

// find returns the first font of the file that has the character, or nil. A damaged file has no
// fonts; it is no fault of the text.
func (f *fontFile) find(character []rune) *font.Face {
	if !f.opened {
		f.opened = true
		f.fonts = f.readFonts()
	}
	for i := range f.fonts {
		one := &f.fonts[i]
		if one.broken || !has(one, character) {
			continue
		}
		if one.face == nil {
			one.face = f.load(one.index)
			one.broken = one.face == nil
		}
		if one.face != nil {
			return one.face
		}
	}
	return nil
}

// readFonts reads the character maps of the fonts in the file.
func (f *fontFile) readFonts() (fonts []installed) {
	err := f.with(func(loaders []*ot.Loader) error {
		for i, loader := range loaders {
			if chars, err := characters(loader); err == nil {
				fonts = append(fonts, installed{chars: chars, index: i})
			}
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return fonts
}

// load reads one font of the file, and returns nil if it cannot.
func (f *fontFile) load(index int) (face *font.Face) {
	// Without an error there is a face.
	_ = f.with(func(loaders []*ot.Loader) error {
		if index >= len(loaders) {
			return errTables
		}
		parsed, err := font.NewFont(loaders[index])
		if err == nil {
			face = font.NewFace(parsed)
		}
		return err
	})
	return face
}

// with opens the file for work and closes it again, because there may be more font files than file
// descriptors.
func (f *fontFile) with(work func([]*ot.Loader) error) error {
	// Opening a pipe might block for ever.
	info, err := os.Stat(f.path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFontSize {
		return errors.Join(err, errors.New("not a file of a reasonable size"))
	}
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	// The file was only read.
	defer func() { _ = file.Close() }()
	return guard(func() error {
		if err := checkTables(file, info.Size()); err != nil {
			return err
		}
		loaders, err := ot.NewLoaders(file)
		if err != nil {
			return err
		}
		return work(loaders[:min(len(loaders), maxFonts)])
	})
}

func characters(loader *ot.Loader) (font.Cmap, error) {
	raw, err := loader.RawTable(ot.MustNewTag("cmap"))
	if err != nil {
		return nil, err
	}
	if len(raw) > maxCmap {
		return nil, errors.New("the cmap table is too large")
	}
	table, _, err := tables.ParseCmap(raw)
	if err != nil {
		return nil, err
	}
	chars, _, err := font.ProcessCmap(table, tables.FPNone)
	return chars, err
}

// guard turns a panic of work into an error.
func guard(work func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return work()
}

var errTables = errors.New("the font's tables reach beyond the file")

// checkTables checks that the tables of a font file are within the file, because the font library
// allocates as much as a table claims.
func checkTables(file io.ReaderAt, size int64) error {
	head := make([]byte, 12+4*maxFonts)
	n, err := file.ReadAt(head, 0)
	if n < 12 {
		return errors.Join(errTables, err)
	}
	if string(head[:4]) != "ttcf" {
		return checkDirectory(file, 0, size)
	}
	count := binary.BigEndian.Uint32(head[8:])
	if count > maxFonts || n < 12+4*int(count) {
		return errTables
	}
	for i := range count {
		if err := checkDirectory(file, int64(binary.BigEndian.Uint32(head[12+4*i:])), size); err != nil {
			return err
		}
	}
	return nil
}

func checkDirectory(file io.ReaderAt, at, size int64) error {
	var head [12]byte
	if _, err := file.ReadAt(head[:], at); err != nil {
		return errors.Join(errTables, err)
	}
	switch binary.BigEndian.Uint32(head[:]) {
	case 0x00010000, 0x4F54544F, 0x74727565: // TrueType, "OTTO", "true"
	default:
		return errors.New("not an OpenType font")
	}
	entries := make([]byte, 16*int(binary.BigEndian.Uint16(head[4:])))
	if _, err := file.ReadAt(entries, at+12); err != nil {
		return errors.Join(errTables, err)
	}
	for ; len(entries) > 0; entries = entries[16:] {
		offset, length := binary.BigEndian.Uint32(entries[8:]), binary.BigEndian.Uint32(entries[12:])
		if int64(offset)+int64(length) > size {
			return errTables
		}
	}
	return nil
}
