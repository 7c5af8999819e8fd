package httpapi

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Deprecation says that an operation will go away (contract 9.5).
type Deprecation struct {
	// Since is when the operation becomes deprecated. Sunset is when it may stop to answer, at
	// least three months later.
	Since, Sunset time.Time
	// Link is the address of a page that says what to use instead. It may be empty.
	Link string
}

// noticeMonths is the notice that contract 9.5 gives.
const noticeMonths = 3

const deprecationMetadata metadataKey = "deprecation"

// Deprecated returns an operation's metadata with its deprecation added. Every answer of the
// operation then carries the headers Deprecation (RFC 9745), Sunset (RFC 8594) and, where there is
// a link, Link; the document says so too. Registration panics when the notice is shorter than three
// months or the link is no address.
func Deprecated(metadata map[string]any, d Deprecation) map[string]any {
	metadata = maps.Clone(metadata)
	if metadata == nil {
		metadata = make(map[string]any)
	}
	metadata[string(deprecationMetadata)] = d
	return metadata
}

func deprecationOf(op *huma.Operation) (Deprecation, bool) {
	d, ok := op.Metadata[string(deprecationMetadata)].(Deprecation)
	return d, ok
}

// mustGiveNotice panics when the deprecation of the operation breaks these rules.
func (d Deprecation) mustGiveNotice(op *huma.Operation) {
	if err := d.check(); err != nil {
		panic(fmt.Sprintf("httpapi: %s %s: %v", op.Method, op.Path, err))
	}
}

func (d Deprecation) check() error {
	if d.Since.IsZero() || d.Sunset.Before(d.Since.AddDate(0, noticeMonths, 0)) {
		return fmt.Errorf("it is deprecated since %s and gone at %s; the contract gives %d months' notice",
			d.Since.UTC().Format(time.DateOnly), d.Sunset.UTC().Format(time.DateOnly), noticeMonths)
	}
	if d.Link == "" {
		return nil
	}
	if u, err := url.Parse(d.Link); err != nil || u.Host == "" || d.Link != u.String() {
		return fmt.Errorf("%q is no address of a page", d.Link)
	}
	return nil
}

// headers are the headers of every answer of the operation.
func (d Deprecation) headers() map[string]string {
	h := map[string]string{
		"Deprecation": "@" + strconv.FormatInt(d.Since.Unix(), 10),
		"Sunset":      d.Sunset.UTC().Format(http.TimeFormat),
	}
	if d.Link != "" {
		h["Link"] = "<" + d.Link + `>; rel="sunset"`
	}
	return h
}

// documentDeprecation states the content of the headers in the document.
func documentDeprecation(op *huma.Operation) {
	d, ok := deprecationOf(op)
	if !ok {
		return
	}
	op.Deprecated = true
	meanings := map[string]string{
		"Deprecation": "Since when the operation is deprecated, as @ and Unix seconds (RFC 9745).",
		"Sunset":      "When the operation may stop to answer (RFC 8594).",
		"Link":        "What to use instead.",
	}
	for _, resp := range op.Responses {
		if resp.Headers == nil {
			resp.Headers = make(map[string]*huma.Header)
		}
		for name, value := range d.headers() {
			resp.Headers[name] = &huma.Header{
				Description: meanings[name], Schema: &huma.Schema{Type: huma.TypeString}, Example: value,
			}
		}
	}
}

// announceDeprecation is the middleware that sets the headers. It comes first, so that errors carry
// them too.
func announceDeprecation(ctx huma.Context, next func(huma.Context)) {
	if d, ok := deprecationOf(ctx.Operation()); ok {
		for name, value := range d.headers() {
			ctx.SetHeader(name, value)
		}
	}
	next(ctx)
}
