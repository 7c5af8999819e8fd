package e2e_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"testing"
)

// A type with more methods, or with methods in more files, is really several types.
const mostMethods, mostFiles = 30, 3

// size is how many methods a type has, and in how many files they stand.
type size struct{ methods, files int }

// methodsOf counts the methods of every type of the packages, except in generated code.
func methodsOf(t *testing.T, all []pkg) map[string]size {
	t.Helper()
	sizes := map[string]size{}
	for _, p := range all {
		files := map[string]map[string]bool{}
		for _, name := range p.GoFiles {
			file := parseFile(t, filepath.Join(p.Dir, name))
			if ast.IsGenerated(file) {
				continue
			}
			for _, decl := range file.Decls {
				fn, ok := decl.(*ast.FuncDecl)
				if !ok || fn.Recv == nil {
					continue
				}
				of := p.ImportPath + "." + receiverOf(fn.Recv.List[0].Type)
				if files[of] == nil {
					files[of] = map[string]bool{}
				}
				files[of][name] = true
				sizes[of] = size{sizes[of].methods + 1, len(files[of])}
			}
		}
	}
	return sizes
}

// receiverOf returns the name of a receiver's type, without its pointer and its type parameters.
func receiverOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverOf(e.X)
	case *ast.IndexExpr:
		return receiverOf(e.X)
	case *ast.IndexListExpr:
		return receiverOf(e.X)
	case *ast.Ident:
		return e.Name
	}
	return fmt.Sprintf("%T", e)
}

// judgeSize says what is wrong with a type's size, "" when nothing is.
func judgeSize(name string, is size) string {
	if is.methods <= mostMethods && is.files <= mostFiles {
		return ""
	}
	return fmt.Sprintf("%s has %d methods in %d files; more than %d, or in more than %d, are several types: tell them apart",
		name, is.methods, is.files, mostMethods, mostFiles)
}

// TestArchitecture_Types bounds how large types get. There are no exceptions.
func TestArchitecture_Types(t *testing.T) {
	t.Parallel()
	sizes := methodsOf(t, packages(t))
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		if wrong := judgeSize(name, sizes[name]); wrong != "" {
			t.Error(wrong)
		}
	}
}

// TestArchitecture_TypeRules shows that the rule above refuses what it should.
func TestArchitecture_TypeRules(t *testing.T) {
	t.Parallel()
	for is, isRefused := range map[size]bool{{30, 3}: false, {31, 1}: true, {4, 4}: true, {40, 5}: true} {
		if wrong := judgeSize("crier/platform/x.T", is); (wrong != "") != isRefused {
			t.Errorf("%+v: %q", is, wrong)
		}
	}
}

// bags returns the exported structs of a package that hide all their fields, export no method and
// are made by no exported function: other packages could only pass them around. An exported type
// without an exported field is fine as a service, whose methods others call, or as a handle, which
// a function returns and others pass back.
func bags(files []*ast.File) (names []string) {
	hidden, served := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				uses := decl.Recv
				if uses == nil {
					uses = decl.Type.Results
				}
				if uses != nil && decl.Name.IsExported() {
					served[receiverOf(uses.List[0].Type)] = true
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					of, ok := spec.(*ast.TypeSpec)
					if !ok || !of.Name.IsExported() {
						continue
					}
					if fields, ok := of.Type.(*ast.StructType); ok && len(fields.Fields.List) > 0 {
						hidden[of.Name.Name] = !slices.ContainsFunc(fields.Fields.List, isOpen)
					}
				}
			}
		}
	}
	for name, isHidden := range hidden {
		if isHidden && !served[name] {
			names = append(names, name)
		}
	}
	return names
}

// isOpen reports whether other packages see a field, or the methods of an embedded one.
func isOpen(field *ast.Field) bool {
	return len(field.Names) == 0 || slices.ContainsFunc(field.Names, (*ast.Ident).IsExported)
}

// TestArchitecture_Bags keeps packages from exporting types that others could only pass around.
func TestArchitecture_Bags(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		var files []*ast.File
		for _, name := range p.GoFiles {
			if file := parseFile(t, filepath.Join(p.Dir, name)); !ast.IsGenerated(file) {
				files = append(files, file)
			}
		}
		for _, name := range bags(files) {
			t.Errorf("%s.%s hides all its fields, and has neither an exported method nor a function that makes it: unexport it, or give it what others need", p.ImportPath, name)
		}
	}
}

// TestArchitecture_BagRules shows what the rule above refuses.
func TestArchitecture_BagRules(t *testing.T) {
	t.Parallel()
	for source, isRefused := range map[string]bool{
		"type T struct{ n int }":                                        true,
		"type T struct{ n int }; func (t T) own() {}":                   true,
		"type T struct{ n int }; func newT() *T { return nil }":         true,
		"type T struct{ n int }; func (t *T) Do() {}":                   false,
		"type T struct{ n int }; func New() (*T, error) { return nil }": false,
		"type T struct{ N, n int }":                                     false,
		"type T struct{ *S }":                                           false,
		"type T struct{}":                                               false,
		"type t struct{ n int }":                                        false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x; "+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := bags([]*ast.File{file}); (len(got) > 0) != isRefused {
			t.Errorf("%s: refused %v", source, got)
		}
	}
}
