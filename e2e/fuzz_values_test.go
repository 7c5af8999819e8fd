package e2e_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"crier/platform/wireid"
)

// schema is as much of a JSON schema as the document uses.
type schema struct {
	Ref        string            `json:"$ref"`
	Type       any               `json:"type"`
	Format     string            `json:"format"`
	Enum       []any             `json:"enum"`
	Minimum    *float64          `json:"minimum"`
	Maximum    *float64          `json:"maximum"`
	MinLength  *int              `json:"minLength"`
	MaxLength  *int              `json:"maxLength"`
	MaxItems   *int              `json:"maxItems"`
	Items      *schema           `json:"items"`
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
	AnyOf      []schema          `json:"anyOf"`
}

// forge makes random values, determined by its seed: most of them fit a schema, some do not.
type forge struct {
	*rand.Rand
	schemas map[string]schema
	// ids are existing ids, by their kind.
	ids map[string][]string
	// hostility is the share of values that fit no schema.
	hostility float64
}

func pick[T any](f *forge, of []T) T { return of[f.IntN(len(of))] }

func (f *forge) chance(p float64) bool { return f.Float64() < p }

// kindOf returns the kind of the id under a name.
func kindOf(name string) string {
	switch lower := strings.ToLower(name); {
	case strings.Contains(lower, "account"):
		return "account"
	case strings.Contains(lower, "media"):
		return "media"
	case strings.Contains(lower, "key"):
		return "key"
	default:
		return "post"
	}
}

// id mostly returns the id of something of the kind that exists.
func (f *forge) id(kind string) string {
	if known := f.ids[kind]; len(known) > 0 && f.chance(0.85) {
		return pick(f, known)
	}
	if f.chance(0.5) {
		return pick(f, f.ids[pick(f, []string{"account", "media"})])
	}
	return wireid.New().String()
}

// value returns a value for the schema of the name, ready to be written as JSON.
func (f *forge) value(name string, s schema, depth int) any {
	if target, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		s = f.schemas[target]
	}
	if depth > 8 || f.chance(f.hostility) {
		return f.junk(depth)
	}
	switch {
	case len(s.AnyOf) > 0:
		return f.value(name, pick(f, s.AnyOf), depth+1)
	case len(s.Enum) > 0:
		return pick(f, s.Enum)
	}
	types, isList := s.Type.([]any)
	if !isList {
		types = []any{s.Type}
	}
	switch pick(f, types) {
	case "object":
		return f.object(s, depth)
	case "array":
		items := make([]any, f.IntN(min(f.most(s.MaxItems, 12), 12)+1))
		for i := range items {
			items[i] = f.value(name, *s.Items, depth+1)
		}
		return items
	case "integer":
		return int64(f.number(s))
	case "number":
		return f.number(s)
	case "boolean":
		return f.chance(0.5)
	case "string":
		return f.text(name, s)
	default:
		return nil
	}
}

func (f *forge) object(s schema, depth int) map[string]any {
	object, optional := map[string]any{}, pick(f, []float64{0.05, 0.2, 0.5})
	for _, name := range sortedNames(s.Properties) {
		if slices.Contains(s.Required, name) && !f.chance(f.hostility) || f.chance(optional) || strings.HasPrefix(name, "mediaFileId") && f.chance(0.6) {
			object[name] = f.value(name, s.Properties[name], depth+1)
		}
	}
	if f.chance(f.hostility / 2) {
		object[f.anyText(20)] = f.junk(depth + 1)
	}
	if !f.chance(f.hostility) {
		f.fit(object)
	}
	return object
}

// fit mostly makes the parts of a post fit together.
func (f *forge) fit(post map[string]any) {
	mediaType, isPost := post["mediaType"].(string)
	if !isPost || f.chance(0.2) {
		return
	}
	delete(post, "mediaFileId")
	delete(post, "mediaFileIds")
	// The first of the files is a picture, the second a video.
	files := f.ids["media"][:2]
	switch mediaType {
	case "CAROUSEL":
		post["mediaFileIds"] = slices.Repeat(files, 1+f.IntN(3))
	case "REELS":
		post["mediaFileId"] = files[1]
	default:
		post["mediaFileId"] = files[0]
	}
	for name, fitting := range map[string]string{"userTags": "IMAGE CAROUSEL", "collaborators": "IMAGE CAROUSEL REELS", "storyMentions": "", "altText": "IMAGE", "crossPostToPartner": ""} {
		if !strings.Contains(fitting, mediaType) {
			delete(post, name)
		}
	}
}

func sortedNames(properties map[string]schema) []string {
	names := make([]string, 0, len(properties))
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (*forge) most(bound *int, otherwise int) int {
	if bound != nil {
		return *bound
	}
	return otherwise
}

// number prefers the bounds.
func (f *forge) number(s schema) float64 {
	low, high := -5.0, 1000.0
	if s.Minimum != nil {
		low = *s.Minimum
	}
	if s.Maximum != nil {
		high = *s.Maximum
	}
	switch f.IntN(4) {
	case 0:
		return low
	case 1:
		return high
	default:
		return low + f.Float64()*(high-low)
	}
}

func (f *forge) text(name string, s schema) string {
	switch s.Format {
	case "uuid":
		return f.id(kindOf(name))
	case "date-time":
		at := time.Unix(1_790_000_000+f.Int64N(20_000_000), f.Int64N(1e9)).In(time.FixedZone("", 60*(f.IntN(1680)-840)))
		return at.Format(time.RFC3339Nano)
	}
	length := f.IntN(min(f.most(s.MaxLength, 40), 40) + 1)
	if f.chance(0.05) {
		length = f.most(s.MaxLength, 5000)
	}
	if s.MinLength != nil {
		length = max(length, *s.MinLength)
	}
	return f.anyText(length)
}

// anyText returns that many random Unicode characters, NUL included.
func (f *forge) anyText(length int) string {
	var b strings.Builder
	for range length {
		switch n := f.IntN(10); {
		case n == 0 && f.chance(f.hostility):
			b.WriteRune(rune(f.IntN(0x20)))
		case n < 2:
			b.WriteRune(rune(0x80 + f.IntN(0x10ffff-0x80)))
		default:
			b.WriteRune(rune(0x20 + f.IntN(0x5f)))
		}
	}
	return b.String()
}

// junk returns a random value of any type.
func (f *forge) junk(depth int) any {
	if depth < 6 && f.chance(0.2) {
		return map[string]any{f.anyText(5): f.junk(depth + 1), "x": []any{f.junk(depth + 1)}}
	}
	return pick(f, []any{
		nil, true, false, 0, -1, 1, math.MaxInt64, math.MinInt64, 1e308, -1e-308, 0.1, json.RawMessage("1e400"), json.RawMessage("-0"), json.RawMessage(strings.Repeat("9", 400)),
		"", " ", "\x00", "null", "true", "0", "-1", "1e3", "NaN", "9999-12-31T23:59:60Z", "0000-00-00T00:00:00Z", "2026-02-30T00:00:00Z", "2026-11-21", "'", `"`, `\`, "%s%n", "../..",
		"{{.}}", "<script>", strings.Repeat("x", 70_000), strings.Repeat("é", 2201), wireid.New().String(), strings.ToUpper(wireid.New().String()), "00000000-0000-0000-0000-000000000000",
		[]any{},
		map[string]any{},
		[]any{nil},
		[]any{[]any{[]any{}}},
		json.RawMessage(`{"x":1,"x":2}`), json.RawMessage(`"\ud800"`), f.anyText(30),
		fmt.Sprint(f.Int64()), f.id("post"), "PUBLISHED", "DRAFT", "STORIES", "Europe/Berlin",
	})
}
