package e2e_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"testing"
)

// layered are the packages, with those below them, whose files have an order: no file uses what a
// file above it declares.
var layered = []string{
	"crier/modules/posts", "crier/modules/schedule/handoff", "crier/modules/media", "crier/platform/sandbox",
}

// TestArchitecture_Files checks the order of the files in the layered packages.
func TestArchitecture_Files(t *testing.T) {
	t.Parallel()
	checked := map[string]bool{}
	for _, p := range packages(t) {
		for _, root := range layered {
			if _, ok := within(p.ImportPath, root); !ok {
				continue
			}
			checked[root] = true
			fset := token.NewFileSet()
			var files []*ast.File
			for _, name := range p.GoFiles {
				file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, file)
			}
			for _, wrong := range judgeFiles(usesBetween(fset, files)) {
				t.Errorf("%s: %s", p.ImportPath, wrong)
			}
		}
	}
	if len(checked) != len(layered) {
		t.Errorf("of %q there are only %q", layered, slices.Sorted(maps.Keys(checked)))
	}
}

// fileUses has, for each file, the files that declare what it uses, each with one of the names.
type fileUses map[string]map[string]string

// usesBetween finds which file of a package uses functions, methods, types, variables and constants
// of which other file. Fields and the receivers of methods do not count. It does not read other
// packages: it leaves out values of their types, and ignores the errors that follow.
func usesBetween(fset *token.FileSet, files []*ast.File) fileUses {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	own, _ := (&types.Config{Importer: emptyImporter{}, Error: func(error) {}}).Check("p", fset, files, info)
	receivers := map[*ast.Ident]bool{}
	for _, file := range files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv != nil {
				ast.Inspect(fn.Recv, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						receivers[id] = true
					}
					return true
				})
			}
		}
	}
	uses := fileUses{}
	for id, object := range info.Uses {
		from, to := filepath.Base(fset.Position(id.Pos()).Filename), filepath.Base(fset.Position(object.Pos()).Filename)
		method, isFunc := object.(*types.Func)
		isMethod := isFunc && method.Signature().Recv() != nil
		if receivers[id] || object.Pkg() != own || from == to || object.Parent() != own.Scope() && !isMethod {
			continue
		}
		if uses[from] == nil {
			uses[from] = map[string]string{}
		}
		uses[from][to] = max(uses[from][to], object.Name())
	}
	return uses
}

// emptyImporter knows the names of packages, and none of their declarations.
type emptyImporter struct{}

func (emptyImporter) Import(importPath string) (*types.Package, error) {
	p := types.NewPackage(importPath, path.Base(importPath))
	p.MarkComplete()
	return p, nil
}

// judgeFiles names the uses that lead back to their own file.
func judgeFiles(uses fileUses) (wrong []string) {
	for _, from := range slices.Sorted(maps.Keys(uses)) {
		for _, to := range slices.Sorted(maps.Keys(uses[from])) {
			if leadsTo(uses, to, from, map[string]bool{}) {
				wrong = append(wrong, fmt.Sprintf("%s uses %s of %s, which uses %s in turn, or by way of others; move it below both", from, uses[from][to], to, from))
			}
		}
	}
	return wrong
}

func leadsTo(uses fileUses, from, to string, seen map[string]bool) bool {
	if from == to {
		return true
	}
	seen[from] = true
	for next := range uses[from] {
		if !seen[next] && leadsTo(uses, next, to, seen) {
			return true
		}
	}
	return false
}

// TestArchitecture_FileRules shows that the rule above refuses what it should.
func TestArchitecture_FileRules(t *testing.T) {
	t.Parallel()
	const low = "type T struct{ n int }\nfunc low() *T { return nil }\n"
	for _, c := range []struct {
		name, low, high string
		isRefused       bool
	}{
		{"a use of what is below", low, "func high() { low().n++ }", false},
		{"a method of a type below", low + "func (t *T) a() {}", "func (t *T) high() { t.a() }", false},
		{"a function above", low + "func a() { high() }", "func high() { low() }", true},
		{"a method above", low + "func a(t *T) { t.high() }", "func (t *T) high() { low() }", true},
		{"a type above", low + "var a high", "type high struct{ *T }", true},
		{"a constant above", low + "var a = high", "const high = 1\nvar b = low()", true},
		{"a method of a type above", low + "func (h high) a() {}", "type high struct{ *T }", false},
		{"in what comes of another package", `import "fmt"; func a(e error) { fmt.Println(fmt.As[*high](e)) };` + low, "type high struct{ T }", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			fset := token.NewFileSet()
			var files []*ast.File
			for name, source := range map[string]string{"low.go": c.low, "high.go": c.high} {
				file, err := parser.ParseFile(fset, name, "package p;"+source, parser.SkipObjectResolution)
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, file)
			}
			if wrong := judgeFiles(usesBetween(fset, files)); (len(wrong) > 0) != c.isRefused {
				t.Errorf("%q", wrong)
			}
		})
	}
}
