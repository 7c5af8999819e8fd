package e2e_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayIssue reports whether a file of a package may make an intent.Issuer. A file with an issuer can
// permit visible calls without a row of the ledger, so only the wiring of the ledger makes one.
func mayIssue(pkg, file string) bool {
	return pkg == "crier/modules/posts/publish" && file == "module.go"
}

// TestArchitecture_Issuers: outside of tests, only the wiring of the ledger calls intent.NewIssuer.
func TestArchitecture_Issuers(t *testing.T) {
	t.Parallel()
	const guarded = "crier/platform/intent"
	for _, p := range packages(t) {
		if p.ImportPath == guarded || !slices.Contains(p.Imports, guarded) {
			continue
		}
		for _, name := range p.GoFiles {
			if !mayIssue(p.ImportPath, name) && uses(parseFile(t, filepath.Join(p.Dir, name)), guarded, "NewIssuer") {
				t.Errorf("%s/%s calls intent.NewIssuer: the ledger of attempts alone issues permissions to make a visible call, and gets its issuer in module.go", p.ImportPath, name)
			}
		}
	}
}

// uses reports whether a file uses a name that one of our packages exports, whatever the import is
// called.
func uses(file *ast.File, path, what string) (found bool) {
	as := ""
	for _, i := range file.Imports {
		if strings.Trim(i.Path.Value, `"`) != path {
			continue
		}
		if as = path[strings.LastIndex(path, "/")+1:]; i.Name != nil {
			as = i.Name.Name
		}
	}
	if as == "" {
		return false
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			of, ok := n.X.(*ast.Ident)
			found = found || ok && of.Name == as && n.Sel.Name == what
		case *ast.Ident:
			found = found || as == "." && n.Name == what
		}
		return !found
	})
	return found
}

// TestArchitecture_IssuerRules shows that a call is seen, whatever it is named.
func TestArchitecture_IssuerRules(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]bool{
		`import "crier/platform/intent"; var i = intent.NewIssuer()`:    true,
		`import own "crier/platform/intent"; var f = own.NewIssuer`:     true,
		`import . "crier/platform/intent"; var i = NewIssuer()`:         true,
		`import "crier/platform/intent"; var i intent.Issuer`:           false,
		`import intent "crier/modules/posts"; var i = intent.NewIssuer`: false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x; "+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := uses(file, "crier/platform/intent", "NewIssuer"); got != want {
			t.Errorf("%s: %t", source, got)
		}
	}
	const engine = "crier/modules/posts/publish"
	if mayIssue(engine, "send.go") || mayIssue("crier/modules/storyrepost", "module.go") || !mayIssue(engine, "module.go") {
		t.Error("the files are told apart wrongly")
	}
}

// visiblePaths are parts of the networks' paths and requests that make something visible.
var visiblePaths = []string{
	"media_publish", "feed", "photos", "videos", "photo_stories", "video_stories", "video_reels", "live_videos", "finish",
	"configure", "configure_to_story", "configure_to_reel", "configure_to_clips", "configure_sidecar", "comments", "replies", "messages",
}

// unseen are the functions that contain such a path and make nothing visible, with the names in
// them that show why.
var unseen = map[string][]string{
	"crier/platform/graph.Comments":       {"readAll"},              // It reads.
	"crier/platform/graph.PageVideos":     {"pageList"},             // It reads.
	"crier/platform/graph.StagePagePhoto": {"published", "false"},   // Nobody sees the photo.
	"crier/platform/native.OwnStories":    {"pathStories", "query"}, // It reads.
}

// isVisible reports whether a text contains one of the visiblePaths.
func isVisible(text string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == '?' }), func(part string) bool {
		return slices.Contains(visiblePaths, part)
	})
}

// texts returns the strings and the names in a piece of code.
func texts(n ast.Node) (literals, names []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				literals = append(literals, text)
			}
		case *ast.Ident:
			names = append(names, n.Name)
		}
		return true
	})
	return literals, names
}

// visibleNames returns the constants and variables of a package that hold a visible path.
func visibleNames(files []*ast.File) (names []string) {
	for _, file := range files {
		for _, decl := range file.Decls {
			of, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range of.Specs {
				values, ok := spec.(*ast.ValueSpec)
				if !ok {
					continue
				}
				for i, name := range values.Names {
					if i < len(values.Values) {
						if literals, _ := texts(values.Values[i]); slices.ContainsFunc(literals, isVisible) {
							names = append(names, name.Name)
						}
					}
				}
			}
		}
	}
	return names
}

// intents returns the names of a function's parameters that are Intents.
func intents(fn *ast.FuncDecl) (names []string) {
	for _, field := range fn.Type.Params.List {
		of, ok := field.Type.(*ast.SelectorExpr)
		if !ok || of.Sel.Name != "Intent" {
			continue
		}
		if in, ok := of.X.(*ast.Ident); !ok || in.Name != "intent" {
			continue
		}
		for _, name := range field.Names {
			names = append(names, name.Name)
		}
	}
	return names
}

// unpermitted returns the functions of a package that contain a visible path, and neither use an
// Intent parameter nor are among the unseen. known are the unseen functions that it has found.
func unpermitted(path string, files []*ast.File) (wrong, known []string) {
	constants := visibleNames(files)
	for _, file := range files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			literals, names := texts(fn.Body)
			if !slices.ContainsFunc(literals, isVisible) && !slices.ContainsFunc(names, func(name string) bool { return slices.Contains(constants, name) }) {
				continue
			}
			name := path + "." + fn.Name.Name
			why, isUnseen := unseen[name]
			isUnseen = isUnseen && !slices.ContainsFunc(why, func(part string) bool { return !slices.Contains(append(literals, names...), part) })
			isPermitted := slices.ContainsFunc(intents(fn), func(i string) bool { return i != "_" && slices.Contains(names, i) })
			switch {
			case isUnseen:
				known = append(known, name)
			case !isPermitted:
				wrong = append(wrong, name)
			}
		}
	}
	return wrong, known
}

// TestArchitecture_VisibleCalls: a function that makes something visible at a network takes an
// Intent and uses it, so that the compiler refuses the call without a row of the ledger.
func TestArchitecture_VisibleCalls(t *testing.T) {
	t.Parallel()
	var known []string
	for _, p := range packages(t) {
		if p.ImportPath != "crier/platform/graph" && p.ImportPath != "crier/platform/native" {
			continue
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			files = append(files, parseFile(t, filepath.Join(p.Dir, name)))
		}
		wrong, met := unpermitted(p.ImportPath, files)
		for _, name := range wrong {
			t.Errorf("%s names a path by which something becomes visible: take an intent.Intent and spend it, or say in unseen why nobody sees it", name)
		}
		known = append(known, met...)
	}
	if len(known) != len(unseen) {
		t.Errorf("of the functions in unseen there are only %v", known)
	}
}

// TestArchitecture_VisibleRules shows what the rule above refuses.
func TestArchitecture_VisibleRules(t *testing.T) {
	t.Parallel()
	for source, isRefused := range map[string]bool{
		`func (c *C) Publish(i intent.Intent) { c.post("media_publish", i) }`:      false,
		`func (c *C) Publish() { c.post("media_publish") }`:                        true,
		`func (c *C) Publish(_ intent.Intent) { c.post("media_publish") }`:         true,
		`func (c *C) Publish(i intent.Intent) { c.post("media_publish") }`:         true,
		`func (c *C) Publish(i other.Intent) { c.post("media_publish", i) }`:       true,
		`const to = "/media/configure_to_story/"; func Configure() { post(to) }`:   true,
		`func Finish() { post(values{"upload_phase": {"finish"}}) }`:               true,
		`func Post(page string) { post(page + "/feed?fields=id") }`:                true,
		`func PageVideos() { post("videos") }`:                                     true,
		`func StagePagePhoto() { post("photos", values{"published": {"true"}}) }`:  true,
		`func StagePagePhoto() { post("photos", values{"published": {"false"}}) }`: false,
		`func Read() { get("media", "id,caption,feedback") }`:                      false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x; "+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if wrong, _ := unpermitted("crier/platform/graph", []*ast.File{file}); (len(wrong) > 0) != isRefused {
			t.Errorf("%s: refused %v", source, wrong)
		}
	}
}
