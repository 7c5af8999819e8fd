package edges

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// ParamFields is the parameter that names the fields of the answer.
const ParamFields = "fields"

// Call is a call that was made.
type Call struct {
	Host, Method string
	// Path is below the host, with or without the version.
	Path string
	// About is the type of the node with which the path begins, empty where that is not known.
	About string
	// Params are the names and values of the parameters, from any part of the call.
	Params map[string]string
}

// OfAnyType returns the call without the type of its node.
func (c Call) OfAnyType() Call {
	c.About = ""
	return c
}

// Unknown says which part of a call has no row.
type Unknown struct {
	// Param is an unknown parameter, Field an unknown field of a node of the type Node. All three
	// are empty when there is no such call.
	Param, Field, Node string
	call               Call
}

// IsCall reports whether the table does not have the call at all.
func (u *Unknown) IsCall() bool { return u.Param == "" && u.Field == "" }

// Error says which part has no row.
func (u *Unknown) Error() string {
	what := u.call.Method + " " + u.call.Host + u.call.Path
	if u.call.About != "" {
		what += ", of a node of the type " + u.call.About
	}
	switch {
	case u.Field != "":
		return fmt.Sprintf("%s: the field %q of %s stands on no row of the table", what, u.Field, u.Node)
	case u.Param != "":
		return fmt.Sprintf("%s: the parameter %q stands on no row of the table", what, u.Param)
	}
	return what + ": no row of the table has this call"
}

// row is an edge, parsed once for comparison with calls.
type row struct {
	Edge
	hosts, path []string
	// about is the type of the node with which the path begins, empty where it names none.
	about string
}

// tables are both tables, made once.
var tables = sync.OnceValue(func() (t struct {
	rows   []row
	fields map[string][]string
},
) {
	types := abouts()
	for _, e := range Edges() {
		path := strings.Split(strings.Trim(e.Path, "/"), "/")
		t.rows = append(t.rows, row{e, strings.Fields(e.Hosts), path, types[path[0]]})
	}
	t.fields = map[string][]string{}
	for _, n := range Nodes() {
		t.fields[n.Type] = append(t.fields[n.Type], strings.Fields(n.Fields)...)
	}
	return t
})

// Rows returns the rows that a call may belong to. An id in a path does not show its type, so a
// call without a type has the rows of all types.
func Rows(c Call) []Edge {
	path := strings.Split(strings.Trim(c.Path, "/"), "/")
	if len(path) > 1 && isVersion(path[0]) {
		path = path[1:]
	}
	var all []Edge
	rows := tables().rows
	for i := range rows {
		if rows[i].matches(c, path) {
			all = append(all, rows[i].Edge)
		}
	}
	return all
}

// Check returns nil when a row has all the parameters and fields of the call, and an *Unknown
// otherwise.
func Check(c Call) error {
	var first *Unknown
	for _, e := range Rows(c) {
		unknown := e.unknown(c)
		if unknown == nil {
			return nil
		}
		if first == nil {
			first = unknown
		}
	}
	if first == nil {
		first = &Unknown{call: c}
	}
	return first
}

// Has reports whether nodes of the type have the field, by themselves or by the edge that returned
// them, which may be zero.
func Has(node, field string, by Edge) bool {
	return slices.Contains(tables().fields[node], field) || by.Returns == node && slices.Contains(strings.Fields(by.Adds), field)
}

func (e Edge) unknown(c Call) *Unknown {
	if name := e.unknownParam(c); name != "" {
		return &Unknown{Param: name, call: c}
	}
	text := c.Params[ParamFields]
	if text == "" {
		return nil
	}
	if node, field := unknownField(e.Returns, text, e); field != "" {
		return &Unknown{Field: field, Node: node, call: c}
	}
	return nil
}

func (e Edge) unknownParam(c Call) string {
	known := strings.Fields(Common + " " + e.Params)
	var names []string
	for name := range c.Params {
		// A member of a list stands under the list's name.
		plain, _, _ := strings.Cut(name, "[")
		if !slices.Contains(known, plain) && (name != ParamFields || e.Returns == "") {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return slices.Min(names)
}

// unknownField returns the first field of a list that nodes of the type do not have, with the type
// of the node that lacks it.
func unknownField(node, text string, by Edge) (lacking, field string) {
	for text != "" {
		end := strings.IndexAny(text, ",{")
		if end < 0 {
			end = len(text)
		}
		name, inner := strings.TrimSpace(text[:end]), ""
		if rest := text[end:]; strings.HasPrefix(rest, "{") {
			closing := closingBrace(rest)
			inner, end = rest[1:closing], end+closing+1
		}
		text = strings.TrimPrefix(text[min(end, len(text)):], ",")
		if !Has(node, name, by) {
			return node, name
		}
		if inner == "" {
			continue
		}
		if lacking, field = unknownField(within(name), inner, Edge{}); field != "" {
			return lacking, field
		}
	}
	return "", ""
}

// closingBrace returns the index of the brace that closes the one at the start of the text, or the
// length of the text when none does.
func closingBrace(text string) int {
	depth := 0
	for i, r := range text {
		switch r {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// matches reports whether the row can be that of the call, whose path without its version is path.
func (r *row) matches(c Call, path []string) bool {
	if r.Method != c.Method || len(path) != len(r.path) || !slices.Contains(r.hosts, c.Host) {
		return false
	}
	if c.About != "" && r.about != "" && r.about != c.About {
		return false
	}
	for i, part := range r.path {
		isPlace := strings.HasPrefix(part, "{")
		if isPlace && !isID(path[i]) || !isPlace && path[i] != part {
			return false
		}
	}
	return true
}

func isVersion(s string) bool {
	return strings.HasPrefix(s, "v") && strings.HasSuffix(s, ".0") && strings.Trim(s[1:], "0123456789.") == ""
}

func isID(s string) bool {
	return s == "me" || s != "" && strings.Trim(s, "0123456789_") == ""
}
