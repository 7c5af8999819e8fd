package imaging

import (
	"cmp"
	"slices"
)

// Kind is a file format, as recognised by the first bytes of a file.
type Kind string

// The formats that Sniff recognises. The first six are the pictures that Normalise accepts, the
// next five the videos that may be uploaded. The others are known only so that a refusal can name
// them.
const (
	JPEG      Kind = "jpeg"
	PNG       Kind = "png"
	WebP      Kind = "webp"
	HEIC      Kind = "heic"
	AVIF      Kind = "avif"
	GIF       Kind = "gif"
	MP4       Kind = "mp4"
	QuickTime Kind = "quicktime"
	Matroska  Kind = "matroska"
	WebM      Kind = "webm"
	AVI       Kind = "avi"
	TIFF      Kind = "tiff"
	BMP       Kind = "bmp"
	PDF       Kind = "pdf"
	SVG       Kind = "svg"
	HTML      Kind = "html"
	Text      Kind = "text"
	Unknown   Kind = "unknown"
)

// MIME returns the media type of k in the spelling of the contract, application/octet-stream for
// Unknown.
func (k Kind) MIME() string { return cmp.Or(kinds[k].mime, "application/octet-stream") }

// Name returns the name of k, with its article, for a sentence such as "The file is ...".
func (k Kind) Name() string { return cmp.Or(kinds[k].name, "of an unknown type") }

// IsImage reports whether k is a picture that Normalise accepts: JPEG, PNG, WebP, HEIC, AVIF or
// GIF.
func (k Kind) IsImage() bool {
	return slices.Contains([]Kind{JPEG, PNG, WebP, HEIC, AVIF, GIF}, k)
}

// IsVideo reports whether k is a video that may be uploaded: MP4, QuickTime, Matroska, WebM or AVI.
func (k Kind) IsVideo() bool {
	return slices.Contains([]Kind{MP4, QuickTime, Matroska, WebM, AVI}, k)
}

// kinds has the media type of each Kind, and its name in a sentence.
var kinds = map[Kind]struct{ mime, name string }{
	JPEG:      {"image/jpeg", "a JPEG picture"},
	PNG:       {"image/png", "a PNG picture"},
	WebP:      {"image/webp", "a WebP picture"},
	HEIC:      {"image/heic", "a HEIC picture"},
	AVIF:      {"image/avif", "an AVIF picture"},
	GIF:       {"image/gif", "a GIF picture"},
	MP4:       {"video/mp4", "an MP4 video"},
	QuickTime: {"video/quicktime", "a QuickTime video"},
	Matroska:  {"video/x-matroska", "a Matroska video"},
	WebM:      {"video/webm", "a WebM video"},
	AVI:       {"video/x-msvideo", "an AVI video"},
	TIFF:      {"image/tiff", "a TIFF picture"},
	BMP:       {"image/bmp", "a BMP picture"},
	PDF:       {"application/pdf", "a PDF document"},
	SVG:       {"image/svg+xml", "an SVG drawing"},
	HTML:      {"text/html", "an HTML page"},
	Text:      {"text/plain", "a text file"},
}
