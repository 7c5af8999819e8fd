package docs

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"sync"

	"crier/platform/apperror"
	"crier/platform/httpapi/docspage"
	"crier/platform/limits"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// usualURL is the address that the pages name, which is that of a service that nobody has
// configured.
const usualURL = "http://127.0.0.1:7171"

var (
	modePattern = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)<!-- (sandbox|live|repository) -->\n(.*?)<!-- end -->\n`)
	})
	commentPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)<!--.*?-->\n?`) })
	// servedPattern is an address of the documentation that stands as code.
	servedPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^/docs(/[a-z-]+)?$`) })
)

// render returns the HTML of a page for the service at a place.
func render(body string, place docspage.Place) (template.HTML, error) {
	mode := map[bool]string{true: "sandbox", false: "live"}[place.IsSandbox]
	body = modePattern().ReplaceAllStringFunc(body, func(part string) string {
		if m := modePattern().FindStringSubmatch(part); m[1] == mode {
			return m[2]
		}
		return ""
	})
	granted := fmt.Sprintf("This service grants a key **%d requests a minute** and **%d requests an hour**; its `RateLimit-Policy` is `%s`.\n",
		place.Limits.PerMinute, place.Limits.PerHour, place.Limits.Policy)
	body = strings.NewReplacer("<!-- limits -->\n", granted, "<!-- network limits -->\n", networkLimits(limits.Current()), "<!-- life cycle -->\n", lifeCycle+"\n").Replace(body)
	body = commentPattern().ReplaceAllString(body, "")
	if place.URL != "" {
		body = strings.ReplaceAll(body, usualURL, place.URL)
	}
	var b bytes.Buffer
	if err := converter().Convert([]byte(body), &b); err != nil {
		return "", fmt.Errorf("render Markdown: %w", err)
	}
	before, after, hasLifeCycle := strings.Cut(b.String(), "<p>"+lifeCycle+"</p>")
	if !hasLifeCycle {
		return template.HTML(before), nil
	}
	diagram, err := drawLifeCycle()
	return template.HTML(before + strings.TrimSpace(diagram) + after), err
}

// lifeCycle is a paragraph of the Markdown that the diagram replaces.
const lifeCycle = "LIFECYCLE"

// converter makes HTML of Markdown. HTML in the Markdown does not pass.
func converter() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.NewTable()),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(links{}, 100))),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(boxes{}, 100))),
	)
}

// links has links between pages lead to where the program serves them, and takes away those to
// files that it does not have.
type links struct{}

// Transform changes the document.
func (links) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var found []ast.Node
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && slices.Contains([]ast.NodeKind{ast.KindLink, ast.KindImage, ast.KindCodeSpan}, n.Kind()) {
			found = append(found, n)
		}
		return ast.WalkContinue, nil
	})
	for _, n := range found {
		switch n := n.(type) {
		case *ast.Image:
			if !picturePattern().Match(n.Destination) {
				n.Parent().RemoveChild(n.Parent(), n)
			}
		case *ast.Link:
			if to, ok := served(string(n.Destination)); ok {
				n.Destination = []byte(to)
				continue
			}
			for n.FirstChild() != nil {
				n.Parent().InsertBefore(n.Parent(), n, n.FirstChild())
			}
			n.Parent().RemoveChild(n.Parent(), n)
		case *ast.CodeSpan:
			text := string(n.Text(reader.Source())) //nolint:staticcheck // A code span has nothing but text.
			if to := explained(text); to != "" && n.Parent().Kind() != ast.KindLink {
				link := ast.NewLink()
				link.Destination = []byte(to)
				n.Parent().ReplaceChild(n.Parent(), n, link)
				link.AppendChild(link, n)
			}
		}
	}
}

// explained returns where the program explains what stands as code: a page by its address, or a
// code of the catalogue of errors. It is empty for everything else.
func explained(code string) string {
	if servedPattern().MatchString(code) {
		return code
	}
	if slices.ContainsFunc(apperror.Catalog(), func(d apperror.Definition) bool { return string(d.Code) == code }) {
		return docspage.Path + "/errors#" + code
	}
	return ""
}

// served returns the address of what a link of the repository leads to, and false where the program
// does not serve it.
func served(link string) (string, bool) {
	file, anchor, hasAnchor := strings.Cut(link, "#")
	if hasAnchor {
		anchor = "#" + anchor
	}
	name, isPage := strings.CutSuffix(file, ".md")
	switch {
	case file == "":
		return anchor, true
	case file == contentsFile:
		return docspage.Path + "/" + contentsName + anchor, true
	case isPage && !strings.Contains(name, "/"):
		return docspage.Path + "/" + name + anchor, true
	}
	return "", false
}

// boxes renders what can be wider than the page: tables, pictures, and blocks of code. It marks
// blocks that a test runs.
type boxes struct{}

// RegisterFuncs takes these kinds from the renderer of the library.
func (boxes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(extended.KindTable, func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.WriteString("<div class=\"table\"><table>\n")
		} else {
			_, _ = w.WriteString("</table></div>\n")
		}
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindImage, writePicture)
	r.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		block, ok := node.(*ast.FencedCodeBlock)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		opening := "<pre><code>"
		if block.Info != nil && string(block.Info.Segment.Value(source)) == "sh run" {
			opening = `<pre class="run"><code>`
		}
		_, _ = w.WriteString(opening)
		_, _ = w.WriteString(template.HTMLEscapeString(strings.TrimSuffix(string(block.Lines().Value(source)), "\n")))
		_, _ = w.WriteString("</code></pre>\n")
		return ast.WalkSkipChildren, nil
	})
}

// networkLimits returns the limits that the service goes by as a table.
func networkLimits(t *limits.Table) string {
	var b strings.Builder
	b.WriteString("| name | what | limit | how sure | source |\n|---|---|---|---|---|\n")
	for _, l := range t.Limits {
		value := l.Text()
		if !strings.Contains(value, ":") {
			value += " " + l.Unit
		}
		if l.IsOwn() {
			value += " (limits.json)"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s, %s | %s |\n", l.Name, l.For, value, l.Confidence, l.Confirmed, l.Source)
	}
	return b.String()
}
