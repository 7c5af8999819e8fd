package e2e

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// proseKeys are what a document tells people and no program.
var proseKeys = []string{"title", "summary", "description", "example", "examples", "externalDocs", "contact", "license"}

// nameKeys hold objects whose keys are names and not keywords.
var nameKeys = []string{"properties", "schemas", "headers", "responses", "paths", "content", "securitySchemes", "encoding"}

func isProse(key string) bool { return slices.Contains(proseKeys, key) }

// withoutProse returns v without what is for people alone. The keys of a map of names are no
// keywords.
func withoutProse(v any, isNames bool) any {
	switch v := v.(type) {
	case node:
		shape := make(node, len(v))
		for key, value := range v {
			if isNames || !isProse(key) {
				shape[key] = withoutProse(value, !isNames && slices.Contains(nameKeys, key))
			}
		}
		return shape
	case []any:
		shape := make([]any, len(v))
		for i, item := range v {
			shape[i] = withoutProse(item, false)
		}
		return shape
	}
	return v
}

// CheckVersion returns an error when the documents differ in more than their prose and the version
// of next is not a later one of the same line.
func CheckVersion(base, next []byte) error {
	before, versionBefore, err := shapeOf(base)
	if err != nil {
		return fmt.Errorf("the baseline: %w", err)
	}
	after, versionAfter, err := shapeOf(next)
	if err != nil {
		return fmt.Errorf("the document: %w", err)
	}
	if reflect.DeepEqual(before, after) && versionBefore == versionAfter {
		return nil
	}
	isLater, err := isLaterRelease(versionBefore, versionAfter)
	if err != nil || isLater {
		return err
	}
	return fmt.Errorf("the document has changed since the release of version %s and still calls itself %s: "+
		"raise V1Version in platform/httpapi/about.go within %s.x, the second number for what is new, the third for anything less",
		versionBefore, versionAfter, strings.Split(versionBefore, ".")[0])
}

// shapeOf returns a document without its prose and its version.
func shapeOf(document []byte) (shape any, version string, err error) {
	var doc node
	if err := json.Unmarshal(document, &doc); err != nil {
		return nil, "", err
	}
	version, _ = child(doc, "info")["version"].(string)
	delete(doc, "info")
	return withoutProse(doc, false), version, nil
}

// isLaterRelease reports whether next is a later version than base with the same first number.
func isLaterRelease(base, next string) (bool, error) {
	before, err := numbers(base)
	if err != nil {
		return false, err
	}
	after, err := numbers(next)
	if err != nil {
		return false, err
	}
	return before[0] == after[0] && slices.Compare(after, before) > 0, nil
}

func numbers(version string) ([]int, error) {
	parts := strings.Split(version, ".")
	if len(parts) != 3 {
		return nil, fmt.Errorf("%q is no version such as 4.4.0", version)
	}
	parsed := make([]int, len(parts))
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, fmt.Errorf("%q is no version such as 4.4.0", version)
		}
		parsed[i] = n
	}
	return parsed, nil
}
