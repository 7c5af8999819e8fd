package imaging

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf8"
)

// SniffLen is how many of a file's first bytes Sniff reads.
const SniffLen = 4096

// Sniff recognises the format of a file by its first bytes, or returns Unknown. It ignores bytes
// beyond SniffLen, and fewer may be enough. A file may be invalid all the same; only the decoder
// finds that out.
func Sniff(head []byte) Kind {
	head = head[:min(len(head), SniffLen)]
	for _, m := range magics() {
		if bytes.HasPrefix(head, []byte(m.prefix)) {
			return m.kind
		}
	}
	for _, sniff := range []func([]byte) Kind{sniffRIFF, sniffEBML, sniffBoxes, sniffBMP, sniffText} {
		if k := sniff(head); k != Unknown {
			return k
		}
	}
	return Unknown
}

type magic struct {
	prefix string
	kind   Kind
}

func magics() []magic {
	return []magic{
		{"\xff\xd8\xff", JPEG},
		{pngSignature, PNG},
		{"GIF87a", GIF},
		{"GIF89a", GIF},
		{"II*\x00", TIFF},
		{"MM\x00*", TIFF},
		{"II+\x00", TIFF},
		{"MM\x00+", TIFF},
		{"%PDF-", PDF},
	}
}

func sniffRIFF(head []byte) Kind {
	if len(head) < 12 || string(head[:4]) != "RIFF" {
		return Unknown
	}
	switch string(head[8:12]) {
	case "WEBP":
		return WebP
	case "AVI ":
		return AVI
	default:
		return Unknown
	}
}

// sniffBMP also checks the header's length, because a signature of two letters is too weak.
func sniffBMP(head []byte) Kind {
	if len(head) < 18 || string(head[:2]) != "BM" || binary.LittleEndian.Uint32(head[6:]) != 0 {
		return Unknown
	}
	switch binary.LittleEndian.Uint32(head[14:]) {
	case 12, 40, 52, 56, 64, 108, 124:
		return BMP
	default:
		return Unknown
	}
}

// sniffBoxes reads ISO base media boxes up to ftyp, or up to a box that only a QuickTime file
// without ftyp begins with.
func sniffBoxes(head []byte) Kind {
	for len(head) >= 8 {
		size := uint64(binary.BigEndian.Uint32(head))
		kind := string(head[4:8])
		if size == 1 && len(head) >= 16 {
			size = binary.BigEndian.Uint64(head[8:])
		}
		switch kind {
		case "ftyp":
			return sniffBrands(head[8:min(max(size, 8), uint64(len(head)))])
		case "moov", "mdat", "pnot":
			return QuickTime
		case "free", "skip", "wide":
		default:
			return Unknown
		}
		if size < 8 || size > uint64(len(head)) {
			return Unknown
		}
		head = head[size:]
	}
	return Unknown
}

// sniffBrands reads the body of an ftyp box: the major brand, a version, the compatible brands. The
// major brand of an AVIF file may be the general one of still pictures.
func sniffBrands(body []byte) Kind {
	if len(body) < 4 {
		return Unknown
	}
	kind := brandKind(string(body[:4]))
	for i := 8; kind == HEIC && i+4 <= len(body); i += 4 {
		if brandKind(string(body[i:i+4])) == AVIF {
			return AVIF
		}
	}
	return kind
}

func brandKind(brand string) Kind {
	switch brand {
	case "qt  ":
		return QuickTime
	case "avif", "avis":
		return AVIF
	case "mif1", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx":
		return HEIC
	case "crx ", "jxl ", "jp2 ", "jpx ", "jpm ":
		return Unknown
	default:
		return MP4
	}
}

const (
	ebmlMagic   = "\x1a\x45\xdf\xa3"
	ebmlDocType = 0x4282
)

// sniffEBML reads the DocType element of an EBML header. A search for the text "webm" would find it
// elsewhere too.
func sniffEBML(head []byte) Kind {
	body, ok := bytes.CutPrefix(head, []byte(ebmlMagic))
	if !ok {
		return Unknown
	}
	size, body, ok := ebmlNumber(body, true)
	if !ok {
		return Unknown
	}
	body = body[:min(size, uint64(len(body)))]
	for {
		var id uint64
		if id, body, ok = ebmlNumber(body, false); !ok {
			return Unknown
		}
		if size, body, ok = ebmlNumber(body, true); !ok || size > uint64(len(body)) {
			return Unknown
		}
		if id == ebmlDocType {
			return docTypeKind(strings.TrimRight(string(body[:size]), "\x00"))
		}
		body = body[size:]
	}
}

func docTypeKind(docType string) Kind {
	switch docType {
	case "webm":
		return WebM
	case "matroska":
		return Matroska
	default:
		return Unknown
	}
}

// ebmlNumber reads a variable-size integer of one to eight bytes. The leading zero bits of the
// first byte give the length; value removes the marker bit after them. It returns the rest of b.
func ebmlNumber(b []byte, value bool) (n uint64, rest []byte, ok bool) {
	if len(b) == 0 || b[0] == 0 {
		return 0, nil, false
	}
	length := 1
	for mask := byte(0x80); b[0]&mask == 0; mask >>= 1 {
		length++
	}
	if len(b) < length {
		return 0, nil, false
	}
	for _, c := range b[:length] {
		n = n<<8 | uint64(c)
	}
	if value {
		n &^= 1 << (7 * length)
	}
	return n, b[length:], true
}

const utf8BOM = "\xef\xbb\xbf"

// sniffText recognises markup and plain text.
func sniffText(head []byte) Kind {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return Text
	}
	text := bytes.TrimPrefix(head, []byte(utf8BOM))
	if !isText(text) {
		return Unknown
	}
	return markupKind(strings.ToLower(string(bytes.TrimSpace(text))))
}

func markupKind(text string) Kind {
	if strings.HasPrefix(text, "<svg") {
		return SVG
	}
	if strings.HasPrefix(text, "<?xml") || strings.HasPrefix(text, "<!--") || strings.HasPrefix(text, "<!doctype svg") {
		if strings.Contains(text, "<svg") {
			return SVG
		}
	}
	for _, tag := range []string{"<!doctype html", "<html", "<head", "<body", "<script", "<title", "<!--"} {
		if strings.HasPrefix(text, tag) {
			return HTML
		}
	}
	return Text
}

// isText reports whether b is UTF-8 without control characters. The last rune may be cut off.
func isText(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size <= 1 {
			return !utf8.FullRune(b)
		}
		if r < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1b", r) {
			return false
		}
		b = b[size:]
	}
	return true
}
