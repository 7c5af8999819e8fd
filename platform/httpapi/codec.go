package httpapi

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"

	"crier/platform/apperror"
	"crier/platform/secrets"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// strictJSON reads and writes JSON strictly: names match in their exact case, a repeated name and
// invalid UTF-8 are errors, nil slices are written as []. huma decodes the body twice, for the
// check of the schema and for the handler. With a lenient codec, the check might see the short
// caption of {"caption": short, "CAPTION": long}, and the handler the long one.
//
// The character NUL is refused, because the database stores no text with it. The mark with which
// programs of Windows begin a text is left out.
var strictJSON = huma.Format{
	// The encoder would write in small pieces, with a system call for each when the answer is long.
	Marshal: func(w io.Writer, v any) error {
		b := encodings.Get().(*bytes.Buffer) //nolint:forcetypeassert // The pool has nothing else.
		defer func() {
			if b.Cap() <= maxKeptEncoding {
				b.Reset()
				encodings.Put(b)
			}
		}()
		if err := json.MarshalWrite(b, v, json.Deterministic(true)); err != nil {
			return err
		}
		_, err := b.WriteTo(w)
		return err
	},
	Unmarshal: func(data []byte, v any) error {
		data = bytes.TrimPrefix(data, []byte("\ufeff"))
		if holdsNUL(data) {
			return errNUL
		}
		if err := decode(data, v); err != nil {
			return readable(data, err)
		}
		return nil
	},
}

// answerJSON is strictJSON for answers. It writes every body of v1 and of the internal surface. It
// gives a text to an error without one, and hides secrets in the text, which clients show to users.
func answerJSON(log *slog.Logger) huma.Format {
	return huma.Format{Unmarshal: strictJSON.Unmarshal, Marshal: func(w io.Writer, v any) error {
		if resp, ok := v.(*ErrorResponse); ok {
			worded := *resp
			worded.Message = secrets.HideKeys(resp.Message)
			if resp.Message == "" {
				log.Error("httpapi: an error had no text; this is a mistake in Crier", "code", string(resp.Code))
				worded.Message = defaultText(resp.Code)
			}
			v = &worded
		}
		return strictJSON.Marshal(w, v)
	}}
}

// defaultText is the text of an error that has none of its own.
func defaultText(code apperror.Code) string {
	if d, ok := code.Definition(); ok {
		return d.Cause
	}
	return "the request failed"
}

// maxKeptEncoding bounds the buffer that an answer leaves for the next one.
const maxKeptEncoding = 64 << 10

var encodings = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var errNUL = errors.New("text must not contain the character NUL (U+0000)")

// holdsNUL reports whether a name or a string of the document contains a NUL. An unescaped NUL is
// invalid JSON.
func holdsNUL(data []byte) bool {
	if !bytes.Contains(data, []byte(`\u0000`)) {
		return false
	}
	for d := jsontext.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.ReadToken()
		if err != nil {
			// The decoding reports any other error.
			return false
		}
		if token.Kind() == '"' && strings.Contains(token.String(), "\x00") {
			return true
		}
	}
}
