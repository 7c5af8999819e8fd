package httpapi

import (
	"cmp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// V1Version is the version of the v1 document.
const V1Version = "4.4.0"

// Introduction is the Markdown that the v1 document begins with.
type Introduction string

// Section is a section of a surface's document: a tag that operations name.
type Section struct {
	Name, Description string
	// Place says where it stands: the lower comes first, and those of one place are in the order of
	// their names.
	Place int
}

func v1Config(introduction Introduction) huma.Config {
	c := baseConfig("Crier API", V1Version)
	c.Info.Description = strings.TrimSpace(string(introduction))
	c.Info.Contact = &huma.Contact{Name: "The Crier project"}
	return c
}

func internalConfig() huma.Config {
	c := baseConfig("Crier internal API", "0")
	c.Info.Description = "What the program's own UI uses. It changes without notice; do not build on it."
	return c
}

// sections returns the sections that the routes bring, as a document has them.
func sections(routes []Routes) []*huma.Tag {
	var all []Section
	for _, r := range routes {
		if r.Section.Name != "" {
			all = append(all, r.Section)
		}
	}
	slices.SortFunc(all, func(a, b Section) int { return cmp.Or(a.Place-b.Place, strings.Compare(a.Name, b.Name)) })
	tags := make([]*huma.Tag, len(all))
	for i, section := range all {
		tags[i] = &huma.Tag{Name: section.Name, Description: section.Description}
	}
	return tags
}
