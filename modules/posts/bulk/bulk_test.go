package bulk

import (
	"bytes"
	"encoding/binary"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

var full = []Row{
	{Ref: "=1+1", Account: "@bakery", Type: "carousel", Media: []string{"a.jpg", "b, c.jpg"}, Caption: "-20 % \"today\"\n#rye", At: "2026-12-24 18:00", Timezone: "Europe/Lisbon", AltText: "'=quoted", Collaborators: []string{"one", "two"}, Share: "no", AIGenerated: "no"},
	{Ref: "draft", Account: "bakery", Type: "image", AltText: "''plain", Caption: " kept ", Share: "yes", AIGenerated: "no"},
	{
		Ref: "reel", Account: "bakery", Type: "reel", Media: []string{"clip.mp4"}, Share: "no", FirstComment: "Which one?", Cover: "9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e",
		CoverAt: "2.5s", Feed: "no", AltTexts: []string{"", "a loaf", ""}, People: []string{"ann", "ben"}, AIGenerated: "yes", Trial: "manual",
	},
}

func numbered(rows []Row, first int) []Row {
	rows = append([]Row{}, rows...)
	for i := range rows {
		rows[i].Number = first + i
	}
	return rows
}

// read is Read without the names of the columns that each row has.
func read(content []byte) ([]Row, error) {
	rows, err := Read(content)
	for i := range rows {
		rows[i].Named = nil
	}
	return rows, err
}

// TestRead_KnowsWhatIsMissing: an empty cell is something else than no cell.
func TestRead_KnowsWhatIsMissing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"ref,trial\na,", `[{"ref": "a", "trial": null}]`, `[{"ref": "a", "trial": ""}]`} {
		rows, err := Read([]byte(text))
		if err != nil || len(rows) != 1 || !rows[0].Has("trial") || rows[0].Has("cover") {
			t.Errorf("%s: %+v, %v", text, rows, err)
		}
	}
}

func written(out io.Writer, isJSON bool, rows []Row) error {
	w := NewWriter(out, isJSON)
	for i := range rows {
		if err := w.Write(&rows[i]); err != nil {
			return err
		}
	}
	return w.Close()
}

// TestWrite_OfNothing: a file without rows can be read too, and has none.
func TestWrite_OfNothing(t *testing.T) {
	t.Parallel()
	for isJSON, want := range map[bool]string{true: "[]\n", false: strings.Join(Columns, ",") + "\n"} {
		var text bytes.Buffer
		if err := written(&text, isJSON, nil); err != nil || text.String() != want {
			t.Errorf("got %q, %v", text.String(), err)
		}
	}
}

// TestWrite_IsRead: what is written is read as it was, and no cell of a CSV is a formula.
func TestWrite_IsRead(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	if err := written(&text, false, full); err != nil {
		t.Fatal(err)
	}
	if got, err := read(text.Bytes()); err != nil || !reflect.DeepEqual(got, numbered(full, 2)) {
		t.Errorf("got %+v, %v", got, err)
	}
	if !strings.Contains(text.String(), "'=1+1,'@bakery,") || !strings.Contains(text.String(), "''=quoted") {
		t.Errorf("a spreadsheet computes %s", text.String())
	}
	text.Reset()
	if err := written(&text, true, full); err != nil {
		t.Fatal(err)
	}
	if got, err := read(text.Bytes()); err != nil || !reflect.DeepEqual(got, numbered(full, 1)) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestRead takes what spreadsheets write.
func TestRead(t *testing.T) {
	t.Parallel()
	want := []Row{{Number: 2, Ref: "a", Media: []string{"x.jpg", "y.jpg"}, Caption: "one, two"}, {Number: 4, Ref: "b"}}
	for name, text := range map[string]string{
		"commas":                       "ref,media,caption\na,x.jpg; y.jpg,\"one, two\"\n,,\nb,,\n",
		"semicolons":                   "\ufeffRef;Media;Caption\r\na;\"x.jpg;y.jpg\";one, two\r\n;;\r\nb;;\r\n",
		"a line that names the sign":   "\ufeffsep=;\r\nRef;Media;Caption\r\na;x.jpg, y.jpg;one, two\r\n;;\r\nb;;\r\n",
		"tabs":                         "ref\tmedia\tcaption\na\tx.jpg;y.jpg\tone, two\n\t\t\nb\t\t\n",
		"columns that were in use":     "ref,media,caption,,\na,x.jpg;y.jpg,\"one, two\",,\n,,,,\nb,,,,\n",
		"cells behind the last column": "ref,media,caption\na,x.jpg;y.jpg,\"one, two\",, ,\n,,\nb,,,\n",
		"lines of an old Mac":          "ref,media,caption\ra,x.jpg;y.jpg,\"one, two\"\r,,\rb,,\r",
		"UTF-16":                       utf16Of("\ufeffref\tmedia\tcaption\r\na\tx.jpg;y.jpg\tone, two\r\n\t\t\r\nb\t\t\r\n", binary.LittleEndian),
		"UTF-16 the other way":         utf16Of("\ufeffref,media,caption\na,x.jpg;y.jpg,\"one, two\"\n,,\nb,,\n", binary.BigEndian),
		"UTF-16 without a mark":        utf16Of("ref,media,caption\na,x.jpg;y.jpg,\"one, two\"\n,,\nb,,\n", binary.LittleEndian),
		"a mark before a text":         "ref,media,caption\na,x.jpg;y.jpg,\"\ufeffone, two\"\n,,\nb,,\n",
		"another order":                "caption,ref,media\n\"one, two\",a,x.jpg;y.jpg\n,,\n,b,\n",
	} {
		want := slices.Clone(want)
		if strings.Contains(text, "x.jpg, y.jpg") {
			want[0].Media = []string{"x.jpg, y.jpg"}
		}
		if got, err := read([]byte(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
	json := "[{\"ref\": \"\u00fc\", \"caption\": \"\ufeffa\"}]"
	for _, text := range []string{"\ufeff" + json, utf16Of("\ufeff"+json, binary.LittleEndian), utf16Of("\ufeff\ufeff"+json, binary.LittleEndian), utf16Of(json, binary.BigEndian)} {
		if got, err := Read([]byte(text)); err != nil || len(got) != 1 || got[0].Ref != "\u00fc" || got[0].Caption != "a" {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
	}
}

// utf16Of returns a text in UTF-16.
func utf16Of(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

// TestFound_OtherFilesAreNamed: a file that is no table is named for what it is, with what to do.
func TestFound_OtherFilesAreNamed(t *testing.T) {
	t.Parallel()
	for content, says := range map[string]string{
		"PK\x03\x04 [Content_Types].xml xl/workbook.xml":                    "is an Excel workbook (.xlsx)",
		"PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.spreadsheet": "is a spreadsheet of LibreOffice (.ods)",
		"PK\x03\x04 Index/Document.iwa":                                     "is a spreadsheet of Numbers",
		"PK\x03\x04 a.txt":                                                  "is a zip archive",
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00":                          "is an old Excel workbook (.xls)",
		"%PDF-1.7\n":           "is a PDF",
		"{\\rtf1 ref,caption}": "is a document of a word processor",
		"<html><table><tr><td>ref</td></tr></table>":             "is a web page",
		"ref,caption\na,caf\xe9\n":                               "is not UTF-8",
		"[{\"ref\": \"a\"}, {\"ref\": \"b\", \"ref\": \"c\"}]":   "object 2: \"ref\" stands twice",
		"[{\"ref\": \"a\", \"media\": [], \"medi\\u0061\": []}]": "object 1: \"media\" stands twice",
		"ref,caption,\na,b,c\n":                                  "line 2 has 3 cells, and the first line names 2 columns",
		"sep=;\nref;caption\na;b;c\n":                            "line 3 has 3 cells",
		"ref,caption\na\n":                                       "line 2 has 1 cells",
	} {
		if rows, err := Read([]byte(content)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %+v, %v", content, rows, err)
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
