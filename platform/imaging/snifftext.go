package imaging

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

const utf8BOM = "\xef\xbb\xbf"

// sniffText tells markup and plain text from bytes that are neither.
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

// isText reports whether b is UTF-8 without control characters; a last rune that
// is cut off is let pass.
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
