// Package corpus makes files that somebody may upload, each with its expected outcome: good ones of
// every form that phones and cameras write, broken ones and malicious ones. Nearly all are
// generated, deterministically; the folder heif has pictures of codecs that Go cannot encode. Only
// tests, fuzz targets and benchmarks use this package.
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
	// Valid: the file is accepted and can be published.
	Valid Verdict = iota
	// Invalid: the file is accepted, and isValid is false for a reason that contains Says.
	Invalid
	// Refused: the upload fails with Code and a reason that contains Says.
	Refused
	// NotValid: the file is refused, or accepted with isValid false.
	NotValid
	// Either: the damage may or may not matter. The file is accepted, or refused with a reason.
	Either
)

// Case is a file and its expected outcome.
type Case struct {
	// Name describes the file. Filename and MIME are what the client claims, which may be false.
	Name, Filename, MIME string
	// Content is the file, or nil if it is too large for memory. Then Open reads it, and Size is
	// its length in bytes.
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
	// Says is a part of the reason, with the wrong figure.
	Says string
	// Width and Height are the size of the result in pixels, 0 if the case does not say.
	Width, Height int
	// Quarters are the colours of the upright picture.
	Quarters *Quarters
}

// Quarters are the colours of a picture's quarters: upper left, upper right, lower left, lower
// right.
type Quarters [4]color.NRGBA

// Secret is in the metadata of every case that has any. No result may contain it.
const Secret = "52.5163N 13.3777E"

// mediaInvalid is the code for a file that cannot be used (contract 6).
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

// named returns the case with another filename and type.
func (c Case) named(filename, mime string) Case {
	c.Filename, c.MIME = filename, mime
	return c
}

// either accepts any outcome, with the rest of Want unchanged.
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

// All returns every case that is not a mutation. The files are made once and shared, so callers
// must not change their content.
func All() []Case { return slices.Concat(Pictures(), Impostors(), Videos()) }

// Pictures returns the JPEG, PNG, WebP and GIF files, and some of PhonePictures.
func Pictures() []Case { return slices.Clone(pictures()) }

var pictures = sync.OnceValue(makePictures)

func makePictures() []Case {
	return slices.Concat(jpegs(), brokenJPEGs(), pngs(), webps(), gifs(), heifs())
}

// quadCases returns constructors for the cases of one file type: good files show the quarters, bad
// ones are refused.
func quadCases(kind, filename, mime string) (good func(string, []byte, Quarters) Case, bad func(name string, content []byte, says string) Case) {
	good = func(name string, content []byte, quarters Quarters) Case {
		return valid(kind+name, filename, mime, content, Want{Width: quadWidth, Height: quadHeight, Quarters: &quarters})
	}
	bad = func(name string, content []byte, says string) Case {
		return refused(kind+name, filename, mime, content, says)
	}
	return good, bad
}

func valid(name, filename, mime string, content []byte, want Want) Case {
	return Case{Name: name, Filename: filename, MIME: mime, Content: content, Want: want}
}

func refused(name, filename, mime string, content []byte, says string) Case {
	return Case{Name: name, Filename: filename, MIME: mime, Content: content, Want: Want{Verdict: Refused, Code: mediaInvalid, Says: says}}
}
