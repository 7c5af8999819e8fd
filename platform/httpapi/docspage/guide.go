package docspage

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"sync"

	"crier/platform/apperror"
	"crier/platform/httpapi/static"
	"crier/platform/look"
)

// guides returns the pages that show the program's own data, in the order of the navigation.
func guides() []Page {
	return []Page{
		{Name: "states", Title: "States", About: "every state of a post, what it means and what happens next"},
		{Name: "errors", Title: "Errors", About: "every error code, and what to do about it"},
	}
}

// pagePolicy allows the pages of prose only the service's own stylesheet and icon, and the search.
const pagePolicy = "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

type guideData struct {
	Options

	Codes []apperror.Definition
}

// ownPages returns the guides with their contents.
func (o Options) ownPages(functions template.FuncMap) ([]Page, error) {
	own := guides()
	for i, g := range own {
		t, err := template.New(g.Name).Funcs(functions).ParseFS(embedded, "guide/"+g.Name+".html")
		if err != nil {
			return nil, err
		}
		own[i].Section = guideSection
		own[i].Content = func(Place) (template.HTML, error) {
			var b strings.Builder
			err := t.ExecuteTemplate(&b, "content", guideData{o, apperror.Catalog()})
			return template.HTML(b.String()), err
		}
	}
	return own, nil
}

// layoutData is the data of the frame around a page.
type layoutData struct {
	Options

	Chapters  []chapter
	Page      Page
	Next      *Page
	Content   template.HTML
	Search    *answer
	IsSandbox bool
}

// sectionPattern is the heading of a section, by which it can be linked to.
var sectionPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<h2 id="([^"]+)">(.*?)</h2>`) })

// section is a part of a page.
type section struct {
	ID    string
	Title template.HTML
}

// leastSections is how many sections a page must have to list them.
const leastSections = 3

// Sections returns the sections of the page, or none when there are only a few.
func (d layoutData) Sections() []section {
	var all []section
	for _, m := range sectionPattern().FindAllStringSubmatch(string(d.Content), -1) {
		all = append(all, section{m[1], template.HTML(m[2])})
	}
	if len(all) < leastSections {
		return nil
	}
	return all
}

// addPages registers the guides and the pages of the Book. Each is written on its first request,
// because only then the service's own address is known.
func (h *handler) addPages(o Options, functions template.FuncMap, all []Page) error {
	layout, err := template.New("layout.html").Funcs(functions).ParseFS(embedded, "guide/layout.html", "guide/top.html", "guide/search.html")
	if err != nil {
		return err
	}
	around := layoutData{Options: o, Chapters: chapters(all), IsSandbox: o.Mode == Sandbox}
	for i, p := range all {
		content := sync.OnceValues(func() (template.HTML, error) {
			return p.Content(o.place())
		})
		all[i].Content = func(Place) (template.HTML, error) { return content() }
		var next *Page
		if i+1 < len(all) {
			next = &all[i+1]
		}
		h.pages[p.URL()] = sync.OnceValues(func() (*static.File, error) {
			data := around
			data.Page, data.Next = p, next
			html, err := content()
			if err != nil {
				return nil, fmt.Errorf("page %s: %w", p.Name, err)
			}
			data.Content = html
			return write(layout, data)
		})
	}
	h.search = sync.OnceValues(func() (*searcher, error) { return newSearcher(layout, around, all) })
	return nil
}

// place returns the facts about the service for the pages.
func (o Options) place() Place {
	return Place{URL: strings.TrimSuffix(o.BaseURL(), "/api/v1"), IsSandbox: o.Mode == Sandbox, Limits: o.Limits}
}

func (o Options) allPages(functions template.FuncMap) ([]Page, error) {
	own, err := o.ownPages(functions)
	if err != nil || o.Book.Pages == nil {
		return own, err
	}
	brought, err := o.Book.Pages()
	if err != nil {
		return nil, err
	}
	var all []Page
	for _, c := range chapters(append(brought, own...)) {
		all = append(all, c.Pages...)
	}
	return all, nil
}

func write(t *template.Template, data layoutData) (*static.File, error) {
	var page bytes.Buffer
	if err := t.Execute(&page, data); err != nil {
		return nil, err
	}
	return static.New(htmlType, page.Bytes()), nil
}

func guideFunctions() template.FuncMap {
	return template.FuncMap{"code": linkCode, "prose": prose, "mark": look.Mark}
}

// linkCode links to the entry of a code in the catalogue, and fails for a code that the catalogue
// does not have.
func linkCode(code string) (template.HTML, error) {
	for _, d := range apperror.Catalog() {
		if string(d.Code) == code {
			return template.HTML(`<a href="` + Path + `/errors#` + code + `"><code>` + code + `</code></a>`), nil
		}
	}
	return "", fmt.Errorf("the catalogue has no code %q", code)
}

// span is a piece of a sentence of the catalogue; Code is set for text between backticks.
type span struct {
	Text string
	Code bool
}

func prose(sentence string) []span {
	var spans []span
	for i, text := range strings.Split(sentence, "`") {
		if text != "" {
			spans = append(spans, span{text, i%2 == 1})
		}
	}
	return spans
}
