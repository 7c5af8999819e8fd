package e2e

import (
	"net/http"
	"strings"
)

const internalPrefix = "/api"

// Internal requests a path of the internal surface, such as /api/service. The answer must be one
// that the surface's own document allows, which the client's credentials must let it read.
func (c *Client) Internal(path string) Response {
	c.tb.Helper()
	return c.InternalDo(http.MethodGet, path, nil)
}

// InternalDo is Internal for any method, with a body as Do takes it.
func (c *Client) InternalDo(method, path string, body any) Response {
	c.tb.Helper()
	r := c.Do(method, path, body)
	text := c.Get(internalPrefix + "/openapi.json").Want(http.StatusOK).Body
	doc, isKnown := documents.Load(string(text))
	if !isKnown {
		parsed, err := parseDocument(text)
		if err != nil {
			c.tb.Fatal(err)
		}
		documents.Store(string(text), parsed)
		doc = parsed
	}
	route, _, _ := strings.Cut(strings.TrimPrefix(path, internalPrefix), "?")
	template, op, ok := doc.(*document).find(method, route)
	if !ok {
		c.tb.Fatalf("%s %s is not documented", method, path)
	}
	if err := doc.(*document).check(template, method, op, r.Status, r.Header, r.Body); err != nil {
		c.tb.Errorf("%s %s: %v", method, path, err)
	}
	return r
}
