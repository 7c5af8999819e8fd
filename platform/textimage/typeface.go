package textimage

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/go-text/typesetting/font"
)

//go:embed fonts/DejaVuSans.ttf.gz
var regularFile string

//go:embed fonts/DejaVuSans-Bold.ttf.gz
var boldFile string

// typefaces finds fonts for characters: a built-in one, or else one of the system.
type typefaces struct {
	regular *font.Face
	// bold is the regular font if no text is bold, because unpacking a font takes longer than
	// drawing.
	bold   *font.Face
	system systemFonts
}

// newTypefaces returns the built-in fonts and those of the folders.
func newTypefaces(folders []string, withBold bool) (*typefaces, error) {
	regular, err := builtIn(regularFile)
	if err != nil {
		return nil, err
	}
	t := &typefaces{regular: regular, bold: regular, system: systemFonts{folders: folders}}
	if withBold {
		t.bold, err = builtIn(boldFile)
	}
	return t, err
}

func builtIn(file string) (*font.Face, error) {
	unpacked, err := gzip.NewReader(strings.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("unpack the built-in font: %w", err)
	}
	b, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, fmt.Errorf("unpack the built-in font: %w", err)
	}
	face, err := font.ParseTTF(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("read the built-in font: %w", err)
	}
	return face, nil
}

// standard returns the font that sets line heights and spaces.
func (t *typefaces) standard(bold bool) *font.Face {
	if bold {
		return t.bold
	}
	return t.regular
}

// find returns the font for a user-perceived character, which may have several code points, or nil.
func (t *typefaces) find(character []rune, bold bool) *font.Face {
	if isEmoji(character) {
		if face := t.system.find(character[:1], true); face != nil && canDraw(face, character[0]) {
			return face
		}
	}
	for _, face := range []*font.Face{t.standard(bold), t.regular} {
		if has(face, character) {
			return face
		}
	}
	if face := t.system.find(character, false); face != nil {
		return face
	}
	// A letter without one of its marks is better than none.
	if len(character) > 1 {
		return t.find(character[:1], bold)
	}
	return nil
}

// glyphs is the character map of a font.
type glyphs interface {
	NominalGlyph(r rune) (font.GID, bool)
}

// has reports whether the font has all visible code points of a character.
func has(g glyphs, character []rune) bool {
	for _, r := range character {
		if _, ok := g.NominalGlyph(r); !ok && !isInvisible(r) {
			return false
		}
	}
	return true
}

// canDraw reports whether the font's glyph for r has a supported form: an outline, a bitmap or a
// paint.
func canDraw(face *font.Face, r rune) bool {
	id, _ := face.NominalGlyph(r)
	if (glyph{face: face, id: id}).isColourful() {
		return true
	}
	outline, ok := face.GlyphDataOutline(id)
	return ok && len(outline.Segments) > 0
}
