// Package bulk reads and writes the files of crier import and crier export: a row for each post, as
// CSV or as JSON.
package bulk

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Row is one post of a file.
type Row struct {
	// Number is the number of the row: in a CSV as spreadsheets count, where the names of the
	// columns are row 1; in JSON from 1.
	Number        int
	Ref           string
	Account       string
	Type          string
	Media         []string
	Caption       string
	At            string
	Timezone      string
	AltText       string
	Collaborators []string
	Share         string

	FirstComment string
	Cover        string
	CoverAt      string
	Feed         string
	AltTexts     []string
	People       []string
	AIGenerated  string
	Trial        string

	// Named are the columns that the row has, an empty cell too.
	Named []string
}

// Has reports whether the row has a column: what it has not stays as it is in a post.
func (r *Row) Has(column string) bool { return slices.Contains(r.Named, column) }

// Columns are the names of the columns.
var Columns = []string{
	"ref", "account", "type", "media", "caption", "at", "timezone", "alt_text", "collaborators", "share",
	"first_comment", "cover", "cover_at", "feed", "alt_texts", "people", "ai_generated", "trial",
}

// list returns the row's field for a column with several parts, nil for a column with one text.
func (r *Row) list(column string) *[]string {
	return map[string]*[]string{"media": &r.Media, "collaborators": &r.Collaborators, "alt_texts": &r.AltTexts, "people": &r.People}[column]
}

// text returns the row's field for a column with one text, nil for a column with several parts.
func (r *Row) text(column string) *string {
	return map[string]*string{
		"ref": &r.Ref, "account": &r.Account, "type": &r.Type, "caption": &r.Caption, "at": &r.At, "timezone": &r.Timezone,
		"alt_text": &r.AltText, "share": &r.Share, "first_comment": &r.FirstComment, "cover": &r.Cover, "cover_at": &r.CoverAt, "feed": &r.Feed,
		"ai_generated": &r.AIGenerated, "trial": &r.Trial,
	}[column]
}

// set stores the text of a cell in the row. It keeps spaces at the ends of a column that holds
// sentences.
func (r *Row) set(column, text string) {
	r.Named = append(r.Named, column)
	if column == "alt_texts" {
		r.AltTexts = inPlaces(text)
		return
	}
	if list := r.list(column); list != nil {
		*list = parts(text)
		return
	}
	if column != "caption" && column != "alt_text" && column != "first_comment" {
		text = strings.TrimSpace(text)
	}
	*r.text(column) = strings.TrimPrefix(text, mark)
}

// parts returns the parts of a cell, nil for an empty one.
func parts(text string) (all []string) {
	for part := range strings.SplitSeq(text, separator) {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// inPlaces returns the parts of a cell, empty ones too, because a part belongs to the file in its
// place.
func inPlaces(text string) (all []string) {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	for part := range strings.SplitSeq(text, separator) {
		all = append(all, strings.TrimSpace(part))
	}
	return all
}

// Read parses a table, or JSON when the first character is one of JSON, and returns the rows. A
// table is a CSV with commas, semicolons or tabs, as the spreadsheets of the world write it.
func Read(content []byte) ([]Row, error) {
	content, err := asText(content)
	if err != nil {
		return nil, err
	}
	if start := bytes.TrimSpace(content); len(start) > 0 && (start[0] == '[' || start[0] == '{') {
		return readJSON(content)
	}
	return readCSV(content)
}

func readCSV(content []byte) ([]Row, error) {
	if !bytes.ContainsRune(content, '\n') {
		content = bytes.ReplaceAll(content, []byte("\r"), []byte("\n")) // As old programs of the Mac write lines.
	}
	comma, content, before := separated(content)
	in := csv.NewReader(bytes.NewReader(content))
	in.Comma, in.FieldsPerRecord = comma, -1
	names, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the file is empty")
	}
	if err != nil {
		return nil, wrongCSV(err, before)
	}
	for i := range names {
		names[i] = strings.ToLower(strings.TrimSpace(names[i]))
	}
	names = trimmed(names)
	if err := checkColumns(names); err != nil {
		return nil, err
	}
	var rows []Row
	for number := 2; ; number++ {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, wrongCSV(err, before)
		}
		if strings.TrimSpace(strings.Join(cells, "")) == "" {
			continue // Spreadsheets leave empty rows at the end.
		}
		if n := len(trimmed(cells)); len(cells) < len(names) || n > len(names) {
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("line %d has %d cells, and the first line names %d columns; write one cell for each column, and a cell with a comma or a semicolon between quotation marks",
				line+before, max(n, min(len(cells), len(names))), len(names))
		}
		row := Row{Number: number}
		for i, name := range names {
			row.set(name, unescaped(cells[i]))
		}
		rows = append(rows, row)
	}
}

// separated returns the sign between the cells of a table, what the table has after a line that
// only names that sign, and how many lines that are. Excel reads a line such as sep=; and does not
// show it.
func separated(content []byte) (comma rune, table []byte, before int) {
	head, rest, _ := bytes.Cut(content, []byte("\n"))
	if line := strings.Trim(strings.TrimRight(string(head), "\r"), `"`); len(line) == len("sep=;") && strings.EqualFold(line[:4], "sep=") {
		return rune(line[4]), rest, 1
	}
	comma = ','
	for _, sign := range ";\t|" {
		if bytes.ContainsRune(head, sign) && !bytes.ContainsRune(head, comma) {
			comma = sign
		}
	}
	return comma, content, 0
}

// trimmed returns the cells without the empty ones at the end, which spreadsheets write of columns
// that have been in use.
func trimmed(cells []string) []string {
	for len(cells) > 0 && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// wrongCSV says which line of a table cannot be read, and how it is to be written. So many lines of
// the file are before the table.
func wrongCSV(err error, before int) error {
	wrong, isKnown := errors.AsType[*csv.ParseError](err)
	if !isKnown {
		return fmt.Errorf("this is no CSV: %w", err)
	}
	return fmt.Errorf(`line %d: a quotation mark (") is missing, or stands where none can; write the whole cell between quotation marks, and each one in it twice`, wrong.StartLine+before)
}

// checkColumns refuses a table with other columns.
func checkColumns(names []string) error {
	for i, name := range names {
		switch {
		case !slices.Contains(names, "ref"):
			return fmt.Errorf("this is no table of posts: it has no column ref, but %.200q; the columns are %s", strings.Join(names, ", "), strings.Join(Columns, ", "))
		case !slices.Contains(Columns, name):
			return fmt.Errorf("there is no column %.60q; the columns are %s", name, strings.Join(Columns, ", "))
		case slices.Contains(names[:i], name):
			return fmt.Errorf("there are two columns %s; remove one", name)
		}
	}
	return nil
}

func readJSON(content []byte) ([]Row, error) {
	var list []map[string]any
	if err := json.Unmarshal(content, &list); err != nil {
		wrong, isUnreadable := errors.AsType[*jsontext.SyntacticError](err)
		if errors.Is(err, jsontext.ErrDuplicateName) && isUnreadable {
			object, _, _ := strings.Cut(string(wrong.JSONPointer)[1:], "/")
			if n, err := strconv.Atoi(object); err == nil {
				return nil, fmt.Errorf("object %d: %.60q stands twice in it; leave one of the two out", n+1, wrong.JSONPointer.LastToken())
			}
		}
		if text := bytes.TrimSpace(content); isUnreadable && text[0] == '[' {
			read := content[:min(int(wrong.ByteOffset), len(bytes.TrimRight(content, " \t\r\n")))]
			return nil, fmt.Errorf("line %d is no JSON, or the end of the file is missing; compare it with one that Crier has exported (crier export --json)", 1+bytes.Count(read, []byte("\n")))
		}
		return nil, errors.New(`this is no JSON list of objects, one for each post, such as [{"ref": "one"}, {"ref": "two"}]`)
	}
	var rows []Row
	for i, object := range list {
		row := Row{Number: i + 1}
		for name, value := range object {
			if !slices.Contains(Columns, name) {
				return nil, fmt.Errorf("object %d: there is no %.60q; the names are %s", row.Number, name, strings.Join(Columns, ", "))
			}
			if err := row.setValue(name, value); err != nil {
				return nil, fmt.Errorf("object %d: %w", row.Number, err)
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// setValue stores a value of JSON in the row.
func (r *Row) setValue(name string, value any) error {
	list := r.list(name)
	switch v := value.(type) {
	case nil:
		r.Named = append(r.Named, name)
	case string:
		r.set(name, v)
	case bool:
		if name != "share" && name != "feed" && name != "ai_generated" {
			return fmt.Errorf("%s is no text", name)
		}
		r.set(name, map[bool]string{true: "yes", false: "no"}[v])
	case []any:
		if list == nil {
			return fmt.Errorf("%s is no text", name)
		}
		var all []string
		for _, one := range v {
			text, isText := one.(string)
			if !isText || text == "" && name != "alt_texts" {
				return fmt.Errorf("%s is no list of texts", name)
			}
			all = append(all, text)
		}
		*list = all
		r.Named = append(r.Named, name)
	default:
		return fmt.Errorf("%s is no text", name)
	}
	return nil
}
