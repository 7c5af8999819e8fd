package httpapi

import (
	"io"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
)

// strictJSON reads and writes JSON by the letter: names match in their exact case, a name that stands twice and
// invalid UTF-8 are errors, nil slices are written as []. The schema is checked on one decoding of the body and the
// handler gets another; with a lenient codec {"caption": short, "CAPTION": long} would pass the one and reach the other.
var strictJSON = huma.Format{
	Marshal: func(w io.Writer, v any) error {
		return json.MarshalWrite(w, v, json.Deterministic(true))
	},
	Unmarshal: func(data []byte, v any) error {
		return json.Unmarshal(data, v)
	},
}
