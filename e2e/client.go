package e2e

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/httpapi"
)

// Client is a client of an App. It checks every answer of the v1 surface against the served
// document.
type Client struct {
	tb     testing.TB
	origin string
	// host is the Host header, empty for that of the origin.
	host   string
	header http.Header
	http   *http.Client
	served *servedDocuments
	// mayBeLost says that a request without an answer does not fail the test.
	mayBeLost bool
}

// servedDocuments are the documents against which clients check answers, once one has read them.
type servedDocuments struct{ v1, internal servedDocument }

type servedDocument struct {
	mu  sync.Mutex
	doc *document
}

// get returns the document. The first caller reads its text.
func (d *servedDocument) get(read func() ([]byte, error)) (*document, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.doc != nil {
		return d.doc, nil
	}
	text, err := read()
	if err != nil {
		return nil, err
	}
	doc, isKnown := documents.Load(string(text))
	if !isKnown {
		parsed, err := parseDocument(text)
		if err != nil {
			return nil, err
		}
		doc, _ = documents.LoadOrStore(string(text), parsed)
	}
	d.doc = doc.(*document)
	return d.doc, nil
}

// documents has each parsed document, by its text: one for all Apps with the same modules.
var documents sync.Map

// Response is a complete answer.
type Response struct {
	Status int
	Header http.Header
	Body   []byte

	tb testing.TB
}

// Client returns a client with a new API key.
func (a *App) Client(tb testing.TB) *Client {
	tb.Helper()
	_, key, err := a.Keys.Create(tb.Context(), "test")
	if err != nil {
		tb.Fatal(err)
	}
	return a.Anonymous(tb).With("Authorization", "Bearer "+key.Reveal())
}

// Browser returns a client with the cookie of a new session at the app's own address.
func (a *App) Browser(tb testing.TB) *Client {
	tb.Helper()
	host := strings.TrimPrefix(a.Server.AppURL(), "http://")
	name, _, _ := strings.Cut(host, ":")
	token, err := a.Sessions.Issue(tb.Context(), httpapi.Site(name))
	if err != nil {
		tb.Fatal(err)
	}
	return a.Anonymous(tb).At(host).With("Cookie", "session="+token.Reveal())
}

// Anonymous returns a client without credentials. It follows no redirects.
func (a *App) Anonymous(tb testing.TB) *Client {
	c := NewClient(tb, a.Server.URL())
	if a.isStandard {
		c.served = &standardDocuments
	}
	return c
}

// standardDocuments are the documents of every App with exactly all modules. They are read once:
// TestContract_Golden compares them with the committed ones, and writing them takes longer than
// most tests.
var standardDocuments servedDocuments

// NewClient returns a client of the service at origin, without credentials. It follows no
// redirects.
func NewClient(tb testing.TB, origin string) *Client {
	tb.Helper()
	transport := &http.Transport{}
	tb.Cleanup(transport.CloseIdleConnections)
	return &Client{tb: tb, origin: origin, header: http.Header{}, served: &servedDocuments{}, http: &http.Client{
		Transport: transport, Timeout: time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// With returns a client that sends a header too.
func (c *Client) With(name, value string) *Client {
	other := *c
	other.header = c.header.Clone()
	other.header.Set(name, value)
	return &other
}

// MayBeLost returns a client whose requests may go unanswered, as while the service stops: the
// Status of their Response is 0.
func (c *Client) MayBeLost() *Client {
	other := *c
	other.mayBeLost = true
	return &other
}

// At returns a client that names another host than it connects to, as a browser with its own
// resolver does; an empty host is the origin's.
func (c *Client) At(host string) *Client {
	other := *c
	other.host = host
	return &other
}

// Get requests a path, such as /api/v1/posts.
func (c *Client) Get(path string) Response { return c.Do(http.MethodGet, path, nil) }

// Post sends body as JSON, or unchanged if it is a string.
func (c *Client) Post(path string, body any) Response { return c.Do(http.MethodPost, path, body) }

// Put sends body as JSON, or unchanged if it is a string.
func (c *Client) Put(path string, body any) Response { return c.Do(http.MethodPut, path, body) }

// Delete requests the deletion of the resource at path.
func (c *Client) Delete(path string) Response { return c.Do(http.MethodDelete, path, nil) }

// Do sends a request with a body as JSON, or as text if it is a string.
func (c *Client) Do(method, path string, body any) Response {
	c.tb.Helper()
	var reader io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(b)
	default:
		encoded, err := json.Marshal(b)
		if err != nil {
			c.tb.Fatal(err)
		}
		reader = bytes.NewReader(encoded)
	}
	contentType := ""
	if reader != nil {
		contentType = "application/json"
	}
	return c.send(method, path, contentType, reader)
}

// Upload sends content as the file of a multipart form.
func (c *Client) Upload(field, filename string, content []byte) Response {
	c.tb.Helper()
	form, contentType := Form(field, filename, content)
	return c.send(http.MethodPost, v1Prefix+"/media/upload", contentType, bytes.NewReader(form))
}

// Form returns a multipart body with one file, and its content type.
func Form(field, filename string, content []byte) (body []byte, contentType string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile(field, filename)
	if err == nil {
		_, err = part.Write(content)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		panic(err) // Memory takes all that is written to it.
	}
	return b.Bytes(), w.FormDataContentType()
}

func (c *Client) send(method, path, contentType string, body io.Reader) Response {
	c.tb.Helper()
	req, err := http.NewRequestWithContext(context.WithoutCancel(c.tb.Context()), method, c.origin+path, body)
	if err != nil {
		c.tb.Fatal(err)
	}
	req.Header, req.Host = c.header.Clone(), cmp.Or(c.host, req.Host)
	if contentType != "" && req.Header.Get("Content-Type") == "" {
		req.Header.Set("Content-Type", contentType)
	}
	resp, err := c.http.Do(req)
	if err != nil && c.mayBeLost {
		return Response{tb: c.tb}
	}
	if err != nil {
		c.tb.Fatalf("%s %s: %v", method, path, err)
	}
	var b []byte
	if resp.Header.Get("Content-Type") != eventStreamType { // Such an answer has no end.
		b, err = io.ReadAll(resp.Body)
	}
	if closeErr := resp.Body.Close(); err != nil || closeErr != nil {
		c.tb.Fatal(err, closeErr)
	}
	r := Response{Status: resp.StatusCode, Header: resp.Header, Body: b, tb: c.tb}
	c.judge(req, r)
	return r
}

// judge checks an answer of the v1 surface against the document and adds it to the coverage.
func (c *Client) judge(req *http.Request, r Response) {
	c.tb.Helper()
	if r.Header.Get("X-Request-Id") == "" {
		c.tb.Errorf("%s %s: no request id", req.Method, req.URL.Path)
	}
	if !strings.HasPrefix(req.URL.Path, v1Prefix+"/") || req.URL.Path == v1Prefix+"/openapi.json" {
		return
	}
	doc := c.document()
	template, op, ok := doc.find(req.Method, req.URL.EscapedPath())
	if !ok {
		if r.Status != http.StatusNotFound {
			c.tb.Errorf("%s %s is not documented and answered %d", req.Method, req.URL.Path, r.Status)
		}
		return
	}
	if err := doc.check(template, req.Method, op, r.Status, r.Header, r.Body); err != nil {
		c.tb.Errorf("%s %s: %v", req.Method, req.URL.Path, err)
	}
	covered.note(op.OperationID, r)
}

func (c *Client) document() *document {
	c.tb.Helper()
	doc, err := c.served.v1.get(c.readDocument)
	if err != nil {
		c.tb.Fatal(err)
	}
	return doc
}

// readDocument reads the document of v1, which is public, without credentials.
func (c *Client) readDocument() ([]byte, error) {
	req, err := http.NewRequestWithContext(context.WithoutCancel(c.tb.Context()), http.MethodGet, c.origin+v1Prefix+"/openapi.json", http.NoBody)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("the document of v1: %d %s", resp.StatusCode, b)
	}
	return b, errors.Join(err, resp.Body.Close())
}

// Want fails the test unless the answer has the status, and returns the answer.
func (r Response) Want(status int) Response {
	r.tb.Helper()
	if r.Status != status {
		r.tb.Fatalf("got %d %s, want %d", r.Status, r.Body, status)
	}
	return r
}

// WantError fails the test unless the answer is an error of the code, and returns the answer.
func (r Response) WantError(status int, code string) Response {
	r.tb.Helper()
	if got := r.String("code"); r.Status != status || got != code {
		r.tb.Fatalf("got %d %s, want %d %s", r.Status, r.Body, status, code)
	}
	return r
}

// JSON decodes the answer's body into target and returns the answer.
func (r Response) JSON(target any) Response {
	r.tb.Helper()
	if err := json.Unmarshal(r.Body, target); err != nil {
		r.tb.Fatalf("%d %s: %v", r.Status, r.Body, err)
	}
	return r
}

// String returns a text member of the answer's body, empty if there is none.
func (r Response) String(member string) string {
	r.tb.Helper()
	var object map[string]any
	r.JSON(&object)
	text, _ := object[member].(string)
	return text
}

const internalPrefix = "/api"

// Internal requests a path of the internal surface, such as /api/service. It checks the answer
// against the surface's own document, which the credentials of the first client that asks for it
// must be able to read.
func (c *Client) Internal(path string) Response {
	c.tb.Helper()
	return c.InternalDo(http.MethodGet, path, nil)
}

// InternalDo is Internal for any method, with a body as Do takes it.
func (c *Client) InternalDo(method, path string, body any) Response {
	c.tb.Helper()
	// It is read first: what is asked for may stop the service.
	doc, err := c.served.internal.get(func() ([]byte, error) {
		return c.Get(internalPrefix + "/openapi.json").Want(http.StatusOK).Body, nil
	})
	if err != nil {
		c.tb.Fatal(err)
	}
	r := c.Do(method, path, body)
	route, _, _ := strings.Cut(strings.TrimPrefix(path, internalPrefix), "?")
	template, op, ok := doc.find(method, route)
	if !ok {
		c.tb.Fatalf("%s %s is not documented", method, path)
	}
	if err := doc.check(template, method, op, r.Status, r.Header, r.Body); err != nil {
		c.tb.Errorf("%s %s: %v", method, path, err)
	}
	return r
}
