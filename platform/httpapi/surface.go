package httpapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"

	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// Surface is one API of the process, with a document of its own at Prefix + "/openapi.json". A
// breaking change of v1 needs another surface beside it (contract 9.4). All surfaces authenticate,
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

// operations returns the surface without operations.
func (s Surface) operations() *Operations {
	if s.Name == "" || s.Title == "" || s.Version == "" || s.Access == nil || !strings.HasPrefix(s.Prefix, internalPrefix+"/") {
		panic(fmt.Sprintf("httpapi: the surface %q lacks a name, a title, a version, its access or a prefix below %s", s.Name, internalPrefix))
	}
	return newOperations(s.Name, s.Prefix, s.Access, func() huma.Config {
		c := baseConfig(s.Title, s.Version)
		c.Info.Description = strings.TrimSpace(s.Description)
		c.Tags = slices.Clone(s.Tags)
		return c
	})
}

// Routes are the operations of one module on one surface.
type Routes struct {
	// Module names the registering module; registration runs in the order of these names.
	Module   string
	Register func(surface *Operations)
	// Section, if it has a name, is the section that the module adds to the surface's document.
	Section Section
	// Surface names the surface, for ProvideRoutes. ProvideV1 and ProvideInternal set it
	// themselves.
	Surface string
}

// RegisterAll returns one function that calls all of them.
func RegisterAll(all ...func(*Operations)) func(*Operations) {
	return func(surface *Operations) {
		for _, register := range all {
			register(surface)
		}
	}
}

// V1Version is the version of the v1 document.
const V1Version = "4.5.0"

// Introduction is the Markdown that the v1 document begins with.
type Introduction string

// Section is a section of a surface's document: a tag that operations name.
type Section struct {
	Name, Description string
	// Place orders the sections, lower first. Sections of one place are in the order of their
	// names.
	Place int
}

// The paths under which the surfaces are mounted.
const (
	v1Prefix       = "/api/v1"
	internalPrefix = "/api"
)

// configureHuma sets huma's package variables, which every API in the process shares.
var configureHuma = sync.OnceFunc(func() {
	huma.DefaultArrayNullable = false
	huma.ValidateStrictCasing = true
	configureWording()
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		return humaError(nil, status, msg, errs...)
	}
	huma.NewErrorWithContext = humaError
})

func baseConfig(title, version string) huma.Config {
	configureHuma()
	c := huma.DefaultConfig(title, version)
	c.Info.License = &huma.License{Name: "MIT", Identifier: "MIT"}
	// The hooks would add a $schema property and a Link header, which the contract does not have.
	c.CreateHooks = nil
	c.SchemasPath, c.DocsPath, c.OpenAPIPath = "", "", ""
	c.AllowAdditionalPropertiesByDefault = true
	c.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		bearerScheme: {Type: "http", Scheme: "bearer", BearerFormat: "svc_live_<43 characters>", Description: "An API key."},
		sessionScheme: {
			Type: "apiKey", In: "cookie", Name: SessionCookie,
			Description: "The cookie of a signed-in browser; the link that `crier login` prints sets it.",
		},
	}
	c.OnAddOperation = append(c.OnAddOperation, houseRules)
	return c
}

// schemaName returns a type's name as the contract spells it: ApiKey.
func schemaName(t reflect.Type, hint string) string {
	return strings.ReplaceAll(huma.DefaultSchemaNamer(t, hint), "API", "Api")
}

func v1Config(introduction Introduction) huma.Config {
	c := baseConfig("Crier API", V1Version)
	c.Info.Description = strings.TrimSpace(string(introduction))
	c.Info.Contact = &huma.Contact{Name: "The Crier project"}
	return c
}

func internalConfig() huma.Config {
	c := baseConfig("Crier internal API", "0")
	c.Info.Description = "What the program's own UI uses. It changes without notice; do not build on it."
	return c
}

// tags returns the sections in the form of the document.
func tags(sections []Section) []*huma.Tag {
	slices.SortFunc(sections, func(a, b Section) int { return cmp.Or(a.Place-b.Place, strings.Compare(a.Name, b.Name)) })
	all := make([]*huma.Tag, len(sections))
	for i, section := range sections {
		all[i] = &huma.Tag{Name: section.Name, Description: section.Description}
	}
	return all
}

// allSurfaces returns v1, the internal surface and the further ones.
func allSurfaces(introduction Introduction, further []Surface, limiter *limiter, log *slog.Logger) []*Operations {
	all := []*Operations{
		newOperations(v1Name, v1Prefix, Public(), func() huma.Config { return v1Config(introduction) }),
		newOperations(internalName, internalPrefix, CookieOnly(), internalConfig),
	}
	for _, s := range further {
		all = append(all, s.operations())
	}
	for _, s := range all {
		s.limiter, s.log = limiter, log
	}
	return all
}

// ofSurface returns the routes that name the surface.
func ofSurface(name string, routes []Routes) []Routes {
	var own []Routes
	for _, r := range routes {
		if r.Surface == name {
			own = append(own, r)
		}
	}
	return own
}

// withSurface returns the routes as they name the surface.
func withSurface(name string, routes []Routes) []Routes {
	named := make([]Routes, len(routes))
	for i, r := range routes {
		r.Surface = name
		named[i] = r
	}
	return named
}

// document completes an OpenAPI 3.1 document and returns it as indented JSON; the same operations
// always give the same bytes. It can be called once.
func document(doc *huma.OpenAPI) ([]byte, error) {
	for _, item := range doc.Paths {
		for _, op := range operations(item) {
			documentOperation(doc, op)
		}
	}
	b, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("write the OpenAPI document: %w", err)
	}
	b = bytes.ReplaceAll(b, []byte(`"format":"`+wiretime.Format+`"`), []byte(`"format":"date-time"`))
	var indented bytes.Buffer
	if err := json.Indent(&indented, b, "", "  "); err != nil {
		return nil, err
	}
	indented.WriteByte('\n')
	return indented.Bytes(), nil
}
