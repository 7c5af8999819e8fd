// Package docspage serves the documentation below /docs: the interactive page of the OpenAPI
// document at /docs itself, the guides, whose numbers, states and codes are data of the program,
// the pages of prose that a module brings, and a search over all of them. The interactive page is
// Swagger UI, embedded, so that it works without the Internet and sends nothing there.
//
// A page is made when it is first read or searched, so that it does not delay a start.
//
// A key that a user types into the reference stays in the tab's memory until it is reloaded or
// closed. The browser's storage would be unsafe: it belongs to http://127.0.0.1:PORT, and any
// program that listens on the port later could read it there.
package docspage

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"crier/platform/httpapi/static"
)

// Path is where the page is mounted: the handler answers for Path itself and for everything below
// it.
const Path = "/docs"

const (
	assetPrefix = Path + "/assets/"
	policy      = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
		"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
	htmlType = "text/html; charset=utf-8"
)

// Mode names the network that the service publishes to.
type Mode string

// The networks. Every other Mode is shown as Live, so that no mistake makes the page claim that
// nothing is published.
const (
	Sandbox Mode = "sandbox"
	Live    Mode = "live"
)

// Options says what the page shows.
type Options struct {
	// SpecURL is the address of the OpenAPI document as the browser asks for it, such as
	// "/api/v1/openapi.json". It must be on the page's own origin.
	SpecURL string
	// Mode is shown in a bar across the page.
	Mode Mode
	// BaseURL returns the root of the v1 API as a client writes it. It is called when a page is
	// first served.
	BaseURL func() string
	// Limits are the request budgets of an API key.
	Limits Limits
	// Book has the pages beside the reference and the guides.
	Book Book
	// NotFound answers requests for unknown paths and, with an Allow header, those with a method
	// other than GET or HEAD. The default is http.NotFound.
	NotFound http.Handler
	// Failed answers a request for a page that cannot be made. The default is a bare 500.
	Failed func(http.ResponseWriter, *http.Request, error)
}

// Limits are request budgets.
type Limits struct {
	PerMinute, PerHour int
	// Policy is the value of the header RateLimit-Policy.
	Policy string
}

//go:embed swagger page guide
var embedded embed.FS

type handler struct {
	page     *static.File
	pages    map[string]func() (*static.File, error)
	search   func() (*searcher, error)
	pictures func() (map[string]*static.File, error)
	assets   map[string]*static.File
	failed   func(http.ResponseWriter, *http.Request, error)
	notFound http.Handler
}

// Handler returns the handler of the reference and of the pages beside it, to be mounted at Path
// and at Path + "/". It returns an error only if an embedded file is broken.
func Handler(o Options) (http.Handler, error) {
	h := &handler{pages: map[string]func() (*static.File, error){}, notFound: o.NotFound, failed: o.Failed}
	o.fillIn()
	if h.notFound == nil {
		h.notFound = http.NotFoundHandler()
	}
	if h.failed == nil {
		h.failed = func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusInternalServerError) }
	}
	var err error
	if h.assets, err = allAssets(); err != nil {
		return nil, fmt.Errorf("docs page: %w", err)
	}
	h.pictures = sync.OnceValues(o.Book.pictureFiles)
	functions := guideFunctions()
	functions["asset"] = h.link
	pages, err := o.allPages(functions)
	if err == nil {
		h.page, err = renderPage(o, functions, chapters(pages))
	}
	if err == nil {
		err = h.addPages(o, functions, pages)
	}
	if err != nil {
		return nil, fmt.Errorf("docs page: %w", err)
	}
	return h, nil
}

// fillIn is the address if the options have none.
func (o *Options) fillIn() {
	if o.BaseURL == nil {
		o.BaseURL = func() string { return strings.TrimSuffix(o.SpecURL, "/openapi.json") }
	}
}

// link returns the address of an asset, which names its content.
func (h *handler) link(name string) (string, error) {
	f, ok := h.assets[name]
	if !ok {
		return "", fmt.Errorf("no asset %q", name)
	}
	return assetPrefix + name + "?v=" + f.Tag(), nil
}

func renderPage(o Options, functions template.FuncMap, all []chapter) (*static.File, error) {
	t, err := template.New("index.html").Funcs(functions).ParseFS(embedded, "page/index.html", "guide/top.html")
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	beside := slices.IndexFunc(all, func(c chapter) bool { return c.Name == guideSection })
	err = t.Execute(&page, map[string]any{
		"SpecURL": o.SpecURL, "IsSandbox": o.Mode == Sandbox, "Account": o.account(), "Search": nil, "Guides": all[beside].Pages, "Page": Page{},
	})
	if err != nil {
		return nil, err
	}
	return static.New(htmlType, page.Bytes()), nil
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		h.notFound.ServeHTTP(w, r)
		return
	}
	if r.URL.Path == Path || r.URL.Path == Path+"/" {
		secure(w.Header(), policy)
		h.page.Serve(w, r, static.Revalidate)
		return
	}
	if r.URL.Path == searchPath {
		h.serveSearch(w, r)
		return
	}
	if page := h.pages[r.URL.Path]; page != nil {
		h.servePage(w, r, page)
		return
	}
	if name, below := strings.CutPrefix(r.URL.Path, PicturesPath); below {
		h.servePage(w, r, func() (*static.File, error) {
			all, err := h.pictures()
			return all[name], err
		})
		return
	}
	name, below := strings.CutPrefix(r.URL.Path, assetPrefix)
	asset := h.assets[name]
	if !below || asset == nil {
		h.notFound.ServeHTTP(w, r)
		return
	}
	secure(w.Header(), policy)
	asset.Serve(w, r, cacheFor(asset, r))
}

// servePage serves a page that is made on the first request. It answers NotFound if that is nil.
func (h *handler) servePage(w http.ResponseWriter, r *http.Request, page func() (*static.File, error)) {
	made, err := page()
	switch {
	case err != nil:
		h.failed(w, r, err)
	case made == nil:
		h.notFound.ServeHTTP(w, r)
	default:
		secure(w.Header(), pagePolicy)
		made.Serve(w, r, static.Revalidate)
	}
}

func secure(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
}
