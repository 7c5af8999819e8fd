package secrets

import (
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

const hiddenText = "[hidden]"

// shape is a form of secret that can be recognised.
type shape struct {
	// mark stands in every text that holds one; most texts have none of the marks, and end here.
	mark    string
	pattern func() *regexp.Regexp
	// shown takes the place of what matches.
	shown string
}

// shapes are an API key, whose prefix stays because it may be shown (contract 2); a secret that an
// address or a form names; an Authorization header; and a JSON Web Token.
var shapes = []shape{
	{"svc_live_", pattern(`(svc_live_[\w-]{3})[\w-]+`), "$1" + hiddenText},
	{"token=", pattern(`(?i)(\w*token=)[^&\s"'<>]+`), "$1" + hiddenText},
	{"secret=", pattern(`(?i)(\w*secret=)[^&\s"'<>]+`), "$1" + hiddenText},
	{"earer ", pattern(`([Bb]earer )[\w.~+/=:|-]{16,}`), "$1" + hiddenText},
	{"OAuth ", pattern(`(OAuth )[\w.~+/=:|-]{16,}`), "$1" + hiddenText},
	{"eyJ", pattern(`eyJ[\w-]{8,}\.[\w-]+\.[\w-]+`), hiddenText},
}

// pattern compiles a pattern when it is used first, as nearly no text needs one.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// leastHex is how many hexadecimal digits are hidden. Random keys are written so, such as those
// under which files are public for a while. No id that people deal with is as long.
const leastHex = 40

// HideKeys returns s, such as a path, an error or what somebody else says, without the secrets in
// it: those that this process has sealed or opened, whole or in pieces of 16 bytes and more; what
// looks like an API key, a token or an Authorization header; and 40 hexadecimal digits and more. It
// is the one place that knows what to hide. Texts of others pass here where they come in, before
// they are cut, and every line of the log and every error that is answered passes here once more.
func HideKeys(s string) string {
	s = known.Hide(s)
	for _, form := range shapes {
		if strings.Contains(s, form.mark) {
			s = form.pattern().ReplaceAllString(s, form.shown)
		}
	}
	return hideLongHex(s)
}

// hideLongHex returns s with each run of leastHex hexadecimal digits and more replaced. It reads
// each byte once, in a small part of the time that a regular expression takes.
func hideLongHex(s string) string {
	var out strings.Builder
	from, run := 0, 0
	for i := range len(s) + 1 {
		if i < len(s) && isHexDigit(s[i]) {
			run++
			continue
		}
		if run >= leastHex {
			out.WriteString(s[from : i-run])
			out.WriteString(hiddenText)
			from = i
		}
		run = 0
	}
	if from == 0 {
		return s
	}
	out.WriteString(s[from:])
	return out.String()
}

func isHexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// Printable returns a text of somebody else, or about them, as it may be stored and shown: without
// the secrets that HideKeys knows, printable, without space around it, and at most so many
// characters long.
func Printable(s string, most int) string {
	// No character takes more bytes.
	if s = HideKeys(s); len(s) > utf8.UTFMax*most {
		s = s[:utf8.UTFMax*most]
	}
	s = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s))
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}

const redacted = "[redacted]"

// Text is a secret string. Every way of printing, logging or encoding it gives a placeholder;
// Reveal alone gives the secret. The zero value is the empty secret.
type Text struct{ s string }

var (
	_ fmt.Formatter  = Text{}
	_ slog.LogValuer = Text{}
)

// NewText returns s as a secret.
func NewText(s string) Text { return Text{s} }

// Reveal returns the secret itself.
func (t Text) Reveal() string { return t.s }

// IsEmpty reports whether there is no secret.
func (t Text) IsEmpty() bool { return t.s == "" }

// Format prints the placeholder, whatever the verb.
func (Text) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(redacted)) }

// String returns the placeholder.
func (Text) String() string { return redacted }

// LogValue returns the placeholder.
func (Text) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText returns the placeholder.
func (Text) MarshalText() ([]byte, error) { return []byte(redacted), nil }
