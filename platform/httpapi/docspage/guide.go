package docspage

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"crier/platform/apperror"
)

// guide is a page of prose beside the reference, served at Path + "/" + Name.
type guide struct {
	Name, Title string
	// About says in a line what the page is for.
	About string
}

// URL returns where the guide is served.
func (g guide) URL() string { return Path + "/" + g.Name }

// guides returns every guide, in the order of the navigation.
func guides() []guide {
	return []guide{
		{"quickstart", "Quickstart", "from nothing to a first published post, with curl"},
		{"polling", "Polling", "how a post ends, and how to hear of it"},
		{"states", "States", "every state of a post, what it means and what happens next"},
		{"rate-limits", "Rate limits", "how many requests a key may make, and how to wait"},
		{"idempotency", "Idempotency", "how to repeat a request without posting twice"},
		{"errors", "Errors", "every error code, and what to do about it"},
	}
}

// guidePolicy allows the guides nothing but the service's own stylesheet and icon.
const guidePolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guideData is what the guides are made of.
type guideData struct {
	Options

	Guides    []guide
	Page      guide
	Codes     []apperror.Definition
	States    []state
	Changes   []change
	BaseURL   string
	Sandbox   string
	IsSandbox bool
}

// addGuides parses every guide. Each is written when it is first asked for, for only then the service's own address is known.
func (h *handler) addGuides(o Options, functions template.FuncMap) error {
	layout, err := template.New("layout.html").Funcs(functions).ParseFS(embedded, "guide/layout.html")
	if err != nil {
		return err
	}
	for _, g := range guides() {
		t, err := layout.Clone()
		if err == nil {
			t, err = t.ParseFS(embedded, "guide/"+g.Name+".html")
		}
		if err != nil {
			return err
		}
		h.guides[g.URL()] = sync.OnceValue(func() *file { return write(t, o.about(g)) })
	}
	return nil
}

func (o Options) about(g guide) guideData {
	return guideData{
		Options: o, Guides: guides(), Page: g, Codes: apperror.Catalog(), States: states(), Changes: changes(),
		BaseURL: o.BaseURL(), Sandbox: o.SandboxURL(), IsSandbox: o.Mode == Sandbox,
	}
}

// write makes the page. What is embedded fits, or no test passes.
func write(t *template.Template, data guideData) *file {
	var page bytes.Buffer
	if err := t.Execute(&page, data); err != nil {
		panic(fmt.Errorf("docs page: %w", err))
	}
	return newFile(htmlType, page.Bytes())
}

// guideFunctions are what the templates of the guides call.
func guideFunctions() template.FuncMap {
	return template.FuncMap{"code": linkCode, "prose": prose}
}

// linkCode links to what the catalogue says of a code, and refuses one that it does not have.
func linkCode(code string) (template.HTML, error) {
	for _, d := range apperror.Catalog() {
		if string(d.Code) == code {
			return template.HTML(`<a href="` + Path + `/errors#` + code + `"><code>` + code + `</code></a>`), nil
		}
	}
	return "", fmt.Errorf("the catalogue has no code %q", code)
}

// span is a piece of a sentence of the catalogue; Code is set for what stands between backticks.
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
