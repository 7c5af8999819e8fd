// Package corpus makes files that an upload may be: good ones of every form that a phone or camera
// writes, broken ones, and ones that are made to do harm, each with what is to become of it. Nearly
// everything is made from nothing and is the same every time; the folder heif has pictures of
// codecs that Go does not write. Tests, fuzz targets and benchmarks use it; the program has none of
// it.
package corpus

import (
	"bytes"
	"image/color"
	"io"
	"slices"
	"sync"
)

// Verdict is the expected outcome of an upload.
type Verdict int

const (
	// Valid: it is taken and can be published.
	Valid Verdict = iota
	// Invalid: it is taken, and isValid is false for the reason that Says is a part of.
	Invalid
	// Refused: the upload fails with Code, and Says is a part of the reason.
	Refused
	// NotValid: it is refused, or taken with isValid false.
	NotValid
	// Either: it is damaged somewhere, which may or may not matter. It is taken or refused with a
	// reason.
	Either
)

// Case is a file.
type Case struct {
	// Name says what the file is. Filename and MIME are the words of its client, which may lie.
	Name, Filename, MIME string
	// Content is the file, nil if it is too large to be held: then Open reads it and Size is its
	// length in bytes.
	Content []byte
	Open    func() io.Reader
	Size    int64
	Want    Want
}

// Want is the expected outcome of an upload, with its details.
type Want struct {
	Verdict Verdict
	// Code is the code of a refusal.
	Code string
	// Says is a part of each reason, with the figure that is wrong.
	Says string
	// Width and Height are those of the result in pixels, 0 if the case does not say.
	Width, Height int
	// Quarters are the colours of the upright picture's quarters, above left to below right.
	Quarters *Quarters
}

// Quarters are the colours of the quarters of a picture, above left to below right.
type Quarters [4]color.NRGBA

// Secret is in the metadata of every case that has any, and must be in nothing that is made of it.
const Secret = "52.5163N 13.3777E"

// mediaInvalid is the code of a file that cannot be used (contract 6).
const mediaInvalid = "MEDIA_INVALID"

// Reader returns the file from its beginning.
func (c Case) Reader() io.Reader {
	if c.Open != nil {
		return c.Open()
	}
	return bytes.NewReader(c.Content)
}

// Length returns the file's length in bytes.
func (c Case) Length() int64 {
	if c.Open != nil {
		return c.Size
	}
	return int64(len(c.Content))
}

// named returns the file under another name and type.
func (c Case) named(filename, mime string) Case {
	c.Filename, c.MIME = filename, mime
	return c
}

// either leaves open what becomes of the file.
func (c Case) either() Case {
	c.Want.Verdict = Either
	return c
}

func (c Case) mutated(how string, content []byte) Case {
	c.Name, c.Content, c.Want = c.Name+", "+how, content, Want{Verdict: Either}
	if len(content) == 0 {
		c.Want = Want{Verdict: Refused, Code: "UPLOAD_ERROR", Says: "empty"}
	}
	return c
}

// All returns every case that is made by hand. It and the functions of a part of it make the files
// once, so that callers must not change their content.
func All() []Case { return slices.Concat(Pictures(), Impostors(), Videos()) }

// Pictures returns the JPEG, PNG, WebP and GIF files, and some of PhonePictures.
func Pictures() []Case { return slices.Clone(pictures()) }

var pictures = sync.OnceValue(makePictures)

func makePictures() []Case {
	return slices.Concat(jpegs(), brokenJPEGs(), pngs(), webps(), gifs(), heifs())
}

func valid(name, filename, mime string, content []byte, want Want) Case {
	return Case{Name: name, Filename: filename, MIME: mime, Content: content, Want: want}
}

func refused(name, filename, mime string, content []byte, says string) Case {
	return Case{Name: name, Filename: filename, MIME: mime, Content: content, Want: Want{Verdict: Refused, Code: mediaInvalid, Says: says}}
}
