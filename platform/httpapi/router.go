package httpapi

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// router sends requests to the operations of the surfaces and to the plain handlers.
type router struct {
	mux     *http.ServeMux
	fixed   fixedPaths
	limiter *limiter
	log     *slog.Logger
	// mounted returns once all operations and handlers are on the mux, and mountSoon sees to that
	// in the background.
	mounted, mountSoon func()
}

func (rt *router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && r.URL.Path == v1Prefix+healthPath {
		// The client comes back for something else, which then need not wait for long.
		defer rt.mountSoon()
		rt.mux.ServeHTTP(w, r)
		return
	}
	rt.mounted()
	if methods := rt.fixed.allowed(r); methods != "" {
		w.Header().Set("Allow", methods)
		writeError(w, r, nothingAt(r))
		return
	}
	rt.mux.ServeHTTP(w, r)
}

func (rt *router) mount(h Handler) {
	rt.mux.Handle(h.Pattern, protect(rt.limiter, h.Access, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.Serve(w, r, func(err error) { writeError(w, r, err) })
	})))
	if folder, ok := strings.CutSuffix(h.Pattern, "/"); ok {
		// Otherwise the mux would redirect the folder's name without a slash to the folder.
		rt.mux.HandleFunc(folder, func(w http.ResponseWriter, r *http.Request) { writeError(w, r, nothingAt(r)) })
	}
}

// documentWriter returns the OpenAPI document of a surface, byte for byte as it is served. It
// writes the document once, when a client first asks for it, because that takes longer than the
// rest of a start. huma's own handler would write it for each request, without a lock.
type documentWriter func() ([]byte, error)

// mountSurfaces mounts each surface with the routes that name it, and its document. It panics when
// two surfaces are the same or routes name none of them.
func (rt *router) mountSurfaces(surfaces []mount, routes []Routes) map[string]documentWriter {
	all := make(map[string]documentWriter)
	for _, m := range surfaces {
		if _, taken := all[m.name]; taken {
			panic(fmt.Sprintf("httpapi: there are two surfaces %q", m.name))
		}
		all[m.name] = nil
	}
	for _, r := range routes {
		if _, ok := all[r.Surface]; !ok {
			panic(fmt.Sprintf("httpapi: %s registers on the surface %q, which there is not", r.Module, r.Surface))
		}
	}
	rt.register(surfaces, routes)
	for _, m := range surfaces {
		rt.fixed.add(m.prefix, m.api.OpenAPI())
		written := sync.OnceValues(func() ([]byte, error) { return document(m.api) })
		rt.mount(Handler{
			Pattern: "GET " + m.prefix + "/openapi.json", Access: m.access,
			Serve: func(w http.ResponseWriter, _ *http.Request, fail func(error)) {
				b, err := written()
				if err != nil {
					fail(err)
					return
				}
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write(b)
			},
		})
		all[m.name] = written
	}
	return all
}

// register registers the routes on the APIs of their surfaces concurrently, because nothing else
// after a start takes as long. When operations break the house rules, it panics with the first
// broken rule.
func (rt *router) register(surfaces []mount, routes []Routes) {
	broken := make([]any, len(surfaces))
	var registering sync.WaitGroup
	for i, m := range surfaces {
		registering.Go(func() {
			defer func() { broken[i] = recover() }()
			registerOn(m.api, on(m.name, routes))
		})
	}
	registering.Wait()
	for _, p := range broken {
		if p != nil {
			panic(p)
		}
	}
}

// newAPIs gives each surface its API under its prefix, with middleware before all operations.
func (rt *router) newAPIs(surfaces []mount) []mount {
	for i, m := range surfaces {
		m.config.Formats = map[string]huma.Format{jsonType: answerJSON(rt.log), "json": answerJSON(rt.log)}
		m.api = humago.NewWithPrefix(rt.mux, m.prefix, m.config)
		m.api.UseMiddleware(announceDeprecation, authorised(rt.limiter, m.api), checkQuery(m.api), checkBody(m.api))
		surfaces[i] = m
	}
	return surfaces
}

// registerOn registers the routes of a surface on its API.
func registerOn(api huma.API, routes []Routes) {
	doc := api.OpenAPI()
	doc.Tags = append(doc.Tags, sections(routes)...)
	slices.SortStableFunc(routes, func(a, b Routes) int { return strings.Compare(a.Module, b.Module) })
	for _, r := range routes {
		r.Register(api)
	}
	completeSchemas(doc.Components.Schemas)
}

// fixedPaths are the paths without a parameter, each with its own methods. The mux would pass any
// other method to a path with a parameter that fits too, such as DELETE /posts/recent-completions
// to DELETE /posts/{id}, and list the methods of both in Allow.
type fixedPaths map[string][]string

// add adds the paths of a surface.
func (f fixedPaths) add(prefix string, doc *huma.OpenAPI) {
	for path, item := range doc.Paths {
		if strings.Contains(path, "{") {
			continue
		}
		for method := range operations(item) {
			f[prefix+path] = append(f[prefix+path], method)
			if method == http.MethodGet {
				f[prefix+path] = append(f[prefix+path], http.MethodHead)
			}
		}
		slices.Sort(f[prefix+path])
	}
}

// operations returns the operations of a path by their methods.
func operations(item *huma.PathItem) map[string]*huma.Operation {
	all := map[string]*huma.Operation{
		http.MethodDelete: item.Delete, http.MethodGet: item.Get, http.MethodPatch: item.Patch, http.MethodPost: item.Post, http.MethodPut: item.Put,
	}
	maps.DeleteFunc(all, func(_ string, op *huma.Operation) bool { return op == nil })
	return all
}

// allowed returns the methods of the request's path when the path does not have the request's
// method, and "" when the mux decides.
func (f fixedPaths) allowed(r *http.Request) string {
	methods, ok := f[r.URL.Path]
	if !ok || slices.Contains(methods, r.Method) {
		return ""
	}
	return strings.Join(methods, ", ")
}
