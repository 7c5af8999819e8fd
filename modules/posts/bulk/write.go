package bulk

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
)

// Writer writes rows one by one, as CSV below the names of the columns or as a list of JSON. Close
// ends it.
type Writer struct {
	out    io.Writer
	csv    *csv.Writer
	isJSON bool
	count  int
}

// NewWriter returns a writer to out.
func NewWriter(out io.Writer, isJSON bool) *Writer {
	return &Writer{out: out, csv: csv.NewWriter(out), isJSON: isJSON}
}

// Write writes a row.
func (w *Writer) Write(r *Row) error {
	w.count++
	if w.isJSON {
		return w.object(r)
	}
	if w.count == 1 {
		if err := w.csv.Write(Columns); err != nil {
			return err
		}
	}
	cells := []string{
		r.Ref, r.Account, r.Type, strings.Join(r.Media, separator), r.Caption, r.At, r.Timezone, r.AltText,
		strings.Join(r.Collaborators, separator), r.Share, r.FirstComment, r.Cover, r.CoverAt, r.Feed, inCell(r.AltTexts), strings.Join(r.People, separator),
		r.AIGenerated, r.Trial,
	}
	for i := range cells {
		cells[i] = escaped(cells[i])
	}
	return w.csv.Write(cells)
}

// Close writes what is left. Of no rows a CSV has the names of the columns alone.
func (w *Writer) Close() error {
	if w.isJSON {
		end := "\n]\n"
		if w.count == 0 {
			end = "[]\n"
		}
		_, err := io.WriteString(w.out, end)
		return err
	}
	if w.count == 0 {
		if err := w.csv.Write(Columns); err != nil {
			return err
		}
	}
	w.csv.Flush()
	return w.csv.Error()
}

// inCell joins the descriptions of a carousel's pictures. A cell cannot hold the sign between them
// in one of them, in whose place a comma stands; JSON holds all.
func inCell(texts []string) string {
	plain := make([]string, len(texts))
	for i, text := range texts {
		plain[i] = strings.ReplaceAll(text, separator, ",")
	}
	return strings.Join(plain, separator)
}

// object is a row as JSON.
type object struct {
	Ref           string   `json:"ref"`
	Account       string   `json:"account"`
	Type          string   `json:"type"`
	Media         []string `json:"media"`
	Caption       string   `json:"caption"`
	At            string   `json:"at"`
	Timezone      string   `json:"timezone"`
	AltText       string   `json:"alt_text"`
	Collaborators []string `json:"collaborators"`
	Share         bool     `json:"share"`
	FirstComment  string   `json:"first_comment"`
	Cover         string   `json:"cover"`
	CoverAt       string   `json:"cover_at"`
	Feed          string   `json:"feed"`
	AltTexts      []string `json:"alt_texts"`
	People        []string `json:"people"`
	AIGenerated   bool     `json:"ai_generated"`
	Trial         string   `json:"trial"`
}

func (w *Writer) object(r *Row) error {
	text, err := json.MarshalIndent(object{
		Ref: r.Ref, Account: r.Account, Type: r.Type, Media: append([]string{}, r.Media...), Caption: r.Caption, At: r.At, Timezone: r.Timezone,
		AltText: r.AltText, Collaborators: append([]string{}, r.Collaborators...), Share: r.Share == "yes",
		FirstComment: r.FirstComment, Cover: r.Cover, CoverAt: r.CoverAt, Feed: r.Feed, AltTexts: append([]string{}, r.AltTexts...),
		People: append([]string{}, r.People...), AIGenerated: r.AIGenerated == "yes", Trial: r.Trial,
	}, "  ", "  ")
	if err != nil {
		return err
	}
	before := ",\n  "
	if w.count == 1 {
		before = "[\n  "
	}
	_, err = io.WriteString(w.out, before+string(text))
	return err
}
