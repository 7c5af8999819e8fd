package e2e

import (
	"net/http"
	"strings"
)

const internalPrefix = "/api"

// Internal requests a path of the internal surface, such as /api/service. The answer must be one that the surface's own
// document allows, which the client's credentials must let it read.
func (c *Client) Internal(path string) Response {
	c.tb.Helper()
	r := c.Get(path)
	doc, err := parseDocument(c.Get(internalPrefix + "/openapi.json").Want(http.StatusOK).Body)
	if err != nil {
		c.tb.Fatal(err)
	}
	template, op, ok := doc.find(http.MethodGet, strings.TrimPrefix(path, internalPrefix))
	if !ok {
		c.tb.Fatalf("GET %s is not documented", path)
	}
	if err := doc.check(template, http.MethodGet, op, r.Status, r.Header, r.Body); err != nil {
		c.tb.Errorf("GET %s: %v", path, err)
	}
	return r
}
