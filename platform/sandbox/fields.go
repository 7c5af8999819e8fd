package sandbox

import (
	"errors"
	"strings"

	"crier/platform/sandbox/edges"
)

const (
	maxFieldsLength = 4096
	maxFieldDepth   = 4
)

// field is one entry of a fields parameter, with the fields in its braces.
type field struct {
	name string
	sub  selection
}

// selection is a fields parameter, in its order.
type selection []field

func (s selection) has(names ...string) bool {
	for _, f := range s {
		for _, name := range names {
			if f.name == name {
				return true
			}
		}
	}
	return false
}

// selection returns the fields that the call asks for, none when it does not say.
func (c *call) selection() (selection, *graphError) {
	text := c.params["fields"]
	if text == "" {
		return nil, nil
	}
	if len(text) > maxFieldsLength {
		return nil, errFields(text[:32])
	}
	sel, rest := parseFields(text, 0)
	if sel == nil || rest != "" {
		return nil, errFields(text)
	}
	return sel, nil
}

func errFields(text string) *graphError {
	return &graphError{Code: codeUnknownPath, Message: `(#2500) Syntax error in the fields parameter: "` + text + `"`}
}

// parseFields reads a list of names, each with an optional list in braces. It returns what it could not read as rest,
// and no selection when the list is malformed.
func parseFields(text string, depth int) (sel selection, rest string) {
	if depth > maxFieldDepth {
		return nil, text
	}
	for {
		end := strings.IndexAny(text, ",{}")
		if end < 0 {
			end = len(text)
		}
		f := field{name: strings.TrimSpace(text[:end])}
		if f.name == "" {
			return nil, text
		}
		text = text[end:]
		if inner, found := strings.CutPrefix(text, "{"); found {
			f.sub, text = parseFields(inner, depth+1)
			after, closed := strings.CutPrefix(text, "}")
			if f.sub == nil || !closed {
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

// offTable refuses a parameter that stands on no row of the table for the call. The network would ignore some of
// these; here one shows that the table or the client is wrong.
func offTable(c *call) *graphError {
	err := edges.CheckParams(onEdge(c))
	if unknown, ok := errors.AsType[*edges.Unknown](err); ok {
		return errParameter("The parameter %s is not one of this call's, as far as the sandbox knows", unknown.Param)
	}
	return nil
}

// onEdge returns the call as the table of edges takes it.
func onEdge(c *call) edges.Call {
	return edges.Call{Host: c.host, Method: c.method, Path: c.inner(), Params: c.params}
}

// pick returns the object that sel asks for. Of every field get returns the value, nil when this node has none, and
// whether nodes of the type have the field at all; the table of edges must have it too. The id comes last unless it was
// asked for by name.
func pick(node string, sel selection, get func(field) (value any, known bool)) (object, *graphError) {
	return pickBy(edges.Edge{}, node, sel, get)
}

// pickBy is pick for a node that an edge gives, which may add fields.
func pickBy(edge edges.Edge, node string, sel selection, get func(field) (value any, known bool)) (object, *graphError) {
	o := make(object, 0, len(sel)+1)
	for _, f := range sel {
		if !edges.Has(node, f.name, edge) {
			return nil, errUnknownField(f.name, node)
		}
		value, known := get(f)
		if gerr, refused := value.(*graphError); refused {
			return nil, gerr
		}
		if !known {
			return nil, errUnknownField(f.name, node)
		}
		if value != nil {
			o = append(o, member{f.name, value})
		}
	}
	if !sel.has("id") {
		id, _ := get(field{name: "id"})
		o = append(o, member{"id", id})
	}
	return o, nil
}
