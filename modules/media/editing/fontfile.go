package editing

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
)

const (
	maxFontSize = 256 << 20
	// maxFonts bounds the fonts of a collection, maxCmap the bytes of the table of their characters.
	maxFonts = 64
	maxCmap  = 8 << 20
	// blackAndWhite puts an emoji font without colours behind those that have some.
	blackAndWhite = 100
)

// fontFile is an installed font, or a collection of them.
type fontFile struct {
	path  string
	emoji bool
	rank  int

	opened bool
	file   *os.File
	// fonts has one for each of the file, as far as they could be read.
	fonts []installed
}

// installed is a font of which at first only its characters are known.
type installed struct {
	chars  font.Cmap
	loader *ot.Loader
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

// NominalGlyph says whether the font has a glyph for r.
func (i installed) NominalGlyph(r rune) (font.GID, bool) { return i.chars.Lookup(r) }

// find returns the first font of the file that has the character, and nil for none. A file that cannot be read has none: that it is
// damaged is no fault of the text.
func (f *fontFile) find(character []rune) *font.Face {
	f.open()
	for i := range f.fonts {
		one := &f.fonts[i]
		if one.broken || !has(one, character) {
			continue
		}
		if one.face == nil {
			one.load()
		}
		if one.face != nil {
			return one.face
		}
	}
	return nil
}

func (f *fontFile) open() {
	if f.opened {
		return
	}
	f.opened = true
	file, err := os.Open(f.path)
	if err != nil {
		return
	}
	if err := guard(func() error { return f.read(file) }); err != nil || len(f.fonts) == 0 {
		f.fonts = nil
		_ = file.Close()
		return
	}
	// The fonts are read from it as they are needed, in a process that lives for one picture.
	f.file = file
}

func (f *fontFile) read(file *os.File) error {
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFontSize {
		return errors.Join(err, errors.New("not a font of a reasonable size"))
	}
	if err := checkTables(file, info.Size()); err != nil {
		return err
	}
	loaders, err := ot.NewLoaders(file)
	if err != nil {
		return err
	}
	for _, loader := range loaders[:min(len(loaders), maxFonts)] {
		if chars, err := characters(loader); err == nil {
			f.fonts = append(f.fonts, installed{chars: chars, loader: loader})
		}
	}
	return nil
}

func characters(loader *ot.Loader) (font.Cmap, error) {
	raw, err := loader.RawTable(ot.MustNewTag("cmap"))
	if err != nil {
		return nil, err
	}
	if len(raw) > maxCmap {
		return nil, errors.New("a table of characters that is too large")
	}
	table, _, err := tables.ParseCmap(raw)
	if err != nil {
		return nil, err
	}
	chars, _, err := font.ProcessCmap(table, tables.FPNone)
	return chars, err
}

func (i *installed) load() {
	err := guard(func() error {
		parsed, err := font.NewFont(i.loader)
		if err == nil {
			i.face = font.NewFace(parsed)
		}
		return err
	})
	i.broken = err != nil
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
