package httpapi

import (
	"errors"
	"fmt"
	"math"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"crier/platform/apperror"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	jsonType = "application/json"
	// unreadableType is a media type for which huma has no decoder.
	unreadableType = "unreadable"
	expectedType   = "the body must be JSON in UTF-8, sent with Content-Type application/json and without Content-Encoding"
)

// checkBody tells huma which bodies it can read. For an operation that takes JSON it only replaces
// the media type by one of two, so that huma, which checks the parameters first, still refuses
// those first. huma itself would take any type that ends in +json and every charset, but no other
// spelling.
func checkBody(api huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		op := ctx.Operation()
		r, _ := humago.Unwrap(ctx)
		switch {
		case op.RequestBody == nil:
		case op.RequestBody.Content[jsonType] != nil:
			r.Header.Set("Content-Type", readAs(r.Header))
		case isEncoded(r.Header):
			refuse(api, ctx, newResponse(apperror.UploadError, "the form must be sent as it is, without Content-Encoding"))
			return
		}
		next(ctx)
	}
}

// readAs returns jsonType when a body with these headers is JSON in UTF-8, or when they do not say
// what it is.
func readAs(h http.Header) string {
	types := h.Values("Content-Type")
	if isEncoded(h) || len(types) > 1 {
		return unreadableType
	}
	if len(types) == 0 || types[0] == "" {
		return jsonType
	}
	kind, params, err := mime.ParseMediaType(types[0])
	charset, hasCharset := params["charset"]
	isUTF8 := !hasCharset || strings.EqualFold(charset, "utf-8") || strings.EqualFold(charset, "us-ascii")
	if err != nil || kind != jsonType || !isUTF8 {
		return unreadableType
	}
	return jsonType
}

// isEncoded reports whether a body is compressed, or otherwise not what its Content-Type says.
func isEncoded(h http.Header) bool {
	for _, value := range h.Values("Content-Encoding") {
		for coding := range strings.SplitSeq(value, ",") {
			if coding = strings.TrimSpace(coding); coding != "" && !strings.EqualFold(coding, "identity") {
				return true
			}
		}
	}
	return false
}

// decode decodes a body or a part of one. A whole number may be written as 6, 6.0 or 6e0: to JSON
// Schema, and to clients whose language has one type of number, these are equal.
func decode(data []byte, v any) error {
	if _, isForSchema := v.(*any); isForSchema {
		return json.Unmarshal(data, v, anyNumbers)
	}
	return json.Unmarshal(data, v, wholeNumbers)
}

// anyNumbers decodes a body for the check of the schema. JSON bounds no number, and a property that
// the operation does not know is ignored (contract 2). So a number that no float64 holds is read as
// the largest one. Where it belongs to a field, the decoding for the handler refuses it.
var anyNumbers = json.WithUnmarshalers(json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *any) error {
	if d.PeekKind() != '0' {
		return errors.ErrUnsupported
	}
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	f, err := strconv.ParseFloat(string(value), 64)
	if errors.Is(err, strconv.ErrRange) {
		f, err = math.Copysign(math.MaxFloat64, f), nil
	}
	*v = f
	return err
}))

var wholeNumbers = json.WithUnmarshalers(json.JoinUnmarshalers(
	json.UnmarshalFromFunc(readWhole[int]),
	json.UnmarshalFromFunc(readWhole[int64]),
))

// exact bounds the whole numbers that a float64 represents exactly.
const exact = 1 << 53

// readWhole decodes the next value as a whole number. It converts only numbers with a point or an
// exponent by way of a float, which may lose digits. Null is 0, as everywhere in the decoding.
func readWhole[T int | int64](d *jsontext.Decoder, v *T) error {
	if d.PeekKind() != '0' {
		return errors.ErrUnsupported
	}
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil {
		if n, err = wholeOf(string(value)); err != nil {
			return err
		}
	}
	if *v = T(n); int64(*v) != n {
		return strconv.ErrRange
	}
	return nil
}

func wholeOf(text string) (int64, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.Abs(f) > exact {
		return 0, strconv.ErrRange
	}
	if f != math.Trunc(f) {
		return 0, fmt.Errorf("it is not whole: %w", strconv.ErrSyntax)
	}
	return int64(f), nil
}
