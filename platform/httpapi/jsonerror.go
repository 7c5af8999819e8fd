package httpapi

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	// maxDepth is how deeply values may be nested for the decoder.
	maxDepth        = 10_000
	maxShownPointer = 100
)

// The rules that have the same text in the schema's check and in the decoding.
const (
	dateTimeRule = "expected an ISO 8601 date-time with an offset, such as 2026-11-21T09:30:00Z"
	uuidRule     = "expected a UUID"
)

// readable words an error of a JSON document for people: the place, as a JSON pointer, and the
// rule. Unlike the decoder's own text it names no type of the program, and quotes only names of the
// document.
func readable(data []byte, err error) error {
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return at(syntactic.JSONPointer, syntaxRule(data, syntactic))
	}
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		return at(semantic.JSONPointer, typeRule(semantic))
	}
	return errors.New("it cannot be read")
}

func at(place jsontext.Pointer, rule string) error {
	if place == "" || rule == depthRule {
		return errors.New(rule)
	}
	shown := string(place)
	if len(shown) > maxShownPointer {
		shown = strings.ToValidUTF8(shown[:maxShownPointer], "") + "..."
	}
	return fmt.Errorf("at %s: %s", shown, rule)
}

const depthRule = "it is nested too deeply"

func syntaxRule(data []byte, err *jsontext.SyntacticError) string {
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return "the name stands twice"
	case errors.Is(err, jsontext.ErrNonStringName):
		return "names must be text in double quotes"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the JSON ends too early"
	case strings.Count(string(err.JSONPointer), "/") >= maxDepth:
		return depthRule
	case !utf8.Valid(data):
		return "text must be UTF-8"
	}
	if half := halfCharacter().Find(data[min(err.ByteOffset, int64(len(data))):]); half != nil {
		return string(half) + " is half of a character, and its other half does not follow: leave it out, or cut the text between whole characters"
	}
	return fmt.Sprintf("not valid JSON after byte %d", err.ByteOffset)
}

// halfCharacter finds an escape that has to be one of a pair.
var halfCharacter = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\\u[dD][89a-fA-F][0-9a-fA-F]{2}`) })

func typeRule(err *json.SemanticError) string {
	switch {
	case err.GoType == reflect.TypeFor[wiretime.Time]():
		return dateTimeRule
	case err.GoType == reflect.TypeFor[wireid.ID]():
		return uuidRule
	case errors.Is(err, errNotNullable):
		return errNotNullable.Error()
	case errors.Is(err, strconv.ErrRange):
		return "the number is out of range"
	}
	return "the value is of another type than is expected here"
}
