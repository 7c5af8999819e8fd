package httpapi

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// router sends requests to the operations of the surfaces and to the plain handlers.
type router struct {
	mux     *http.ServeMux
	fixed   fixedPaths
	limiter *limiter
	// mounted returns once all operations and handlers are on the mux.
	mounted func()
}

func (rt *router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && r.URL.Path == v1Prefix+healthPath {
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

// mountSurfaces mounts each surface with the routes that name it, and its document. It panics when
// two surfaces are the same or routes name none of them.
func (rt *router) mountSurfaces(surfaces []*Operations, routes []Routes) {
	names := make(map[string]bool)
	for _, s := range surfaces {
		if names[s.name] {
			panic(fmt.Sprintf("httpapi: there are two surfaces %q", s.name))
		}
		names[s.name] = true
	}
	for _, r := range routes {
		if !names[r.Surface] {
			panic(fmt.Sprintf("httpapi: %s registers on the surface %q, which there is not", r.Module, r.Surface))
		}
	}
	for _, s := range surfaces {
		s.mount(rt.mux, routes)
		rt.fixed.add(s)
		rt.mount(Handler{
			Pattern: "GET " + s.prefix + "/openapi.json", Access: s.access,
			Serve: func(w http.ResponseWriter, _ *http.Request, fail func(error)) {
				b, err := s.Document()
				if err != nil {
					fail(err)
					return
				}
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write(b)
			},
		})
	}
}

// fixedPaths are the paths without a parameter, each with its own methods. The mux would pass any
// other method to a path with a parameter that fits too, such as DELETE /posts/recent-completions
// to DELETE /posts/{id}, and list the methods of both in Allow.
type fixedPaths map[string][]string

// add adds the paths of a surface.
func (f fixedPaths) add(s *Operations) {
	for _, op := range s.all {
		if strings.Contains(op.path, "{") {
			continue
		}
		path := s.prefix + op.path
		f[path] = append(f[path], op.method)
		if op.method == http.MethodGet {
			f[path] = append(f[path], http.MethodHead)
		}
		slices.Sort(f[path])
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
