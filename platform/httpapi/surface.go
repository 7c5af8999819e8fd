package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Routes are the operations of one module on one surface.
type Routes struct {
	// Module names the registering module; registration runs in the order of these names.
	Module   string
	Register func(api huma.API)
	// Section, if it has a name, is the section that the module adds to the surface's document.
	Section Section
	// Surface names the surface, for ProvideRoutes. ProvideV1 and ProvideInternal set it
	// themselves.
	Surface string
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
	// The hooks add a $schema property and a Link header, which the contract does not have.
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

// schemaName spells a type's name as the contract does: ApiKey.
func schemaName(t reflect.Type, hint string) string {
	return strings.ReplaceAll(huma.DefaultSchemaNamer(t, hint), "API", "Api")
}

// newSurface mounts an API under prefix and registers the routes on it, with middleware before all
// of them.
func newSurface(s *shell, prefix string, config huma.Config, routes []Routes) huma.API {
	config.Formats = map[string]huma.Format{jsonType: s.json(), "json": s.json()}
	api := humago.NewWithPrefix(s.mux, prefix, config)
	api.UseMiddleware(announceDeprecation, s.authorised(api), checkQuery(api), checkBody(api))
	config.Tags = append(config.Tags, sections(routes)...)
	routes = slices.Clone(routes)
	slices.SortStableFunc(routes, func(a, b Routes) int { return strings.Compare(a.Module, b.Module) })
	for _, r := range routes {
		r.Register(api)
	}
	completeSchemas(api.OpenAPI().Components.Schemas)
	return api
}

// document completes the OpenAPI 3.1 document of an API and returns it as indented JSON; the same
// API always gives the same bytes. It can be called once.
func document(api huma.API) ([]byte, error) {
	doc := api.OpenAPI()
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
