package docspage

import (
	"fmt"
	"html/template"
	"slices"

	"crier/platform/httpapi/static"
)

// Page is a page of prose that a module provides.
type Page struct {
	// Section is the heading of the navigation above the page, empty for the page that lists all of
	// them.
	Section string
	// Name is the last part of its address, and Title its heading. About says in a line what it is
	// for.
	Name, Title, About string
	// Content returns the page below its title. It is called when the page is first read or
	// searched.
	Content func(Place) (template.HTML, error)
}

// Book is the documentation that a module provides.
type Book struct {
	// Pages returns pages in the order of the navigation. It is called once; nil means none.
	Pages func() ([]Page, error)
	// DemoAccount is the id of an account of the sandbox network. The reference uses it in its
	// examples in sandbox mode.
	DemoAccount string
	// Pictures returns the pictures of the pages, as WebP by file name, which are served below
	// PicturesPath. It is called when one is first requested; nil means none.
	Pictures func() (map[string][]byte, error)
}

// PicturesPath is the prefix of the pictures' addresses.
const PicturesPath = Path + "/pictures/"

func (b Book) pictureFiles() (map[string]*static.File, error) {
	if b.Pictures == nil {
		return nil, nil
	}
	all, err := b.Pictures()
	if err != nil {
		return nil, fmt.Errorf("the pictures of the pages: %w", err)
	}
	files := make(map[string]*static.File, len(all))
	for name, body := range all {
		files[name] = static.New("image/webp", body)
	}
	return files, nil
}

func (o Options) account() string {
	if o.Mode != Sandbox {
		return ""
	}
	return o.Book.DemoAccount
}

// Place describes the service that serves a page.
type Place struct {
	// URL is the service's address.
	URL string
	// IsSandbox says that the service publishes to the sandbox only.
	IsSandbox bool
	// Limits are the request budgets of an API key.
	Limits Limits
}

// URL returns where the page is served.
func (p Page) URL() string { return Path + "/" + p.Name }

// chapter is a section of the navigation.
type chapter struct {
	Name  string
	Pages []Page
}

// guideSection is the section of the guides, which follow its other pages.
const guideSection = "API"

// chapters groups the pages by their sections, in the order of the first page of each. Guides
// follow the other pages of their section.
func chapters(pages []Page) []chapter {
	var all []chapter
	for _, p := range pages {
		i := slices.IndexFunc(all, func(c chapter) bool { return c.Name == p.Section })
		if i < 0 {
			all, i = append(all, chapter{Name: p.Section}), len(all)
		}
		all[i].Pages = append(all[i].Pages, p)
	}
	return all
}
