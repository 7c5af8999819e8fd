package httpapi

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// decode reads a body or a part of one. A whole number may be written as 6, 6.0 or 6e0: to JSON
// Schema, and to clients whose language has one kind of number, these are the same.
func decode(data []byte, v any) error { return json.Unmarshal(data, v, wholeNumbers) }

var wholeNumbers = json.WithUnmarshalers(json.JoinUnmarshalers(
	json.UnmarshalFromFunc(readWhole[int]),
	json.UnmarshalFromFunc(readWhole[int64]),
))

// exact bounds the whole numbers that a float64 holds without a loss.
const exact = 1 << 53

// readWhole reads the next value as a whole number. It converts only numbers with a point or an
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
