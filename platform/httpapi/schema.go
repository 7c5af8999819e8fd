package httpapi

import (
	"fmt"
	"slices"

	"crier/platform/apperror"

	"github.com/danielgtaylor/huma/v2"
)

// codeFormat is the format tag of a field whose values are the codes of the catalogue. It replaces
// an enum tag with all of them.
const codeFormat = "error-code"

// completeSchemas adds what the types do not say. It panics for a property without a description,
// and for a list whose items must differ: huma puts each into a map before it looks at its type,
// and panics for one that is a list or an object. A handler compares the items that it got.
func completeSchemas(schemas huma.Registry) {
	for name, schema := range schemas.Map() {
		for property, p := range schema.Properties {
			if p.Description == "" && p.Ref == "" {
				panic(fmt.Sprintf("httpapi: %s.%s lacks a description; give its field a doc tag", name, property))
			}
			if p.UniqueItems {
				panic(fmt.Sprintf("httpapi: %s.%s has unique items; compare them in the handler", name, property))
			}
			completeProperty(p)
		}
	}
}

// completeProperty adds the values of a code, and null among the values where it is allowed: an
// enum without null would refuse it.
func completeProperty(p *huma.Schema) {
	if p.Format == codeFormat {
		p.Format = ""
		for _, d := range apperror.Catalog() {
			p.Enum = append(p.Enum, string(d.Code))
		}
	}
	if p.Nullable && len(p.Enum) > 0 && !slices.Contains(p.Enum, nil) {
		p.Enum = append(p.Enum, nil)
	}
}
