package wire

import (
	"slices"
	"strings"

	"crier/platform/sandbox/edges"
)

const (
	maxFieldsLength = 4096
	maxFieldDepth   = 4
)

// Field is one entry of a fields parameter, with the fields in its braces.
type Field struct {
	Name string
	Sub  Selection
}

// Selection is a fields parameter, in its order.
type Selection []Field

// Has reports whether one of the names is selected.
func (s Selection) Has(names ...string) bool {
	return slices.ContainsFunc(s, func(f Field) bool { return slices.Contains(names, f.Name) })
}

// BadFields is the answer to a fields parameter that cannot be read.
func BadFields(text string) *Error {
	return &Error{Code: codeUnknownPath, Message: `(#2500) Syntax error in the fields parameter: "` + text + `"`}
}

// parseFields reads a list of names, each with an optional list in braces. It returns what it could
// not read as rest, and no selection when the list is malformed.
func parseFields(text string, depth int) (sel Selection, rest string) {
	if depth > maxFieldDepth {
		return nil, text
	}
	for {
		end := strings.IndexAny(text, ",{}")
		if end < 0 {
			end = len(text)
		}
		f := Field{Name: strings.TrimSpace(text[:end])}
		if f.Name == "" {
			return nil, text
		}
		text = text[end:]
		if inner, found := strings.CutPrefix(text, "{"); found {
			f.Sub, text = parseFields(inner, depth+1)
			after, closed := strings.CutPrefix(text, "}")
			if f.Sub == nil || !closed {
				return nil, text
			}
			text = after
		}
		sel = append(sel, f)
		after, more := strings.CutPrefix(text, ",")
		if !more {
			return sel, text
		}
		text = after
	}
}

// Pick returns the object with the selected fields. For a field, get returns the value, or nil if
// this node has none, and whether nodes of the type have the field at all. The table of edges must
// have it too. The id comes last unless it was selected by name.
func Pick(node string, sel Selection, get func(Field) (value any, known bool)) (Object, *Error) {
	return PickBy(edges.Edge{}, node, sel, get)
}

// PickBy is Pick for a node that an edge gives, which may add fields.
func PickBy(edge edges.Edge, node string, sel Selection, get func(Field) (value any, known bool)) (Object, *Error) {
	o, gerr := pickAsked(edge, node, sel, get)
	if gerr == nil && !sel.Has("id") {
		id, _ := get(Field{Name: "id"})
		o = append(o, Member{"id", id})
	}
	return o, gerr
}

// PickAsked is Pick for an entry of a list that has no id.
func PickAsked(node string, sel Selection, get func(Field) (value any, known bool)) (Object, *Error) {
	return pickAsked(edges.Edge{}, node, sel, get)
}

func pickAsked(edge edges.Edge, node string, sel Selection, get func(Field) (value any, known bool)) (Object, *Error) {
	o := make(Object, 0, len(sel)+1)
	for _, f := range sel {
		if !edges.Has(node, f.Name, edge) {
			return nil, UnknownField(f.Name, node)
		}
		value, known := get(f)
		if gerr, refused := value.(*Error); refused {
			return nil, gerr
		}
		if !known {
			return nil, UnknownField(f.Name, node)
		}
		if value != nil {
			o = append(o, Member{f.Name, value})
		}
	}
	return o, nil
}
