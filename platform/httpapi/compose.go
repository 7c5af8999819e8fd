package httpapi

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json/jsontext"
)

// composer makes example values from schemas.
type composer struct{ registry huma.Registry }

// deepestExample is far below the depth of a schema that contains itself.
const deepestExample = 16

// compose returns an example value of the schema. Members of an object in changes replace the
// composed ones, also within objects and arrays; any other value in changes replaces the whole
// value. It panics, naming the place, when the schema does not say what a value looks like.
func (c composer) compose(s *huma.Schema, changes jsontext.Value, where string) jsontext.Value {
	return c.value(s, changes, where, 0)
}

func (c composer) value(s *huma.Schema, changes jsontext.Value, where string, depth int) jsontext.Value {
	if depth > deepestExample {
		panic("httpapi: " + where + ": the schema holds itself; give the field an example tag")
	}
	isChanged := len(changes) > 0
	switch {
	case s.Ref != "" && (isChanged || len(s.Examples) == 0):
		return c.value(c.registry.SchemaFromRef(s.Ref), changes, where, depth+1)
	case isChanged && changes.Kind() == '{' && len(s.Properties) > 0:
		return c.object(s, changes, where, depth)
	case isChanged && changes.Kind() == '[' && s.Type == huma.TypeArray:
		return c.array(s, changes, where, depth)
	case isChanged:
		return changes
	}
	return c.composed(s, where, depth)
}

func (c composer) composed(s *huma.Schema, where string, depth int) jsontext.Value {
	switch {
	case hasExample(s):
		return mustEncode(s.Examples[0])
	case len(s.AnyOf) > 0:
		return c.value(s.AnyOf[0], nil, where, depth+1)
	case s.Default != nil:
		return mustEncode(s.Default)
	case s.Nullable:
		return jsontext.Value("null")
	case len(s.Enum) > 0:
		return mustEncode(s.Enum[0])
	case s.Type == huma.TypeArray:
		return c.array(s, nil, where, depth)
	case s.Type == huma.TypeObject:
		return c.object(s, nil, where, depth)
	}
	return scalar(s, where)
}

// hasExample reports whether a field has an example of its own. The example of its type, such as an
// id or an instant, does not count for a field that may be null.
func hasExample(s *huma.Schema) bool {
	if len(s.Examples) == 0 {
		return false
	}
	return !s.Nullable || s.Examples[0] != typeExample[wireid.ID]() && s.Examples[0] != typeExample[wiretime.Time]()
}

func typeExample[T huma.SchemaTransformer]() any {
	var t T
	return t.TransformSchema(nil, &huma.Schema{Type: huma.TypeString}).Examples[0]
}

func (c composer) array(s *huma.Schema, changes jsontext.Value, where string, depth int) jsontext.Value {
	items := make([]json.RawMessage, 1)
	if s.MinItems != nil {
		items = make([]json.RawMessage, max(1, *s.MinItems))
	}
	if changes != nil {
		mustDecode(changes, &items, where)
	}
	composed := make([][]byte, len(items))
	for i, item := range items {
		composed[i] = c.value(s.Items, jsontext.Value(item), where+"[]", depth+1)
	}
	return slices.Concat([]byte("["), bytes.Join(composed, []byte(",")), []byte("]"))
}

// object returns the required properties in the order of the type's fields and, after them, the
// optional ones.
func (c composer) object(s *huma.Schema, changes jsontext.Value, where string, depth int) jsontext.Value {
	var changed map[string]json.RawMessage
	if changes != nil {
		mustDecode(changes, &changed, where)
	}
	names := slices.Clone(s.Required)
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for name := range changed {
		if !slices.Contains(names, name) {
			panic("httpapi: " + where + " has no property " + name)
		}
	}
	members := make([][]byte, 0, len(names))
	for _, name := range names {
		p, change := s.Properties[name], changed[name]
		if change == nil && p.Nullable && !hasExample(p) && !slices.Contains(s.Required, name) {
			continue
		}
		value := c.value(p, jsontext.Value(change), where+"."+name, depth+1)
		members = append(members, slices.Concat(mustEncode(name), []byte(":"), value))
	}
	return slices.Concat([]byte("{"), bytes.Join(members, []byte(",")), []byte("}"))
}

const exampleText = "text"

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

func text(s *huma.Schema, where string) jsontext.Value {
	switch s.Format {
	case "uuid":
		return mustEncode(typeExample[wireid.ID]())
	case wiretime.Format:
		return mustEncode(typeExample[wiretime.Time]())
	case "uri":
		return mustEncode("https://example.com/")
	case "binary":
		return mustEncode("(bytes)")
	case codeFormat:
		return mustEncode(apperror.Catalog()[0].Code)
	}
	switch {
	case s.Format != "", s.Pattern != "":
		panic("httpapi: " + where + " lacks an example; give its field an example tag")
	case s.MinLength != nil && *s.MinLength > len(exampleText):
		return mustEncode(exampleText + strings.Repeat("t", *s.MinLength-len(exampleText)))
	case s.MaxLength != nil && *s.MaxLength < len(exampleText):
		return mustEncode(exampleText[:*s.MaxLength])
	}
	return mustEncode(exampleText)
}

func mustEncode(v any) jsontext.Value {
	b, err := json.Marshal(v)
	if err != nil {
		panic("httpapi: encode an example: " + err.Error())
	}
	return b
}

func mustDecode(b jsontext.Value, v any, where string) {
	if err := json.Unmarshal(b, v); err != nil {
		panic("httpapi: " + where + ": an example: " + err.Error())
	}
}
