package httpapi

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"crier/platform/apperror"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json/jsontext"
)

// composer makes example values from schemas.
type composer struct{ registry huma.Registry }

// deepestExample is far below what a schema that holds itself would reach.
const deepestExample = 16

// compose returns an example value of the schema. It panics, with where in the text, when there is no telling what one
// would look like.
func (c composer) compose(s *huma.Schema, where string) jsontext.Value {
	return c.value(s, where, 0)
}

func (c composer) value(s *huma.Schema, where string, depth int) jsontext.Value {
	if depth > deepestExample {
		panic("httpapi: " + where + ": the schema holds itself; give the field an example tag")
	}
	switch {
	case len(s.Examples) > 0:
		return mustEncode(s.Examples[0])
	case s.Ref != "":
		return c.value(c.registry.SchemaFromRef(s.Ref), where, depth+1)
	case len(s.AnyOf) > 0:
		return c.value(s.AnyOf[0], where, depth+1)
	case s.Default != nil:
		return mustEncode(s.Default)
	case s.Nullable:
		return jsontext.Value("null")
	case len(s.Enum) > 0:
		return mustEncode(s.Enum[0])
	case s.Type == huma.TypeArray:
		return c.array(s, where, depth)
	case s.Type == huma.TypeObject:
		return c.object(s, nil, where, depth)
	}
	return scalar(s, where)
}

func (c composer) array(s *huma.Schema, where string, depth int) jsontext.Value {
	items := make([][]byte, 1)
	if s.MinItems != nil {
		items = make([][]byte, max(1, *s.MinItems))
	}
	for i := range items {
		items[i] = c.value(s.Items, where+"[]", depth+1)
	}
	return slices.Concat([]byte("["), bytes.Join(items, []byte(",")), []byte("]"))
}

// object has the required properties in the order of the type's fields and, after them, the optional ones; those in given
// have their value from there.
func (c composer) object(s *huma.Schema, given map[string]jsontext.Value, where string, depth int) jsontext.Value {
	names := slices.Clone(s.Required)
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	members := make([][]byte, 0, len(names))
	for _, name := range names {
		p, value := s.Properties[name], given[name]
		isOptional := !slices.Contains(s.Required, name)
		if value == nil && isOptional && p.Nullable && len(p.Examples) == 0 {
			continue
		}
		if value == nil {
			value = c.value(p, where+"."+name, depth+1)
		}
		members = append(members, slices.Concat(mustEncode(name), []byte(":"), value))
	}
	return slices.Concat([]byte("{"), bytes.Join(members, []byte(",")), []byte("}"))
}

// The fixed values of what has no example of its own.
const (
	exampleID   = "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
	exampleTime = "2026-03-14T09:26:53.589Z"
	exampleURI  = "https://example.com/"
	exampleText = "text"
)

func scalar(s *huma.Schema, where string) jsontext.Value {
	switch s.Type {
	case huma.TypeBoolean:
		return mustEncode(false)
	case huma.TypeInteger, huma.TypeNumber:
		if s.Minimum != nil {
			return mustEncode(*s.Minimum)
		}
		return mustEncode(0)
	case huma.TypeString:
		return text(s, where)
	}
	return jsontext.Value("{}")
}

// formatted are the example values of the formats that schemas use.
func formatted(format string) string {
	switch format {
	case "uuid":
		return exampleID
	case "date-time":
		return exampleTime
	case "uri":
		return exampleURI
	case codeFormat:
		return string(apperror.Catalog()[0].Code)
	}
	return ""
}

func text(s *huma.Schema, where string) jsontext.Value {
	value := formatted(s.Format)
	switch {
	case value != "":
	case s.Format != "", s.Pattern != "":
		panic("httpapi: " + where + " lacks an example; give its field an example tag")
	case s.MinLength != nil && *s.MinLength > len(exampleText):
		value = exampleText + strings.Repeat("t", *s.MinLength-len(exampleText))
	case s.MaxLength != nil && *s.MaxLength < len(exampleText):
		value = exampleText[:*s.MaxLength]
	default:
		value = exampleText
	}
	return mustEncode(value)
}
