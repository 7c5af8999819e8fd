package e2e_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// seeded are the names of math/rand/v2 that draw from a source which is given a seed. Its other
// functions draw from the source of the process, whose seed nobody knows.
var seeded = []string{"New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "Source", "PCG", "ChaCha8", "Zipf"}

// unseeded returns the functions by which a file draws from the source of the process, each once,
// whatever the import is called.
func unseeded(file *ast.File) (names []string) {
	as := ""
	for _, i := range file.Imports {
		if path := strings.Trim(i.Path.Value, `"`); path == "math/rand/v2" || path == "math/rand" {
			if as = "rand"; i.Name != nil {
				as = i.Name.Name
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			if of, ok := selector.X.(*ast.Ident); ok && of.Name == as && !slices.Contains(slices.Concat(seeded, names), selector.Sel.Name) {
				names = append(names, selector.Sel.Name)
			}
		}
		return true
	})
	return names
}

// TestArchitecture_Draws: every test that draws has a seed, so that a failure can be repeated.
func TestArchitecture_Draws(t *testing.T) {
	t.Parallel()
	eachGoFile(t, func(path, source string) {
		if !strings.HasSuffix(path, "_test.go") || !strings.Contains(source, `"math/rand`) {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if names := unseeded(file); len(names) > 0 {
			t.Errorf("%s draws by %s of the process: draw from rand.New with a fixed seed, or with e2e.DrawnSeed, which says how to repeat a failure", path, strings.Join(names, ", "))
		}
	})
}

// TestArchitecture_DrawRules shows that a draw without a seed is seen, whatever it is named.
func TestArchitecture_DrawRules(t *testing.T) {
	t.Parallel()
	for source, want := range map[string][]string{
		`import "math/rand/v2"; var i = rand.IntN(2)`:                                    {"IntN"},
		`import "math/rand"; var f = rand.Float64`:                                       {"Float64"},
		`import chance "math/rand/v2"; var u = chance.N(chance.Uint64())`:                {"N", "Uint64"},
		`import "math/rand/v2"; var i = rand.New(rand.NewPCG(1, 2)).IntN(2)`:             nil,
		`import "math/rand/v2"; func f(random *rand.Rand) int { return random.IntN(2) }`: nil,
		`import "crypto/rand"; var r = rand.Reader`:                                      nil,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x; "+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := unseeded(file); !slices.Equal(got, want) {
			t.Errorf("%s: %q", source, got)
		}
	}
}
