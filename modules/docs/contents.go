package docs

import (
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"regexp"
	"strings"
	"sync"

	"crier/platform/httpapi/docspage"
)

// demoAccount is the id under which crier.demo.bakery, an account of the sandbox network, is
// connected in every new folder.
const demoAccount = "11111111-1111-4111-8111-111111111111"

//go:embed pages/*.md
var embedded embed.FS

const (
	contentsFile = "README.md"
	contentsName = "contents"
)

// entryPattern is a line of the contents, such as "- [Title](name.md): what it is for".
var entryPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^- \[([^]]+)\]\(([a-z-]+)\.md\): (.+)$`) })

// Pages returns the pages that the contents list, in their order, after the contents themselves.
func Pages() ([]docspage.Page, error) {
	list, err := fs.ReadFile(embedded, "pages/"+contentsFile)
	if err != nil {
		return nil, err
	}
	first, err := page(contentsFile, contentsName)
	if err != nil {
		return nil, err
	}
	pages, section := []docspage.Page{first}, ""
	for line := range strings.Lines(string(list)) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			section = heading
		}
		m := entryPattern().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		p, err := page(m[2]+".md", m[2])
		if err != nil {
			return nil, err
		}
		p.Section, p.About = section, m[3]
		if p.Title != m[1] {
			return nil, fmt.Errorf("page %s: its title is %q, and the contents say %q", m[2], p.Title, m[1])
		}
		pages = append(pages, p)
	}
	return pages, nil
}

func page(file, name string) (docspage.Page, error) {
	source, err := fs.ReadFile(embedded, "pages/"+file)
	if err != nil {
		return docspage.Page{}, err
	}
	title, body, ok := strings.Cut(string(source), "\n")
	title, marked := strings.CutPrefix(title, "# ")
	if !ok || !marked {
		return docspage.Page{}, fmt.Errorf("page %s does not begin with its title", name)
	}
	return docspage.Page{
		Name: name, Title: title,
		Content: func(place docspage.Place) (template.HTML, error) { return render(body, place) },
	}, nil
}
