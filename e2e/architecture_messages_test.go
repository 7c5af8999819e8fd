package e2e_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// worded are the fields whose sentences are for people: messages of posts, jobs and errors, and
	// the texts of steps.
	worded = []string{"ErrorMessage", "LastError", "SettledMessage", "Message", "UserMessage", "Plain", "Text", "Evidence", "DeleteError"}
	// comparing are the functions of package strings that look into a text, rather than change it.
	comparing = []string{"Contains", "ContainsAny", "ContainsFunc", "HasPrefix", "HasSuffix", "Cut", "CutPrefix", "CutSuffix", "Index", "LastIndex", "Count", "EqualFold", "Compare"}
	// comparesInSQL and comparesInScript find the same in statements, and in the interface and the
	// worker.
	comparesInSQL    = regexp.MustCompile(`(?i)(?:substr|instr)\(\s*(?:\w+\.)?(?:error_message|last_error|settled_message|text)\b|\b(?:error_message|last_error|settled_message)\s+(?:NOT\s+)?(?:LIKE|GLOB|REGEXP|IN)\b|\b(?:WHERE|AND|OR|WHEN|CASE)\s+(?:\w+\.)?(?:error_message|last_error|settled_message)\s*(?:=|<>|!=|IS\s+(?:NOT\s+)?NULL)`)
	comparesInScript = regexp.MustCompile(`(?i)(?:\b(?:errorMessage|error_message|lastError|last_error)\b|\.message\b|\bstep\.text\b|\bsaid\b|\bs\.text\b)(?: \?\? '')?\)?(?:\?\.|!?\.)(?:startsWith|endsWith|includes|match|search|indexOf|split|localeCompare)\(|\.(?:test|exec)\([^()]*(?:\b(?:errorMessage|error_message|lastError|last_error)\b|\.message\b|\bstep\.text\b|\bs\.text\b)|(?:\b(?:errorMessage|error_message|lastError|last_error)\b|\.message\b|\bstep\.text\b)\s*[!=]==?\s*['"` + "`" + `\w](?:[^u]|u[^n])`)
)

// ofOthers are the files that read the words of programs of others, which have no code for what
// they say, and those that take back a sentence of their own.
var ofOthers = map[string]string{
	"cmd/crier/import_problems.go":                "v1, which is frozen, has one code for every upload that failed",
	"platform/graph/pageslist.go":                 "the network has one code for every wrong parameter",
	"platform/graph/status.go":                    "the network's state of a container comes before a colon",
	"modules/posts/publish/page/reading.go":       "a post on the Page is known by its caption, whose field is Text",
	"modules/posts/publish/comment/comment.go":    "a comment is known by what it says, whose field is Text",
	"platform/httpapi/classify.go":                "huma's findings have no code",
	"platform/native/classify.go":                 "the words of the app's API are its codes",
	"platform/objectstore/bucket/explain.go":      "the store has one code for every wrong argument",
	"modules/posts/quarantine/store.go":           "the sentence of a held post is taken back where it still stands, and decides nothing",
	"modules/desktop/app/src/pages/post/words.ts": "what is shown of an answer in short, which decides nothing",
}

// comparedMessages returns where a file decides by the text of a message: a function that looks
// into one, a regular expression for one, and a comparison with a text.
func comparedMessages(fset *token.FileSet, file *ast.File) (found []string) {
	note := func(n ast.Node) { found = append(found, fset.Position(n.Pos()).String()) }
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if looksInto(n.Fun) && slices.ContainsFunc(n.Args, isMessage) {
				note(n)
			}
		case *ast.BinaryExpr:
			isCompared := n.Op == token.EQL || n.Op == token.NEQ
			if isCompared && (isMessage(n.X) && isText(n.Y) || isMessage(n.Y) && isText(n.X)) {
				note(n)
			}
		case *ast.SwitchStmt:
			if n.Tag != nil && isMessage(n.Tag) {
				note(n)
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && comparesInSQL.MatchString(n.Value) {
				note(n)
			}
		}
		return true
	})
	return found
}

// looksInto reports whether a function compares a text: one of package strings, or a method of a
// regular expression.
func looksInto(fun ast.Expr) bool {
	selector, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if of, ok := selector.X.(*ast.Ident); ok && of.Name == "strings" {
		return slices.Contains(comparing, selector.Sel.Name)
	}
	return selector.Sel.Name == "MatchString" || strings.HasPrefix(selector.Sel.Name, "FindString")
}

// isMessage reports whether an expression is a message, or is made from one by calls.
func isMessage(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return isMessage(e.X)
	case *ast.StarExpr:
		return isMessage(e.X)
	case *ast.SelectorExpr:
		return slices.Contains(worded, e.Sel.Name)
	case *ast.CallExpr:
		if selector, ok := e.Fun.(*ast.SelectorExpr); ok && selector.Sel.Name == "Error" && len(e.Args) == 0 {
			return true
		}
		return slices.ContainsFunc(e.Args, isMessage)
	}
	return false
}

// isText reports whether an expression is a text that is not empty: a literal, or a constant by its
// name. Whether there is a message is no question of its words.
func isText(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.STRING && e.Value != `""`
	case *ast.BinaryExpr:
		return e.Op == token.ADD
	case *ast.Ident:
		return e.Name != "nil"
	}
	return false
}

// TestArchitecture_Messages: nothing is decided by the text of a message. What is decided is a
// column or a code, and a sentence can be reworded.
func TestArchitecture_Messages(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	report := func(path, where string) {
		path = strings.TrimPrefix(filepath.ToSlash(path), "../")
		if used[path] = true; ofOthers[path] == "" {
			t.Errorf("%s decides by the text of a message: store what it says in a column, or give it a code", where)
		}
	}
	eachGoFile(t, func(path, source string) {
		slashed := filepath.ToSlash(path)
		if strings.HasSuffix(slashed, "_test.go") || strings.Contains(slashed, "/e2e/") || strings.HasPrefix(slashed, "e2e/") || strings.Contains(slashed, "test/") || strings.Contains(slashed, "/sandbox") {
			return
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, where := range comparedMessages(fset, file) {
			report(path, where)
		}
	})
	for _, folder := range []string{"../modules/desktop/app/src", "../modules/cloud/worker/script"} {
		err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !slices.Contains([]string{".ts", ".svelte", ".js"}, filepath.Ext(path)) || strings.HasSuffix(path, ".d.ts") {
				return err
			}
			source, err := os.ReadFile(path)
			for i, line := range strings.Split(string(source), "\n") {
				if comparesInScript.MatchString(line) {
					report(path, fmt.Sprintf("%s:%d", path, i+1))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for path := range ofOthers {
		if !used[path] {
			t.Errorf("%s compares no message any more: take it off the list", path)
		}
	}
}

// TestArchitecture_MessageRules shows that a comparison is seen, whatever it is made with.
func TestArchitecture_MessageRules(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]int{
		`var b = strings.HasPrefix(channel.Text(post.ErrorMessage), unknownStart)`: 1,
		`var before, _, found = strings.Cut(*post.ErrorMessage, "; ")`:             1,
		`var b = strings.Contains(err.Error(), "not found")`:                       1,
		`var b = err.Error() == "the job is lost"`:                                 1,
		`var b = value(job.LastError) == heldForAccount`:                           1,
		`var b = pattern.MatchString(step.Text)`:                                   1,
		`func f() { switch channel.Text(job.LastError) { case held: } }`:           1,
		"var s = `SELECT 1 FROM jobs WHERE last_error IS NOT NULL`":                1,
		"var s = `UPDATE posts SET a = 1 WHERE substr(error_message, 1, 3) = ?`":   1,
		"var s = `SELECT 1 FROM posts WHERE error_message LIKE '%live%'`":          1,
		`var b = job.Wait == heldForAccount.Wait`:                                  0,
		`var b = post.ErrorMessage != nil && e.Message != ""`:                      0,
		`var s = strings.TrimSuffix(e.Message, ".") + strings.ToUpper(step.Text)`:  0,
		`var u = "error_code = ?, error_message = ?, last_error = NULL"`:           0,
		`var b = strings.Contains(post.Caption, "#")`:                              0,
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "x.go", "package x; "+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := comparedMessages(fset, file); len(got) != want {
			t.Errorf("%s: %q", source, got)
		}
	}
	for source, want := range map[string]bool{
		`return /may be live/.test(post.errorMessage ?? '')`:      true,
		`if (step.text?.startsWith('ERROR')) return`:              true,
		`post.errorMessage?.split(/; connect/)[0]`:                true,
		`if (thrown.message.includes('network')) return`:          true,
		`if (job.error_message === 'missed') return`:              true,
		`if (step.text === post.errorMessage) return`:             true,
		`if (step.what === 'MATCHED') return`:                     false,
		`if (post.errorMessage) say(sentence(post.errorMessage))`: false,
		`const says = error_message ?? ''`:                        false,
	} {
		if got := comparesInScript.MatchString(source); got != want {
			t.Errorf("%s: %t", source, got)
		}
	}
}
