package bulk

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
)

// WriteCSV writes the rows below the names of the columns.
func WriteCSV(out io.Writer, rows []Row) error {
	w := csv.NewWriter(out)
	if err := w.Write(Columns); err != nil {
		return err
	}
	for i := range rows {
		r := &rows[i]
		cells := []string{
			r.Ref, r.Account, r.Type, strings.Join(r.Media, separator), r.Caption, r.At, r.Timezone, r.AltText,
			strings.Join(r.Collaborators, separator), r.Share, r.FirstComment, r.Cover, r.CoverAt, r.Feed, inCell(r.AltTexts), strings.Join(r.People, separator),
			r.AIGenerated, r.Trial,
		}
		for i := range cells {
			cells[i] = escaped(cells[i])
		}
		if err := w.Write(cells); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
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

// WriteJSON writes the rows as a list of objects.
func WriteJSON(out io.Writer, rows []Row) error {
	list := make([]object, len(rows))
	for i := range rows {
		r := &rows[i]
		list[i] = object{
			Ref: r.Ref, Account: r.Account, Type: r.Type, Media: append([]string{}, r.Media...), Caption: r.Caption, At: r.At, Timezone: r.Timezone,
			AltText: r.AltText, Collaborators: append([]string{}, r.Collaborators...), Share: r.Share == "yes",
			FirstComment: r.FirstComment, Cover: r.Cover, CoverAt: r.CoverAt, Feed: r.Feed, AltTexts: append([]string{}, r.AltTexts...),
			People: append([]string{}, r.People...), AIGenerated: r.AIGenerated == "yes", Trial: r.Trial,
		}
	}
	w := json.NewEncoder(out)
	w.SetIndent("", "  ")
	return w.Encode(list)
}
