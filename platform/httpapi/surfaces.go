package httpapi

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Surface is one API of the process, with a document of its own at Prefix + "/openapi.json". A breaking change is made
// on a further one beside v1 (contract 9.4); all of them authenticate, limit and fail in the same way.
type Surface struct {
	// Name is what Routes call it by.
	Name string
	// Prefix is where it is mounted, such as "/api/v2".
	Prefix string
	// Title, Version and Description head the document, and Tags are its sections.
	Title, Version, Description string
	Tags                        []*huma.Tag
	// Access says who may read the document.
	Access Access
}

// The surfaces that the server always has.
const (
	v1Name       = "v1"
	internalName = "internal"
)

func (s Surface) config() huma.Config {
	c := baseConfig(s.Title, s.Version)
	c.Info.Description = strings.TrimSpace(s.Description)
	c.Tags = s.Tags
	return c
}

// mounted is a surface that answers.
type mounted struct {
	Surface

	api huma.API
	// document is the OpenAPI document, byte for byte what is served. It is written once: huma's own handler writes it
	// anew, and unguarded, while requests run.
	document []byte
}

// mountSurfaces mounts each surface with the routes that name it, and its document. It panics when the surfaces or the
// routes do not fit together, and returns an error when a document cannot be written.
func (s *shell) mountSurfaces(surfaces []Surface, routes []Routes) (map[string]mounted, error) {
	checkSurfaces(surfaces, routes)
	all := make(map[string]mounted)
	for _, surface := range surfaces {
		api := newSurface(s, surface.Prefix, surface.config(), on(surface.Name, routes))
		b, err := document(api)
		if err != nil {
			return nil, err
		}
		s.mount(Handler{
			Pattern: "GET " + surface.Prefix + "/openapi.json", Access: surface.Access,
			Serve: func(w http.ResponseWriter, _ *http.Request, _ func(error)) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write(b)
			},
		})
		all[surface.Name] = mounted{surface, api, b}
	}
	return all, nil
}

// on returns the routes that name the surface.
func on(name string, routes []Routes) []Routes {
	var own []Routes
	for _, r := range routes {
		if r.Surface == name {
			own = append(own, r)
		}
	}
	return own
}

// onSurface returns the routes with the surface's name put in.
func onSurface(name string, routes []Routes) []Routes {
	named := make([]Routes, len(routes))
	for i, r := range routes {
		r.Surface = name
		named[i] = r
	}
	return named
}

func checkSurfaces(surfaces []Surface, routes []Routes) {
	names, prefixes := map[string]bool{}, map[string]bool{}
	for _, s := range surfaces {
		if s.Name == "" || s.Title == "" || s.Version == "" || s.Access == nil || names[s.Name] || prefixes[s.Prefix] {
			panic(fmt.Sprintf("httpapi: the surface %q at %q lacks something or is there already", s.Name, s.Prefix))
		}
		if s.Prefix != internalPrefix && !strings.HasPrefix(s.Prefix, internalPrefix+"/") {
			panic(fmt.Sprintf("httpapi: the surface %q is at %q, and not below %s", s.Name, s.Prefix, internalPrefix))
		}
		names[s.Name], prefixes[s.Prefix] = true, true
	}
	for _, r := range routes {
		if !names[r.Surface] {
			panic(fmt.Sprintf("httpapi: %s registers on the surface %q, which there is not", r.Module, r.Surface))
		}
	}
}
