package e2e_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
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

// mayIssue reports whether a file may make an intent.Issuer. Anyone who has one can permit visible
// calls that no row of the ledger stands for, so that only the wiring makes one.
func mayIssue(file string) bool { return file == "module.go" }

// TestArchitecture_Issuers: outside of tests, only wiring calls intent.NewIssuer.
func TestArchitecture_Issuers(t *testing.T) {
	t.Parallel()
	const guarded = "crier/platform/intent"
	for _, p := range packages(t) {
		if p.ImportPath == guarded || !slices.Contains(p.Imports, guarded) {
			continue
		}
		for _, name := range p.GoFiles {
			if !mayIssue(name) && uses(parseFile(t, filepath.Join(p.Dir, name)), guarded, "NewIssuer") {
				t.Errorf("%s/%s calls intent.NewIssuer: the ledger of attempts alone issues permissions to make a visible call, and gets its issuer in module.go", p.ImportPath, name)
			}
		}
	}
}

// uses reports whether a file names what a package of ours exports, by whatever name it imports
// that package.
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
	if mayIssue("send.go") || !mayIssue("module.go") {
		t.Error("the files are told apart wrongly")
	}
}
