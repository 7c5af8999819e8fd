// Package wire is the simulated network's HTTP: it parses calls with their parameters, and writes
// answers as the network does, with its errors. It knows nothing of the world.
package wire

import (
	"crypto/rand"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// DefaultVersion is the version of a path without one.
const DefaultVersion = "v25.0"

const (
	maxCallBody = 1 << 20
)

// Call is one call of the network's API.
type Call struct {
	Method  string
	Host    string
	Path    string
	Version string
	// Node and Edge are the parts of the path after the version; Edge is empty for a node itself.
	Node, Edge string
	// About is the type of that node, empty where the network has no such node.
	About   string
	Params  map[string]string
	Token   string
	TokenIn string
	// Scheme is that of the Authorization header.
	Scheme string
	// Body is the unread body of a call whose body is a file; nil for all others.
	Body io.Reader
	// Received is how many bytes of the upload have arrived.
	Received int64
	Header   http.Header
	// Base is the address at which the client reached the sandbox, such as http://127.0.0.1:7172.
	Base    string
	TraceID string
	// Date is the time in the answer, see world.Store.Date.
	Date time.Time
	// NodeAccount is the account whose allowance the call uses.
	NodeAccount string
	// Unreadable is the answer to a call whose parameters cannot be read.
	Unreadable *Error
}

// Read parses r, which came under the prefix host. date is the time in its answer.
func Read(r *http.Request, host string, date time.Time) *Call {
	c := &Call{
		Method: r.Method, Host: host, Path: strings.ToValidUTF8(r.URL.Path, "?"),
		Header: r.Header, Version: DefaultVersion, Params: map[string]string{}, Base: "http://" + r.Host, Date: date,
		TraceID: NewTraceID(),
	}
	c.add(r.URL.Query(), "query")
	switch {
	case c.Host == HostUpload:
		c.readUploadHeaders(r)
	case c.IsNativeUpload():
		c.Body = r.Body
	default:
		c.Unreadable = c.readBody(r)
	}
	if c.Host == HostNative && c.Unreadable == nil {
		c.Unreadable = c.openSigned()
	}
	if scheme, token, found := strings.Cut(r.Header.Get("Authorization"), " "); found {
		if strings.EqualFold(scheme, "Bearer") || strings.EqualFold(scheme, "OAuth") {
			c.Token, c.TokenIn, c.Scheme = strings.TrimSpace(token), "header", scheme
		}
	}
	return c
}

func (c *Call) readBody(r *http.Request) *Error {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		c.Body = r.Body
		return nil
	}
	b, err := io.ReadAll(io.LimitReader(r.Body, maxCallBody+1))
	if err != nil || len(b) > maxCallBody {
		return BadParameter("The request body cannot be read")
	}
	switch kind {
	case "application/x-www-form-urlencoded":
		form, err := url.ParseQuery(string(b))
		if err != nil {
			return BadParameter("The request body is not a form")
		}
		c.add(form, "body")
	case "application/json":
		if len(b) > 0 {
			return c.addJSON(b)
		}
	}
	return nil
}

// add adds the first value of every parameter that the call does not have yet.
func (c *Call) add(values url.Values, where string) {
	for name, all := range values {
		c.AddOne(name, all[0], where)
	}
}

// AddOne adds a parameter that the call does not have yet. where names its part of the call for the
// log.
func (c *Call) AddOne(name, value, where string) {
	name, value = strings.ToValidUTF8(name, "\uFFFD"), strings.ToValidUTF8(value, "\uFFFD")
	if _, taken := c.Params[name]; taken {
		return
	}
	if name == "access_token" {
		if c.Token == "" {
			c.Token, c.TokenIn = value, where
		}
		return
	}
	c.Params[name] = value
}

func (c *Call) addJSON(b []byte) *Error {
	var body map[string]jsontext.Value
	if err := json.Unmarshal(b, &body); err != nil {
		return BadParameter("The request body is not a JSON object")
	}
	for name, raw := range body {
		switch raw.Kind() {
		case 'n':
		case '"':
			var text string
			if err := json.Unmarshal(raw, &text); err != nil {
				return BadParameter("The request body is not a JSON object")
			}
			c.AddOne(name, text, "body")
		default:
			c.AddOne(name, string(raw), "body")
		}
	}
	return nil
}

// Inner returns the path without the prefix of the host.
func (c *Call) Inner() string { return strings.TrimPrefix(c.Path, "/"+c.Host) }

// NewTraceID returns the network's id of a call: A and 21 characters.
func NewTraceID() string { return "A" + rand.Text()[:21] }

// openSigned replaces a signed body by its members.
func (c *Call) openSigned() *Error {
	signed, found := c.Params["signed_body"]
	if !found {
		return nil
	}
	delete(c.Params, "signed_body")
	// Older clients send a signature, which the network does not check any more, instead of the
	// word SIGNATURE.
	signature, text, found := strings.Cut(signed, ".")
	if !found || signature == "" {
		return BadParameter("The signed body has no signature")
	}
	return c.addJSON([]byte(text))
}

// readUploadHeaders turns the headers that say which part of the file the body is into parameters.
func (c *Call) readUploadHeaders(r *http.Request) {
	c.Body = r.Body
	for _, name := range []string{"offset", "file_size", "file_url"} {
		if value := r.Header.Get(name); value != "" {
			c.Params[name] = strings.ToValidUTF8(value, "\uFFFD")
		}
	}
}

// IsNativeUpload reports whether the body of the call is a file of the app API.
func (c *Call) IsNativeUpload() bool {
	return c.Host == HostNative && (strings.HasPrefix(c.Inner(), DoorPhoto) || strings.HasPrefix(c.Inner(), DoorVideo))
}

// Discard reads the rest of a body, within bounds, so that the client gets to read the answer.
func (c *Call) Discard() {
	if c.Body != nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(c.Body, maxCallBody))
	}
}

// The prefixes of the network's hosts in the sandbox.
const (
	HostIG       = "graph-ig"
	HostFB       = "graph-fb"
	HostLogin    = "api-ig"
	HostWebIG    = "www-ig"
	HostWebFB    = "www-fb"
	HostNative   = "native"
	HostManifest = "manifest"
	// HostUpload receives the bytes of videos.
	HostUpload = "rupload"
)

// The paths at which the app API receives files.
const (
	DoorPhoto = "/rupload_igphoto/"
	DoorVideo = "/rupload_igvideo/"
)

// The two kinds of upload of HostUpload: for containers, and for the videos of Pages.
const (
	DoorContainers = "ig-api-upload"
	DoorPages      = "video-upload"
)

// Me stands for the node of the token.
const Me = "me"
