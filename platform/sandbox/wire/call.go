// Package wire is the simulated network's HTTP: calls as they come in, with their parameters, and
// answers as the network writes them, with its own errors. It knows nothing of what the network
// has.
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

// DefaultVersion is what a path without a version gets.
const DefaultVersion = "v25.0"

const (
	maxCallBody = 1 << 20
)

// Call is one call of the network's API as it came in.
type Call struct {
	Method  string
	Host    string
	Path    string
	Version string
	// Node and edge are what the path names after the version; edge is empty for a node itself.
	Node, Edge string
	// About is the type of that node, empty where the network has none of that id.
	About   string
	Params  map[string]string
	Token   string
	TokenIn string
	// Scheme is the one of the Authorization header.
	Scheme string
	// Body is what is left to be read, for the calls whose bodies are files; nil for all others.
	Body io.Reader
	// Received is how many bytes there are of the upload that the call asks about.
	Received int64
	Header   http.Header
	// Base is the address under which the client reached the sandbox, such as
	// http://127.0.0.1:7172.
	Base    string
	TraceID string
	// Date is what the answer gives for the time, see world.Store.Date.
	Date time.Time
	// NodeAccount is the account whose allowance the call uses.
	NodeAccount string
	// Unreadable is the answer to a call whose parameters cannot be read.
	Unreadable *Error
}

// Read reads r, which came in under the prefix host; date is the time that its answer gives.
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

// add takes the first value of every parameter that is not there yet.
func (c *Call) add(values url.Values, where string) {
	for name, all := range values {
		c.AddOne(name, all[0], where)
	}
}

// AddOne takes a parameter that is not there yet; where is the part of the call that has it, for
// the log.
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

// Inner returns the path as the network's own host would see it.
func (c *Call) Inner() string { return strings.TrimPrefix(c.Path, "/"+c.Host) }

// NewTraceID returns the network's mark of one call: A and 21 characters.
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

// readUploadHeaders makes parameters of the headers that say which part of the file the body is.
func (c *Call) readUploadHeaders(r *http.Request) {
	c.Body = r.Body
	for _, name := range []string{"offset", "file_size", "file_url"} {
		if value := r.Header.Get(name); value != "" {
			c.Params[name] = strings.ToValidUTF8(value, "\uFFFD")
		}
	}
}

// IsNativeUpload tells the calls whose bodies are files.
func (c *Call) IsNativeUpload() bool {
	return c.Host == HostNative && (strings.HasPrefix(c.Inner(), DoorPhoto) || strings.HasPrefix(c.Inner(), DoorVideo))
}

// Discard reads what is left of a body, as far as that is worth the while, so that the client gets
// to read the answer.
func (c *Call) Discard() {
	if c.Body != nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(c.Body, maxCallBody))
	}
}

// The prefixes under which the sandbox has the hosts of the network.
const (
	HostIG       = "graph-ig"
	HostFB       = "graph-fb"
	HostLogin    = "api-ig"
	HostWebIG    = "www-ig"
	HostWebFB    = "www-fb"
	HostNative   = "native"
	HostManifest = "manifest"
	// HostUpload takes the bytes of videos.
	HostUpload = "rupload"
)

// Where the app API takes files, beside its base.
const (
	DoorPhoto = "/rupload_igphoto/"
	DoorVideo = "/rupload_igvideo/"
)

// The two doors of HostUpload: one for containers, one for the videos of Pages.
const (
	DoorContainers = "ig-api-upload"
	DoorPages      = "video-upload"
)

// Me stands for whatever node the token belongs to.
const Me = "me"
