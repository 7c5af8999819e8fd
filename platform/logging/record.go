package logging

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Record is a line of the log, in one of the two forms that the service writes: text (time=...
// level=INFO msg="...") or JSON.
type Record string

// levels are those that the service logs at, in their order.
var levels = []string{"debug", "info", "warn", "error"}

// LevelRank returns the place of a level among those that the service logs at, and -1 for none of
// them.
func LevelRank(level string) int { return slices.Index(levels, strings.ToLower(level)) }

// Level returns the record's level. A line that is no record counts as an error, so that it is
// always printed.
func (r Record) Level() string {
	var level string
	if r.isJSON() {
		var fields struct{ Level string }
		if json.Unmarshal([]byte(r), &fields) == nil {
			level = fields.Level
		}
	} else if _, rest, found := strings.Cut(string(r), " level="); found {
		level, _, _ = strings.Cut(rest, " ")
	}
	if LevelRank(level) < 0 {
		return "error"
	}
	return level
}

func (r Record) isJSON() bool { return strings.HasPrefix(string(r), "{") }

// Fields returns the record's fields; all are strings if the record is text. A line that is no
// record becomes a message.
func (r Record) Fields() map[string]any {
	if r.isJSON() {
		var fields map[string]any
		if json.Unmarshal([]byte(r), &fields) == nil {
			return fields
		}
	}
	fields := map[string]any{}
	for rest := string(r); rest != ""; {
		key, value, left, ok := nextField(rest)
		if !ok {
			return map[string]any{"msg": string(r)}
		}
		fields[key], rest = value, left
	}
	return fields
}

// nextField cuts the first key=value off a record in text. A value with a space, a quotation mark
// or an equals sign is quoted.
func nextField(text string) (key, value, rest string, ok bool) {
	if key, text, ok = nextWord(text); !ok || !strings.HasPrefix(text, "=") {
		return "", "", "", false
	}
	if value, text, ok = nextWord(text[1:]); !ok || text != "" && !strings.HasPrefix(text, " ") {
		return "", "", "", false
	}
	return key, value, strings.TrimPrefix(text, " "), true
}

func nextWord(text string) (word, rest string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		end := strings.IndexAny(text, ` ="`)
		if end < 0 {
			end = len(text)
		}
		return text[:end], text[end:], true
	}
	quoted, err := strconv.QuotedPrefix(text)
	if err != nil {
		return "", "", false
	}
	word, err = strconv.Unquote(quoted)
	return word, text[len(quoted):], err == nil
}
