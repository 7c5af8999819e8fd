package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// Surface is one API of the process, with a document of its own at Prefix + "/openapi.json". A
// breaking change is made on a further one beside v1 (contract 9.4); all of them authenticate,
// limit and fail in the same way.
type Surface struct {
	// Name is the name that Routes use.
	Name string
	// Prefix is where it is mounted, such as "/api/v2".
	Prefix string
	// Title, Version and Description head the document. Its sections come with the routes; Tags are
	// more of them.
	Title, Version, Description string
	Tags                        []*huma.Tag
	// Access says which credentials may read the document.
	Access Access
}

// The surfaces that the server always has.
const (
	v1Name       = "v1"
	internalName = "internal"
)

// mount is a surface before it answers.
type mount struct {
	name, prefix string
	config       huma.Config
	access       Access
}

func (s Surface) mount() mount {
	if s.Name == "" || s.Title == "" || s.Version == "" || s.Access == nil || !strings.HasPrefix(s.Prefix, internalPrefix+"/") {
		panic(fmt.Sprintf("httpapi: the surface %q lacks a name, a title, a version, its access or a prefix below %s", s.Name, internalPrefix))
	}
	c := baseConfig(s.Title, s.Version)
	c.Info.Description = strings.TrimSpace(s.Description)
	c.Tags = s.Tags
	return mount{s.Name, s.Prefix, c, s.Access}
}

// allSurfaces returns v1, the internal surface and the further ones.
func allSurfaces(introduction Introduction, further []Surface) []mount {
	all := []mount{{v1Name, v1Prefix, v1Config(introduction), Public()}, {internalName, internalPrefix, internalConfig(), CookieOnly()}}
	for _, s := range further {
		all = append(all, s.mount())
	}
	return all
}

// documentWriter returns the OpenAPI document of a surface, byte for byte what is served. It is
// written once, when somebody asks for it, for that takes longer than the rest of a start; huma's
// own handler writes it again, and unguarded, while requests run.
type documentWriter func() ([]byte, error)

// mountSurfaces mounts each surface with the routes that name it, and its document. It panics when
// two surfaces are the same or routes name none of them.
func (s *shell) mountSurfaces(surfaces []mount, routes []Routes) map[string]documentWriter {
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
	for i, api := range s.register(surfaces, routes) {
		m := surfaces[i]
		s.fixed.add(m.prefix, api.OpenAPI())
		written := sync.OnceValues(func() ([]byte, error) { return document(api) })
		s.mount(Handler{
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

// register makes the API of each surface, all of them at once: nothing else of a start takes as
// long. Where operations break the house rules it panics as the first of them did.
func (s *shell) register(surfaces []mount, routes []Routes) []huma.API {
	apis, broken := make([]huma.API, len(surfaces)), make([]any, len(surfaces))
	var registering sync.WaitGroup
	for i, m := range surfaces {
		registering.Go(func() {
			defer func() { broken[i] = recover() }()
			apis[i] = newSurface(s, m.prefix, m.config, on(m.name, routes))
		})
	}
	registering.Wait()
	for _, p := range broken {
		if p != nil {
			panic(p)
		}
	}
	return apis
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
