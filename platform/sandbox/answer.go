package sandbox

import (
	"maps"
	"net/http"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// answer is what goes back to the client: body as JSON, or raw as it is.
type answer struct {
	status int
	body   any
	raw    []byte
	// err is set when body is an error.
	err *graphError
	// header is what the answer carries besides.
	header http.Header
	// cut closes the connection in the place of an answer; malformed sends but the first half of it.
	cut, malformed bool
}

func ok(body any) answer { return answer{status: http.StatusOK, body: body} }

func failed(e *graphError) answer { return answer{status: e.status(), err: e} }

// member is one member of an object that keeps the order in which it was made, as the network's answers do.
type member struct {
	name  string
	value any
}

type object []member

// MarshalJSONTo writes the members in their order.
func (o object) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, m := range o {
		if err := enc.WriteToken(jsontext.String(m.name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(enc, m.value); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

// send writes ans the way the network does. It panics with http.ErrAbortHandler for an answer that is to be cut.
func (c *call) send(w http.ResponseWriter, ans answer) {
	if ans.cut {
		panic(http.ErrAbortHandler)
	}
	body := c.encode(ans)
	if ans.malformed {
		body = body[:len(body)/2]
	}
	c.setHeaders(w.Header(), ans)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(ans.status)
	// A client that hung up has nobody to tell.
	_, _ = w.Write(body)
}

func (c *call) encode(ans answer) []byte {
	if ans.raw != nil {
		return ans.raw
	}
	body := ans.body
	if ans.err != nil {
		body = ans.err.body(c.traceID)
	}
	b, err := json.Marshal(body, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		// Only values of this package are encoded, all of which can be.
		panic(err)
	}
	return escapeLikePHP(b)
}

// escapeLikePHP returns the JSON text b with every character outside ASCII and every slash escaped, as the network
// writes them; both stand in strings only.
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

// setHeaders sets the headers that stand on every answer of the network.
func (c *call) setHeaders(h http.Header, ans answer) {
	h.Set("Content-Type", "application/json; charset=UTF-8")
	if ans.raw != nil {
		h.Set("Content-Type", http.DetectContentType(ans.raw))
	}
	h.Set("Cache-Control", "private, no-cache, no-store, must-revalidate")
	h.Set("Date", c.date.Format(http.TimeFormat))
	maps.Copy(h, ans.header)
	if c.host == hostNative || c.host == hostManifest {
		return
	}
	h.Set("Facebook-Api-Version", c.version)
	h.Set("X-Fb-Trace-Id", c.traceID)
	app, business, minutes := 1, 1, 0
	if ans.err != nil {
		app, business, minutes = ans.err.usage()
	}
	h.Set("X-App-Usage", usage{CallCount: app, TotalTime: 1, TotalCPUTime: 1}.String())
	if c.nodeAccount != "" {
		h.Set("X-Business-Use-Case-Usage", businessUsage(c.nodeAccount, business, minutes))
	}
}
