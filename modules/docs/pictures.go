package docs

import (
	"embed"
	"fmt"
	"html"
	"regexp"
	"strings"
	"sync"

	"crier/platform/httpapi/docspage"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// PictureWidth and PictureHeight are the size of each picture of a screen.
const (
	PictureWidth  = 1280
	PictureHeight = 800
)

// pictures are the screens of the interface, each in the light and in the dark. A test of the
// interface takes them: "make picture".
//
//go:embed pages/pictures/*.webp
var pictures embed.FS

// picturePattern is a picture of a screen in the light, as the pages name it; one in the dark
// stands beside it.
var picturePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^pictures/([a-z]+)-light\.webp$`) })

// Book returns the documentation.
func Book() docspage.Book {
	return docspage.Book{Pages: Pages, DemoAccount: demoAccount, Pictures: func() (map[string][]byte, error) {
		entries, err := pictures.ReadDir("pages/pictures")
		if err != nil {
			return nil, err
		}
		all := make(map[string][]byte, len(entries))
		for _, entry := range entries {
			if all[entry.Name()], err = pictures.ReadFile("pages/pictures/" + entry.Name()); err != nil {
				return nil, err
			}
		}
		return all, nil
	}}
}

// writePicture renders a picture of a screen: of the two the browser shows that of its own theme.
func writePicture(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	image, ok := node.(*ast.Image)
	if !ok || !entering {
		return ast.WalkContinue, nil
	}
	m := picturePattern().FindSubmatch(image.Destination)
	var alt strings.Builder
	for child := image.FirstChild(); child != nil; child = child.NextSibling() {
		if text, ok := child.(*ast.Text); ok {
			alt.Write(text.Segment.Value(source))
		}
	}
	address := docspage.PicturesPath + string(m[1])
	_, _ = fmt.Fprintf(w, `<picture><source media="(prefers-color-scheme: dark)" srcset="%[1]s-dark.webp"><img src="%[1]s-light.webp" alt="%s" width="%d" height="%d" loading="lazy"></picture>`,
		address, html.EscapeString(alt.String()), PictureWidth, PictureHeight)
	return ast.WalkSkipChildren, nil
}
