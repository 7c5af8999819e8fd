package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// node is an object of an OpenAPI document.
type node = map[string]any

// Breaks returns what the document next takes away from the clients of the document base; nothing
// when next is an additive superset of it (contract 9.2 and 9.3). Each entry says where and what.
//
// What a client sends must stay good: no new demand, no narrower bound, no value fewer. What a
// client reads must stay within what it knows: no property fewer, no wider bound, no value more.
// Types, formats, operation ids and security stay as they are in both directions. A keyword that
// the comparison does not know may not change at all.
func Breaks(base, next []byte) ([]string, error) {
	c := &comparison{seen: make(map[string]bool)}
	if err := json.Unmarshal(base, &c.base); err != nil {
		return nil, fmt.Errorf("the baseline: %w", err)
	}
	if err := json.Unmarshal(next, &c.next); err != nil {
		return nil, fmt.Errorf("the document: %w", err)
	}
	c.document()
	slices.Sort(c.breaks)
	return slices.Compact(c.breaks), nil
}

type comparison struct {
	base, next node
	breaks     []string
	// seen has the pairs of schemas that have been compared, so that one that holds itself ends.
	seen map[string]bool
}

func (c *comparison) breakAt(where, format string, args ...any) {
	c.breaks = append(c.breaks, where+": "+fmt.Sprintf(format, args...))
}

// same notes a break when what stands under key is not the same in both.
func (c *comparison) same(where, key string, base, next node) {
	if !reflect.DeepEqual(withoutProse(base[key], false), withoutProse(next[key], false)) {
		c.breakAt(where, "%s was %s and is %s", key, compact(base[key]), compact(next[key]))
	}
}

func (c *comparison) document() {
	for _, key := range []string{"openapi", "servers", "security"} {
		c.same("document", key, c.base, c.next)
	}
	schemes := child(c.next, "components", "securitySchemes")
	for name, scheme := range child(c.base, "components", "securitySchemes") {
		if !reflect.DeepEqual(withoutProse(scheme, false), withoutProse(schemes[name], false)) {
			c.breakAt("security scheme "+name, "it has changed or is gone")
		}
	}
	for path, item := range child(c.base, "paths") {
		for method, op := range item.(node) {
			where := strings.ToUpper(method) + " " + path
			next := child(c.next, "paths", path, method)
			if next == nil {
				c.breakAt(where, "the operation is gone")
				continue
			}
			c.operation(where, op.(node), next)
		}
	}
}

func (c *comparison) operation(where string, base, next node) {
	c.same(where, "operationId", base, next)
	c.same(where, "security", base, next)
	c.same(where, "tags", base, next)
	c.parameters(where, parameters(base), parameters(next))
	c.requestBody(where+" request", child(base, "requestBody"), child(next, "requestBody"))
	c.responses(where, child(base, "responses"), child(next, "responses"))
}

// parameters returns the parameters of an operation by where they stand and their names.
func parameters(op node) map[string]node {
	byName := make(map[string]node)
	for _, p := range list(op["parameters"]) {
		p := p.(node)
		byName[fmt.Sprintf("%v parameter %v", p["in"], p["name"])] = p
	}
	return byName
}

func (c *comparison) parameters(where string, base, next map[string]node) {
	for name, p := range next {
		if base[name] == nil && p["required"] == true {
			c.breakAt(where, "the new %s is required", name)
		}
	}
	for name, p := range base {
		switch q := next[name]; {
		case q == nil:
			c.breakAt(where, "the %s is gone", name)
		case p["required"] != true && q["required"] == true:
			c.breakAt(where, "the %s has become required", name)
		default:
			c.same(where+" "+name, "style", p, q)
			c.same(where+" "+name, "explode", p, q)
			c.schema(where+" "+name, child(p, "schema"), child(q, "schema"), request)
		}
	}
}

func (c *comparison) requestBody(where string, base, next node) {
	switch {
	case base == nil && next["required"] == true:
		c.breakAt(where, "there is a body now, and it is required")
	case base == nil:
	case next == nil:
		c.breakAt(where, "there is no body any more")
	case base["required"] != true && next["required"] == true:
		c.breakAt(where, "the body has become required")
	default:
		c.content(where, child(base, "content"), child(next, "content"), request)
	}
}

func (c *comparison) responses(where string, base, next node) {
	for status := range next {
		if base[status] == nil && status < "4" {
			c.breakAt(where, "it may answer %s now", status)
		}
	}
	for status, resp := range base {
		where := where + " " + status
		other := child(next, status)
		if other == nil {
			c.breakAt(where, "the answer is gone")
			continue
		}
		c.headers(where, child(resp.(node), "headers"), child(other, "headers"))
		c.content(where, child(resp.(node), "content"), child(other, "content"), answer)
	}
}

func (c *comparison) headers(where string, base, next node) {
	for name, h := range base {
		if next[name] == nil {
			c.breakAt(where, "the header %s is gone", name)
			continue
		}
		before, after := resolve(c.base, h.(node)), resolve(c.next, next[name].(node))
		c.schema(where+" header "+name, child(before, "schema"), child(after, "schema"), answer)
	}
}

func (c *comparison) content(where string, base, next node, dir direction) {
	for mediaType, body := range base {
		other := child(next, mediaType)
		if other == nil {
			c.breakAt(where, "%s is gone", mediaType)
			continue
		}
		for property, encoding := range child(body.(node), "encoding") {
			before, after := encoding.(node)["contentType"], child(other, "encoding", property)["contentType"]
			for _, t := range missing(words(before), words(after)) {
				c.breakAt(where, "%s does not take %v any more", property, t)
			}
		}
		c.schema(where, child(body.(node), "schema"), child(other, "schema"), dir)
	}
}

// resolve follows references within a document.
func resolve(doc, n node) node {
	for n["$ref"] != nil {
		parts := strings.Split(strings.TrimPrefix(n["$ref"].(string), "#/"), "/")
		n = child(doc, parts...)
	}
	return n
}

// child returns the object under a path of keys, nil when there is none.
func child(n node, keys ...string) node {
	for _, key := range keys {
		n, _ = n[key].(node)
	}
	return n
}

func list(v any) []any {
	items, _ := v.([]any)
	return items
}

// words returns the entries of a list such as "image/jpeg, image/png".
func words(v any) (entries []any) {
	text, _ := v.(string)
	for word := range strings.SplitSeq(text, ",") {
		if word = strings.TrimSpace(word); word != "" {
			entries = append(entries, word)
		}
	}
	return entries
}

// missing returns the values of wanted that there lacks.
func missing(wanted, there []any) (lacking []any) {
	for _, v := range wanted {
		if !slices.ContainsFunc(there, func(other any) bool { return reflect.DeepEqual(v, other) }) {
			lacking = append(lacking, v)
		}
	}
	return lacking
}

// union returns the keys of both, sorted.
func union(a, b node) []string {
	keys := maps.Clone(a)
	if keys == nil {
		keys = make(node)
	}
	maps.Copy(keys, b)
	return slices.Sorted(maps.Keys(keys))
}

func compact(v any) string {
	if v == nil {
		return "absent"
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}
