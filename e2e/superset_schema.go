package e2e

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// direction says who makes the values of a schema.
type direction bool

const (
	request direction = false
	answer  direction = true
)

// lowerBounds and upperBounds are keywords that may move only in the direction that takes nothing
// away.
var (
	lowerBounds = []string{"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"}
	upperBounds = []string{"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"}
)

func (c *comparison) schema(where string, base, next node, dir direction) {
	if ref := referred(base); ref != "" {
		pair := fmt.Sprint(compact(base), compact(next), dir)
		if c.seen[pair] {
			return
		}
		c.seen[pair] = true
		where = strings.TrimPrefix(ref, "#/components/schemas/") + " (" + whose(dir) + ")"
	}
	base, next = plain(c.base, base), plain(c.next, next)
	for _, key := range union(base, next) {
		c.keyword(where, key, base, next, dir)
	}
}

// referred returns what n refers to, by itself or as something that may be null.
func referred(n node) string {
	if either := list(n["anyOf"]); len(either) > 0 {
		n, _ = either[0].(node)
	}
	ref, _ := n["$ref"].(string)
	return ref
}

func whose(dir direction) string {
	if dir == request {
		return "sent"
	}
	return "answered"
}

func (c *comparison) keyword(where, key string, base, next node, dir direction) {
	switch {
	case isProse(key), key == "deprecated":
	case key == nullable:
		if (base[key] == true) != (next[key] == true) && (next[key] == true) == (dir == answer) {
			c.breakAt(where, "whether it may be null has changed")
		}
	case key == "enum":
		c.values(where, base, next, dir)
	case key == "default":
		if base[key] != nil {
			c.same(where, key, base, next)
		}
	case key == "required":
		c.required(where, list(base[key]), list(next[key]), dir)
	case key == "properties":
		c.properties(where, child(base, key), child(next, key), dir)
	case key == "items":
		c.schema(where+"[]", child(base, key), child(next, key), dir)
	case key == "additionalProperties":
		c.additional(where, base, next, dir)
	case slices.Contains(lowerBounds, key), slices.Contains(upperBounds, key):
		c.bound(where, key, base[key], next[key], dir)
	default:
		c.same(where, key, base, next)
	}
}

// values compares lists of values. One that was there stays; a request may take more, an answer has
// no more than a client could know.
func (c *comparison) values(where string, base, next node, dir direction) {
	before, after := list(base["enum"]), list(next["enum"])
	switch {
	case before == nil && dir == request:
		c.breakAt(where, "only some values are taken now: %s", compact(after))
	case before == nil:
	case after == nil:
		c.breakAt(where, "the list of values is gone")
	default:
		for _, v := range missing(before, after) {
			c.breakAt(where, "the value %s is gone", compact(v))
		}
		if added := missing(after, before); dir == answer && len(added) > 0 {
			c.breakAt(where, "clients do not know the new values %s", compact(added))
		}
	}
}

func (c *comparison) required(where string, base, next []any, dir direction) {
	if dir == request {
		for _, name := range missing(next, base) {
			c.breakAt(where, "%v has become required", name)
		}
		return
	}
	for _, name := range missing(base, next) {
		c.breakAt(where, "%v is not always there any more", name)
	}
}

func (c *comparison) properties(where string, base, next node, dir direction) {
	for name, p := range base {
		if next[name] == nil {
			c.breakAt(where, "the property %s is gone", name)
			continue
		}
		c.schema(where+"."+name, p.(node), next[name].(node), dir)
	}
}

// additional compares what is said of properties without a name; nothing, true and {} all mean that
// anything goes.
func (c *comparison) additional(where string, base, next node, dir direction) {
	before, after := anything(base["additionalProperties"]), anything(next["additionalProperties"])
	b, isSchema := before.(node)
	n, isStill := after.(node)
	switch {
	case isSchema && isStill:
		c.schema(where+".*", b, n, dir)
	case !reflect.DeepEqual(before, after):
		c.breakAt(where, "additionalProperties was %s and is %s", compact(before), compact(after))
	}
}

func anything(v any) any {
	if object, ok := v.(node); v == nil || ok && len(object) == 0 {
		return true
	}
	return v
}

// bound compares a bound, absent meaning none.
func (c *comparison) bound(where, key string, base, next any, dir direction) {
	before, hadOne := base.(float64)
	after, hasOne := next.(float64)
	if hadOne == hasOne && before == after {
		return
	}
	isUpper := slices.Contains(upperBounds, key)
	isNarrower := !hadOne || hasOne && (after < before) == isUpper
	if isNarrower == (dir == request) {
		c.breakAt(where, "%s was %s and is %s", key, compact(base), compact(next))
	}
}

// nullable stands in plain schemas for the two ways in which a document says that null is allowed.
const nullable = "nullable"

// plain returns the schema that n refers to, with null among its types, values or alternatives told
// by nullable alone.
func plain(doc, n node) node {
	n = resolve(doc, n)
	if either := list(n["anyOf"]); len(either) == 2 && reflect.DeepEqual(either[1], node{"type": "null"}) {
		return with(plain(doc, either[0].(node)), nullable, true)
	}
	types, ok := n["type"].([]any)
	if !ok || !slices.Contains(types, any("null")) {
		return n
	}
	n = with(n, nullable, true)
	n["type"] = without(types)
	if values, ok := n["enum"].([]any); ok {
		n["enum"] = slices.DeleteFunc(slices.Clone(values), func(v any) bool { return v == nil })
	}
	return n
}

// without returns the one type beside null, or all of them when there are more.
func without(types []any) any {
	rest := slices.DeleteFunc(slices.Clone(types), func(t any) bool { return t == "null" })
	if len(rest) == 1 {
		return rest[0]
	}
	return rest
}

func with(n node, key string, value any) node {
	changed := maps.Clone(n)
	changed[key] = value
	return changed
}
