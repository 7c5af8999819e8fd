package sandbox

import (
	"crypto/rand"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxCallBody    = 1 << 20
	maxLoggedValue = 4096
	redacted       = "[redacted]"
)

// The prefixes of the network's two Graph hosts.
const (
	hostIG = "graph-ig"
	hostFB = "graph-fb"
)

// call is one call of the network's API as it came in.
type call struct {
	method  string
	host    string
	path    string
	version string
	// node and edge are what the path names after the version; edge is empty for a node itself.
	node, edge string
	params     map[string]string
	token      string
	tokenIn    string
	// scheme is the one of the Authorization header.
	scheme string
	// body is what is left to be read, for the calls whose bodies are files; nil for all others.
	body io.Reader
	// received is how many bytes there are of the upload that the call asks about.
	received int64
	header   http.Header
	// base is the address under which the client reached the sandbox, such as http://127.0.0.1:7172.
	base    string
	traceID string
	// date is what the answer gives for the time, see store.date.
	date time.Time
	// nodeAccount is the account whose allowance the call uses.
	nodeAccount string
	// unreadable is the answer to a call whose parameters cannot be read.
	unreadable *graphError
}

// readCall reads r, which came in under the prefix host; date is the time that its answer gives.
func readCall(r *http.Request, host string, date time.Time) *call {
	c := &call{
		method: r.Method, host: host, path: strings.ToValidUTF8(r.URL.Path, "?"),
		header: r.Header, version: defaultVersion, params: map[string]string{}, base: "http://" + r.Host, date: date,
		traceID: newTraceID(),
	}
	c.add(r.URL.Query(), "query")
	switch {
	case c.host == hostUpload:
		c.readUploadHeaders(r)
	case c.isNativeUpload():
		c.body = r.Body
	default:
		c.unreadable = c.readBody(r)
	}
	if c.host == hostNative && c.unreadable == nil {
		c.unreadable = c.openSigned()
	}
	if scheme, token, found := strings.Cut(r.Header.Get("Authorization"), " "); found {
		if strings.EqualFold(scheme, "Bearer") || strings.EqualFold(scheme, "OAuth") {
			c.token, c.tokenIn, c.scheme = strings.TrimSpace(token), "header", scheme
		}
	}
	return c
}

func (c *call) readBody(r *http.Request) *graphError {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		c.body = r.Body
		return nil
	}
	b, err := io.ReadAll(io.LimitReader(r.Body, maxCallBody+1))
	if err != nil || len(b) > maxCallBody {
		return errParameter("The request body cannot be read")
	}
	switch kind {
	case "application/x-www-form-urlencoded":
		form, err := url.ParseQuery(string(b))
		if err != nil {
			return errParameter("The request body is not a form")
		}
		c.add(form, "body")
	case "application/json":
		if len(b) > 0 {
			return c.addJSON(b)
		}
	}
	return nil
}

// add takes the first value of every parameter that is not there yet.
func (c *call) add(values url.Values, where string) {
	for name, all := range values {
		c.addOne(name, all[0], where)
	}
}

func (c *call) addOne(name, value, where string) {
	name, value = strings.ToValidUTF8(name, "\uFFFD"), strings.ToValidUTF8(value, "\uFFFD")
	if _, taken := c.params[name]; taken {
		return
	}
	if name == "access_token" {
		if c.token == "" {
			c.token, c.tokenIn = value, where
		}
		return
	}
	c.params[name] = value
}

func (c *call) addJSON(b []byte) *graphError {
	var body map[string]jsontext.Value
	if err := json.Unmarshal(b, &body); err != nil {
		return errParameter("The request body is not a JSON object")
	}
	for name, raw := range body {
		switch raw.Kind() {
		case 'n':
		case '"':
			var text string
			if err := json.Unmarshal(raw, &text); err != nil {
				return errParameter("The request body is not a JSON object")
			}
			c.addOne(name, text, "body")
		default:
			c.addOne(name, string(raw), "body")
		}
	}
	return nil
}

// newTraceID returns the network's mark of one call: A and 21 characters.
func newTraceID() string { return "A" + rand.Text()[:21] }

// logged returns the call as the log shows it, with what became of it.
func (c *call) logged(at time.Time, ans answer, faultID string) *loggedCall {
	l := &loggedCall{
		At: wiretime.Of(at), Method: c.method, Host: c.host, Path: clip(c.path), Params: map[string]string{},
		TokenIn: c.tokenIn, FaultID: faultID,
	}
	for name, value := range c.params {
		if isSecret(name) {
			value = redacted
		}
		l.Params[clip(name)] = clip(value)
	}
	if ans.cut {
		return l
	}
	l.Status = ans.status
	if ans.err != nil {
		l.Code, l.Subcode = ans.err.Code, ans.err.Subcode
	}
	return l
}

// isSecret tells the parameters whose values no log shows.
func isSecret(name string) bool {
	name = strings.ToLower(name)
	for _, part := range []string{"token", "secret", "password", "signature"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return name == "code" || name == "security_code" || name == "signed_body"
}

// clip shortens what a log keeps of a value.
func clip(s string) string {
	if len(s) <= maxLoggedValue {
		return s
	}
	return strings.ToValidUTF8(s[:maxLoggedValue], "") + "..."
}
