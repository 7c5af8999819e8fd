// Package bulk reads and writes the files of crier import and crier export: a row for each post, as
// CSV or as JSON.
package bulk

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
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
}

// Columns are the names of the columns.
var Columns = []string{"ref", "account", "type", "media", "caption", "at", "timezone", "alt_text", "collaborators", "share"}

// separator separates the parts of a cell.
const separator = ";"

// list returns the row's field for a column with several parts, nil for a column with one text.
func (r *Row) list(column string) *[]string {
	return map[string]*[]string{"media": &r.Media, "collaborators": &r.Collaborators}[column]
}

// text returns the row's field for a column with one text, nil for a column with several parts.
func (r *Row) text(column string) *string {
	return map[string]*string{
		"ref": &r.Ref, "account": &r.Account, "type": &r.Type, "caption": &r.Caption, "at": &r.At, "timezone": &r.Timezone,
		"alt_text": &r.AltText, "share": &r.Share,
	}[column]
}

// set stores the text of a cell in the row. It keeps spaces at the ends of a column that holds
// sentences.
func (r *Row) set(column, text string) {
	if list := r.list(column); list != nil {
		*list = parts(text)
		return
	}
	if column != "caption" && column != "alt_text" {
		text = strings.TrimSpace(text)
	}
	*r.text(column) = text
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

// Read parses a CSV, or JSON when the first character is one of JSON, and returns the rows.
func Read(content []byte) ([]Row, error) {
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	if !utf8.Valid(content) {
		return nil, errors.New("the file is not UTF-8, and Crier cannot read its letters; save it as CSV UTF-8")
	}
	if start := bytes.TrimSpace(content); len(start) > 0 && (start[0] == '[' || start[0] == '{') {
		return readJSON(content)
	}
	return readCSV(content)
}

func readCSV(content []byte) ([]Row, error) {
	head, _, _ := bytes.Cut(content, []byte("\n"))
	in := csv.NewReader(bytes.NewReader(content))
	if bytes.ContainsRune(head, ';') && !bytes.ContainsRune(head, ',') {
		in.Comma = ';'
	}
	names, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the file is empty")
	}
	if err != nil {
		return nil, wrongCSV(err, nil, nil)
	}
	for i := range names {
		names[i] = strings.ToLower(strings.TrimSpace(names[i]))
	}
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
			return nil, wrongCSV(err, names, cells)
		}
		if strings.Join(cells, "") == "" {
			continue // Spreadsheets leave empty rows at the end.
		}
		row := Row{Number: number}
		for i, name := range names {
			row.set(name, unescaped(cells[i]))
		}
		rows = append(rows, row)
	}
}

// wrongCSV says which line of a table cannot be read, and how it is to be written.
func wrongCSV(err error, names, cells []string) error {
	wrong, isKnown := errors.AsType[*csv.ParseError](err)
	switch {
	case !isKnown:
		return fmt.Errorf("this is no CSV: %w", err)
	case errors.Is(err, csv.ErrFieldCount):
		return fmt.Errorf("line %d has %d cells, and the first line names %d columns; write one cell for each column, and a cell with a comma or a semicolon between quotation marks",
			wrong.StartLine, len(cells), len(names))
	}
	return fmt.Errorf(`line %d: a quotation mark (") is missing, or stands where none can; write the whole cell between quotation marks, and each one in it twice`, wrong.StartLine)
}

// checkColumns refuses a table with other columns.
func checkColumns(names []string) error {
	for i, name := range names {
		switch {
		case !slices.Contains(names, "ref"):
			return fmt.Errorf("this is no file for crier import: it has no column ref, but %.200q; the columns are %s", strings.Join(names, ", "), strings.Join(Columns, ", "))
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
		wrong, isUnreadable := errors.AsType[*json.SyntaxError](err)
		if text := bytes.TrimSpace(content); isUnreadable && text[0] == '[' {
			read := content[:min(int(wrong.Offset), len(bytes.TrimRight(content, " \t\r\n")))]
			return nil, fmt.Errorf("line %d is no JSON, or the end of the file is missing; compare it with a file of crier export --json", 1+bytes.Count(read, []byte("\n")))
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
	case string:
		r.set(name, v)
	case bool:
		if name != "share" {
			return fmt.Errorf("%s is no text", name)
		}
		r.Share = map[bool]string{true: "yes", false: "no"}[v]
	case []any:
		if list == nil {
			return fmt.Errorf("%s is no text", name)
		}
		var all []string
		for _, one := range v {
			text, isText := one.(string)
			if !isText || text == "" {
				return fmt.Errorf("%s is no list of texts", name)
			}
			all = append(all, text)
		}
		*list = all
	default:
		return fmt.Errorf("%s is no text", name)
	}
	return nil
}
