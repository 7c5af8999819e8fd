package e2e_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	// inBrackets is what the interface leaves out of a message: `technical` in its lib/failure.ts.
	inBrackets = regexp.MustCompile(`(?:\.? |^)\((?:crier |--)[^)]*\)|; see: crier [a-z ]+`)
	// ofTerminal is what only somebody with a terminal can follow.
	ofTerminal = regexp.MustCompile(`(?:^|[^\w/.-])crier [a-z%]|--[a-z]+-?[a-z]*\b|\b[Tt]erminal\b|Ctrl-C`)
	// shownParts are the files whose messages a page may show.
	shownParts = regexp.MustCompile(`^(?:modules|platform/(?:restart|objectstore))/`)
	// ofPrograms are the fields and the calls whose texts no page shows as a sentence: the
	// documentation of operations, the command that stands in a field of its own, and the log.
	ofPrograms = []string{"Summary", "Description", "Command", "command", "mend", "Debug", "Info", "Warn"}
	// ofStart are files whose texts are read where Crier is started or tested, and pages that say
	// how it is started.
	ofStart = map[string]string{
		"modules/golive/guide.go":                                   "constants of the field command",
		"modules/golive/steps.go":                                   "the field command",
		"modules/desktop/app/src/lib/failure.ts":                    "says that Crier is not running, and leaves commands out of messages",
		"modules/desktop/app/src/ui/ModeBar.svelte":                 "says that Crier is not running",
		"modules/desktop/app/src/pages/signed-out/SignedOut.svelte": "nobody is signed in",
	}
)

// terminals returns the texts of a Go file that send a person to a terminal.
func terminals(t *testing.T, path, source string) (found []string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field: // Its tag documents it.
			return n.Tag == nil
		case *ast.KeyValueExpr:
			key, ok := n.Key.(*ast.Ident)
			return !ok || !slices.Contains(ofPrograms, key.Name)
		case *ast.CallExpr:
			called, ok := n.Fun.(*ast.SelectorExpr)
			return !ok || !slices.Contains(ofPrograms, called.Sel.Name)
		case *ast.BasicLit:
			if n.Kind != token.STRING {
				return false
			}
			text, err := strconv.Unquote(n.Value)
			if err == nil && ofTerminal.MatchString(inBrackets.ReplaceAllString(text, "")) {
				found = append(found, fset.Position(n.Pos()).String()+": "+text)
			}
		}
		return true
	})
	return found
}

// TestTerminal: no text that the interface shows sends a person to a terminal. A message that the
// command line shares says first what to do; the command stands in brackets, which the interface
// leaves out, or in a field of its own.
func TestTerminal(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	report := func(path, what string) {
		if used[path] = true; ofStart[path] == "" {
			t.Errorf("%s: say what to do without a terminal, and put the command in brackets or in its own field", what)
		}
	}
	eachGoFile(t, func(path, source string) {
		if shownParts.MatchString(path) && !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, "test/") {
			for _, text := range terminals(t, path, source) {
				report(path, text)
			}
		}
	})
	comment := regexp.MustCompile(`(?m)/\*[^*]*\*/|<!--[^>]*-->|(?:^|\s)//.*$`)
	err := filepath.WalkDir("../modules/desktop/app/src", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains([]string{".ts", ".svelte"}, filepath.Ext(path)) || strings.HasSuffix(path, ".d.ts") {
			return err
		}
		source, err := os.ReadFile(path)
		words, _, _ := strings.Cut(string(source), "<style>")
		for _, line := range strings.Split(comment.ReplaceAllString(words, ""), "\n") {
			if found := ofTerminal.FindString(line); found != "" && !strings.Contains(found, "--") {
				report(strings.TrimPrefix(filepath.ToSlash(path), "../"), path+": "+strings.TrimSpace(line))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, why := range ofStart {
		if !used[path] {
			t.Errorf("%s names no command any more, where %s: take it off the list", path, why)
		}
	}
}
