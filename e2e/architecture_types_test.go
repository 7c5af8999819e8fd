package e2e_test

import (
	"fmt"
	"go/ast"
	"maps"
	"path/filepath"
	"slices"
	"testing"
)

// A type with more methods, or with methods in more files, is several types in one.
const mostMethods, mostFiles = 30, 3

// size is how many methods a type has, and in how many files they stand.
type size struct{ methods, files int }

// methodsOf counts the methods of every type that is declared in the packages, but for generated
// code.
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
