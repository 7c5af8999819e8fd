package httpapi

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Operations are the operations of a surface. Modules add theirs with Register.
//
// An operation is registered with huma when it is called for the first time, because to register
// all of them takes a quarter of the work of a start. Each has an API of its own, of 45 kB, so that
// no request reads what a registration writes. For the document all are registered on one API.
type Operations struct {
	name, prefix string
	// config returns what heads the document, new for each API.
	config  func() huma.Config
	access  Access
	limiter *limiter
	log     *slog.Logger

	sections []Section
	all      []operation
	// written returns the document, which it writes once.
	written func() ([]byte, error)
}

// operation is an operation that huma can register on any API.
type operation struct {
	method, path string
	registerOn   func(huma.API)
}

func newOperations(name, prefix string, access Access, config func() huma.Config) *Operations {
	s := &Operations{name: name, prefix: prefix, access: access, config: config}
	s.written = sync.OnceValues(func() ([]byte, error) {
		doc := s.check().OpenAPI()
		doc.Tags = append(doc.Tags, tags(s.sections)...)
		return document(doc)
	})
	return s
}

// Document returns the OpenAPI document of the surface, byte for byte as it is served.
func (s *Operations) Document() ([]byte, error) { return s.written() }

// check registers all operations on an API. It panics when one of them breaks a rule of
// registration.
func (s *Operations) check() huma.API { return s.api(new(latestHandler), s.all) }

// Register adds an operation to the surface. It panics when the operation has a value that huma
// changes, because its registrations would share that. Parameters and the body come from the type
// I, answers from O and WithResponse.
func Register[I, O any](surface *Operations, op huma.Operation, handler func(context.Context, *I) (*O, error)) {
	if op.Responses != nil || op.RequestBody != nil || op.Parameters != nil || op.Errors != nil || op.Callbacks != nil || op.Extensions != nil {
		panic(fmt.Sprintf("httpapi: %s %s has Responses, or another value that its registrations would change; use WithResponse", op.Method, op.Path))
	}
	surface.all = append(surface.all, operation{op.Method, op.Path, func(api huma.API) { huma.Register(api, op, handler) }})
}

// mount adds the operations of the routes that name the surface, and puts them on the mux.
func (s *Operations) mount(mux *http.ServeMux, routes []Routes) {
	before := len(s.all)
	own := ofSurface(s.name, routes)
	slices.SortStableFunc(own, func(a, b Routes) int { return strings.Compare(a.Module, b.Module) })
	for _, r := range own {
		if r.Section.Name != "" {
			s.sections = append(s.sections, r.Section)
		}
		r.Register(s)
	}
	for _, op := range s.all[before:] {
		handler := sync.OnceValue(func() http.HandlerFunc {
			var alone latestHandler
			s.api(&alone, []operation{op})
			return alone.HandlerFunc
		})
		mux.HandleFunc(op.method+" "+s.prefix+op.path, func(w http.ResponseWriter, r *http.Request) { handler()(w, r) })
	}
}

// api returns an API with the operations, whose handlers go to mux. It panics when one of them
// breaks a rule of registration.
func (s *Operations) api(mux humago.Mux, operations []operation) huma.API {
	c := s.config()
	c.Formats = map[string]huma.Format{jsonType: answerJSON(s.log), "json": answerJSON(s.log)}
	api := humago.NewWithPrefix(mux, s.prefix, c)
	api.UseMiddleware(announceDeprecation, authorised(s.limiter, api), checkQuery(api), checkBody(api))
	for _, op := range operations {
		op.registerOn(api)
	}
	completeSchemas(api.OpenAPI().Components.Schemas)
	return api
}

// latestHandler is a mux that serves every request with the handler that was registered last.
type latestHandler struct{ http.HandlerFunc }

func (l *latestHandler) HandleFunc(_ string, handler func(http.ResponseWriter, *http.Request)) {
	l.HandlerFunc = handler
}
