package httpapi

import (
	"net/http"
	"strconv"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// The headers of answers of more than one operation; the document describes each of them once.
const (
	retryAfterHeader      = "Retry-After"
	authenticateHeader    = "WWW-Authenticate"
	limitHeader           = "RateLimit-Limit"
	limitRemainingHeader  = "RateLimit-Remaining"
	limitResetHeader      = "RateLimit-Reset"
	limitPolicyHeader     = "RateLimit-Policy"
	headerComponentPrefix = "#/components/headers/"
)

// headerComponents returns the headers, each described once for all documents.
var headerComponents = sync.OnceValue(func() map[string]*huma.Header {
	return map[string]*huma.Header{
		requestIDHeader: textHeader("Names the request, for the log; a sane x-request-id of the request is kept.", "0b6f2a9c-51d7-4e0b-8f3c-9a2d6e4b7c15"),
		retryAfterHeader: integerHeader("Seconds until the next request would pass, the same as retryAfter in the body. "+
			"Only with RATE_LIMITED.", exampleRetryAfter),
		authenticateHeader:   textHeader("How to authenticate; a session cookie does as well where the operation takes one.", "Bearer"),
		limitHeader:          integerHeader("Size of the budget with fewer requests left. The RateLimit headers stand on answers to a valid API key.", 100),
		limitRemainingHeader: integerHeader("Requests left in that budget.", 99),
		limitResetHeader:     integerHeader("Seconds until the nearer window rolls over.", 60),
		limitPolicyHeader:    textHeader("Both budgets and their windows in seconds.", "100;w=60, 1000;w=3600"),
	}
})

// headerReferences returns a reference to each of the headers. The thousands of answers of the
// operations share them.
var headerReferences = sync.OnceValue(func() map[string]*huma.Header {
	references := make(map[string]*huma.Header)
	for name := range headerComponents() {
		references[name] = &huma.Header{Ref: headerComponentPrefix + name}
	}
	return references
})

func integerHeader(description string, example int) *huma.Header {
	return &huma.Header{Description: description, Schema: &huma.Schema{Type: huma.TypeInteger}, Example: example}
}

func textHeader(description, example string) *huma.Header {
	return &huma.Header{Description: description, Schema: &huma.Schema{Type: huma.TypeString}, Example: example}
}

// documentHeaders adds the headers that the shell and the authorisation set to the operation's
// answers.
func documentHeaders(doc *huma.OpenAPI, op *huma.Operation) {
	components := headerComponents()
	for status, resp := range op.Responses {
		if resp.Headers == nil {
			resp.Headers = make(map[string]*huma.Header)
		}
		for name, h := range resp.Headers {
			describeHeader(composer{registry: doc.Components.Schemas}, op, name, h)
		}
		// Every answer to a valid key has the limits, even if the operation does not accept or need
		// a key (contract 8).
		names := []string{requestIDHeader, limitHeader, limitRemainingHeader, limitResetHeader, limitPolicyHeader}
		switch status {
		case strconv.Itoa(http.StatusTooManyRequests):
			names = append(names, retryAfterHeader)
		case strconv.Itoa(http.StatusUnauthorized):
			names = append(names, authenticateHeader)
		}
		refer(doc, resp, components, names)
	}
}

// refer adds references to the headers to resp, and the headers to the components.
func refer(doc *huma.OpenAPI, resp *huma.Response, components map[string]*huma.Header, names []string) {
	if doc.Components.Headers == nil {
		doc.Components.Headers = make(map[string]*huma.Header)
	}
	for _, name := range names {
		doc.Components.Headers[name] = components[name]
		resp.Headers[name] = headerReferences()[name]
	}
}

// describeHeader moves what huma has put into the schema of a header to where readers of the
// document expect it.
func describeHeader(c composer, op *huma.Operation, name string, h *huma.Header) {
	if h.Schema == nil || h.Schema.Description == "" {
		panic("httpapi: the header " + name + " of " + op.Method + " " + op.Path + " lacks a description; give its field a doc tag")
	}
	h.Example = c.compose(h.Schema, nil, name)
	h.Description, h.Schema.Description, h.Schema.Examples = h.Schema.Description, "", nil
}
