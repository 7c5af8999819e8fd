package wire

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Member is one member of an object. It is an alias, so that other packages may write literals
// without the names of the fields.
type Member = struct {
	Name  string
	Value any
}

// Object keeps the order in which its members were made, as the network's answers do.
type Object []Member

// MarshalJSONTo writes the members in their order.
func (o Object) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, m := range o {
		if err := enc.WriteToken(jsontext.String(m.Name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(enc, m.Value); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

// escapeLikePHP returns the JSON text b with every character outside ASCII and every slash escaped,
// as the network writes them; both stand in strings only.
func escapeLikePHP(b []byte) []byte {
	out := make([]byte, 0, len(b)+len(b)/8)
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		switch {
		case r == '/':
			out = append(out, '\\', '/')
		case r < utf8.RuneSelf:
			out = append(out, byte(r))
		default:
			out = appendEscaped(out, r)
		}
		b = b[size:]
	}
	return out
}

func appendEscaped(out []byte, r rune) []byte {
	const surrogates = 0x10000
	if r < surrogates {
		return fmt.Appendf(out, `\u%04x`, r)
	}
	high, low := utf16.EncodeRune(r)
	return fmt.Appendf(out, `\u%04x\u%04x`, high, low)
}
