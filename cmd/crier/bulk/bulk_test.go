package bulk

import (
	"bytes"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

var full = []Row{
	{Ref: "=1+1", Account: "@bakery", Type: "carousel", Media: []string{"a.jpg", "b, c.jpg"}, Caption: "-20 % \"today\"\n#rye", At: "2026-12-24 18:00", Timezone: "Europe/Lisbon", AltText: "'=quoted", Collaborators: []string{"one", "two"}, Share: "no"},
	{Ref: "draft", Account: "bakery", Type: "image", AltText: "''plain", Caption: " kept ", Share: "yes"},
}

func numbered(rows []Row, first int) []Row {
	rows = append([]Row{}, rows...)
	for i := range rows {
		rows[i].Number = first + i
	}
	return rows
}

// TestWrite_IsRead: what is written is read as it was, and no cell of a CSV is a formula.
func TestWrite_IsRead(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	if err := WriteCSV(&text, full); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(text.Bytes()); err != nil || !reflect.DeepEqual(got, numbered(full, 2)) {
		t.Errorf("got %+v, %v", got, err)
	}
	if !strings.Contains(text.String(), "'=1+1,'@bakery,") || !strings.Contains(text.String(), "''=quoted") {
		t.Errorf("a spreadsheet computes %s", text.String())
	}
	text.Reset()
	if err := WriteJSON(&text, full); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(text.Bytes()); err != nil || !reflect.DeepEqual(got, numbered(full, 1)) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestRead takes what spreadsheets write.
func TestRead(t *testing.T) {
	t.Parallel()
	want := []Row{{Number: 2, Ref: "a", Media: []string{"x.jpg", "y.jpg"}, Caption: "one, two"}, {Number: 4, Ref: "b"}}
	for name, text := range map[string]string{
		"commas":        "ref,media,caption\na,x.jpg; y.jpg,\"one, two\"\n,,\nb,,\n",
		"semicolons":    "\ufeffRef;Media;Caption\r\na;\"x.jpg;y.jpg\";one, two\r\n;;\r\nb;;\r\n",
		"another order": "caption,ref,media\n\"one, two\",a,x.jpg;y.jpg\n,,\n,b,\n",
	} {
		if got, err := Read([]byte(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

// parsers finds the words of Go's readers of JSON and CSV.
var parsers = regexp.MustCompile(`json:|unmarshal|parse error|record on|invalid character|unexpected end|interface`)

// TestRead_Refused says in one sentence what is wrong with a file that is none of ours.
func TestRead_Refused(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"":                                 "is empty",
		"Date,Message,Link\n1,2,3\n":       "no column ref",
		"ref,hashtags\na,b\n":              "no column \"hashtags\"",
		"ref,at,at\na,b,c\n":               "two columns at",
		"ref,caption\na,b,c\n":             "line 2 has 3 cells, and the first line names 2 columns",
		"ref,caption\na,b\nb,\"c\n":        "line 3: a quotation mark",
		"ref,caption\na,b\"c\n":            "line 2: a quotation mark",
		"ref,\"caption\na,b\n":             "line 1: a quotation mark",
		"{\"ref\": \"a\"}":                 "no JSON list",
		"{\"ref\": \"a\"}\n{\"ref\": 1}":   "no JSON list",
		"[1, 2]":                           "no JSON list",
		"[{\"ref\": \"a\"},\n{\"ref\" 1}]": "line 2 is no JSON",
		"[{\"ref\":\n":                     "line 1 is no JSON",
		"[\xc3\xa4]":                       "line 1 is no JSON",
		"[{\"ref\": \"a\", \"text\": 1}]":  "no \"text\"",
		"[{\"ref\": 1}]":                   "ref is no text",
		"[{\"media\": [1]}]":               "no list of texts",
		"[{\"caption\": true}]":            "caption is no text",
		"[{\"caption\": [\"a\"]}]":         "caption is no text",
		"\x89PNG\r\n\x1a\n\x00\x00":        "not UTF-8",
	} {
		if rows, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %+v, %v", text, rows, err)
		} else if parsers.MatchString(err.Error()) {
			t.Errorf("%q: it has the words of a parser: %v", text, err)
		}
	}
}
