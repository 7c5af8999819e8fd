package failpoint_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crier/platform/failpoint"
)

// TestNames_AreThePointsThatAreReached reads the whole program: each name is at one call, and each
// call has its name in the list, so that what goes through Names misses no step.
func TestNames_AreThePointsThatAreReached(t *testing.T) {
	t.Parallel()
	where := map[string][]string{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		return addPoints(where, path)
	})
	if err != nil {
		t.Fatal(err)
	}
	names := failpoint.Names()
	if !slices.IsSorted(names) || len(slices.Compact(names)) != len(failpoint.Names()) {
		t.Error("Names is not in the order of the alphabet, or has a name twice")
	}
	for _, name := range names {
		if len(where[name]) != 1 {
			t.Errorf("%s is reached at %d places: %v", name, len(where[name]), where[name])
		}
		delete(where, name)
	}
	for name, places := range where {
		t.Errorf("%s, reached at %v, is missing in Names", name, places)
	}
}

// addPoints notes where the calls of Reach in a file are.
func addPoints(where map[string][]string, path string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !isReach(call.Fun) {
			return true
		}
		name, place := "", files.Position(call.Pos()).String()
		if literal, ok := call.Args[0].(*ast.BasicLit); ok {
			// What does not unquote has no name.
			name, _ = strconv.Unquote(literal.Value)
		}
		where[name] = append(where[name], place)
		return true
	})
	return nil
}

func isReach(called ast.Expr) bool {
	selector, ok := called.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != "Reach" {
		return false
	}
	from, ok := selector.X.(*ast.Ident)
	return ok && from.Name == "failpoint"
}
