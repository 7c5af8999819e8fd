// Package look has the colours, sizes, letters and mark of everything that people see of Crier. The
// interface is built with these files, and the documentation and the sandbox's pages serve them, so
// that all of it looks like one product.
package look

import (
	"embed"
	"html/template"
	"strings"
)

//go:embed tokens.css pages.css icon.svg instrument-sans-latin-wght-normal.woff2 instrument-sans-latin-ext-wght-normal.woff2 OFL.txt
var embedded embed.FS

//go:embed mark.svg
var mark string

// Mark returns the bell, to be drawn in a page beside the name; the stylesheet pages.css colours it
// in a ".brand".
func Mark() template.HTML { return template.HTML(strings.TrimSpace(mark)) }

// File is one of the files, with the type that it is served as.
type File struct {
	Name, Type string
	Body       []byte
}

// Files returns all of them. The stylesheets name the letters by their file names alone, so that
// these have to lie beside them. The licence is on the list because everybody who is given the
// letters has to be given it too.
func Files() ([]File, error) {
	const font, style = "font/woff2", "text/css; charset=utf-8"
	files := []File{
		{Name: "tokens.css", Type: style},
		{Name: "pages.css", Type: style},
		{Name: "icon.svg", Type: "image/svg+xml"},
		{Name: "instrument-sans-latin-wght-normal.woff2", Type: font},
		{Name: "instrument-sans-latin-ext-wght-normal.woff2", Type: font},
		{Name: "OFL.txt", Type: "text/plain; charset=utf-8"},
	}
	for i, f := range files {
		body, err := embedded.ReadFile(f.Name)
		if err != nil {
			return nil, err
		}
		files[i].Body = body
	}
	return files, nil
}
