package main

import (
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"crier/modules/posts/when"

	"github.com/alecthomas/kong"
)

var (
	blockPattern  = regexp.MustCompile("(?ms)^```([a-z ]*)\n(.*?)^```$")
	calledPattern = regexp.MustCompile(`(?m)(?:^|[|;(&])\s*(?:[A-Z_]+=\S+ )*(?:bin/)?crier((?: [^\n]*)?)$`)
	inlinePattern = regexp.MustCompile("`(?:[A-Z_]+=\\S+ )?(?:bin/)?crier( [^`\n]*)`")
	wordPattern   = regexp.MustCompile(`^(?:"[^"]*"|'[^']*'|[^\s"'|;&<>()#]+)+`)
)

// words returns the words of a call up to where the shell ends it.
func words(call string) []string {
	var found []string
	for {
		call = strings.TrimLeft(call, " ")
		word := wordPattern.FindString(call)
		if word == "" {
			return found
		}
		found, call = append(found, strings.NewReplacer(`"`, "", `'`, "").Replace(word)), call[len(word):]
	}
}

// TestDocuments parses every call of the program that the README and the documentation show.
func TestDocuments(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../modules/docs/pages/*.md")
	if err != nil {
		t.Fatal(err)
	}
	parsed, parsers := 0, parsers{}
	for _, path := range append(paths, "../../README.md") {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var calls [][]string
		for _, block := range blockPattern.FindAllStringSubmatch(string(b), -1) {
			if strings.HasPrefix(block[1], "sh") {
				calls = append(calls, calledPattern.FindAllStringSubmatch(strings.ReplaceAll(block[2], "\\\n", ""), -1)...)
			}
		}
		for _, call := range calls {
			parsed++
			if err := parsers.parse(words(call[1])); err != nil {
				t.Errorf("%s: crier%s: %v", filepath.Base(path), call[1], err)
			}
		}
		// A sentence names a command without all that it needs.
		for _, call := range inlinePattern.FindAllStringSubmatch(blockPattern.ReplaceAllString(string(b), ""), -1) {
			parsed++
			if err := parsers.parse(words(call[1])); err != nil && !strings.HasPrefix(err.Error(), "missing flags: ") {
				t.Errorf("%s: crier%s: %v", filepath.Base(path), call[1], err)
			}
		}
	}
	if parsed < 100 {
		t.Errorf("the documents show %d calls; some were not found", parsed)
	}
}

// parsers are those that TestDocuments reads calls with, by the type of the grammar. To make one
// takes five times as long as to read a call with it.
type parsers map[reflect.Type]*reusable

// reusable is a parser that forgets the call before.
type reusable struct {
	*kong.Kong
	helped bool
}

func (p parsers) of(args []string) (*reusable, error) {
	commands := grammar(args)
	if r := p[reflect.TypeOf(commands)]; r != nil {
		r.helped = false
		// Values are made empty by the parser itself, but not that they were given.
		return r, kong.Visit(r.Model.Node, func(node kong.Visitable, next kong.Next) error {
			switch node := node.(type) {
			case *kong.Value:
				node.Set, node.Active = false, false
			case *kong.Flag:
				node.Negated = false
			}
			return next(nil)
		})
	}
	r := &reusable{}
	var err error
	r.Kong, err = kong.New(commands, kong.Name("crier"), kong.Vars{"whenForms": when.Forms},
		kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) { r.helped = true }))
	p[reflect.TypeOf(commands)] = r
	return r, err
}

// parse returns what is wrong with a call. A call with --help shows it in place of being checked.
func (p parsers) parse(args []string) error {
	parser, err := p.of(args)
	if err != nil {
		return err
	}
	_, err = parser.Parse(args)
	if parser.helped {
		return nil
	}
	return err
}

// TestDocuments_Commands holds that the page of the commands has every command.
func TestDocuments_Commands(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../../modules/docs/pages/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	parser, err := kong.New(new(commands), kong.Name("crier"), kong.Vars{"whenForms": when.Forms})
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range parser.Model.Leaves(true) {
		path, _, _ := strings.Cut(leaf.FullPath(), " (")
		if !regexp.MustCompile("`" + path + "[` ]").Match(b) {
			t.Errorf("the page lacks %s", path)
		}
	}
}
