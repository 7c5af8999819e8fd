// Package describe makes shell completions and the manual page from the program's commands, as kong
// knows them.
//
// The scripts for shells are a few lines: they ask the program itself for candidates, so that all
// shells offer the same, and a script stays right when the program is replaced.
package describe

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// The kinds of answers. The kind is the first line of an answer.
const (
	// Words: the candidates follow, one on each line, with a tab and a description after it.
	Words = ":words"
	// Files and Folders: the shell completes them itself.
	Files   = ":files"
	Folders = ":folders"
)

// Candidate is a candidate for the next word.
type Candidate struct{ Word, Help string }

// Next returns the candidates for a word of which current is typed, after the words of a call
// without the program's name. The tag complete of a field of the grammar says that it is a file, a
// folder or a command.
func Next(app *kong.Application, words []string, current string) (kind string, list []Candidate) {
	c := call{root: app.Node, node: app.Node}
	for _, word := range words {
		c.take(word)
	}
	kind, list = c.next(current)
	if kind != Words {
		return kind, nil
	}
	return kind, slices.DeleteFunc(list, func(one Candidate) bool { return !strings.HasPrefix(one.Word, current) && current != "=" })
}

// call is what is known about a call that is being typed.
type call struct {
	root, node *kong.Node
	// positionals is how many arguments were given, not counting commands.
	positionals int
	// flag is the last word if that was a flag; isOpen says that its value comes next.
	flag         *kong.Flag
	isOpen       bool
	onlyOperands bool
}

// take processes a word. bash passes --type=reel as three words.
func (c *call) take(word string) {
	switch {
	case word == "=" && c.flag != nil:
		c.isOpen = true
	case c.isOpen:
		c.flag, c.isOpen = nil, false
	case word == "--" && !c.onlyOperands:
		c.onlyOperands, c.flag = true, nil
	case strings.HasPrefix(word, "-") && !c.onlyOperands:
		name, _, hasValue := strings.Cut(word, "=")
		c.flag = c.find(name)
		c.isOpen = c.flag != nil && !hasValue && takesValue(c.flag)
	default:
		c.flag = nil
		if child := childOf(c.node, word); child != nil && c.positionals == 0 {
			c.node = child
			return
		}
		c.positionals++
		if p := c.positional(c.positionals - 1); p != nil && p.Tag.Get("complete") == "command" {
			if child := childOf(c.root, word); child != nil {
				c.root = child
			}
		}
	}
}

func (c *call) next(current string) (kind string, list []Candidate) {
	if c.isOpen || current == "=" && c.flag != nil {
		return values(c.flag.Value, "")
	}
	if name, _, hasValue := strings.Cut(current, "="); hasValue && !c.onlyOperands {
		if flag := c.find(name); flag != nil {
			return values(flag.Value, name+"=")
		}
	}
	if strings.HasPrefix(current, "-") && !c.onlyOperands {
		return Words, c.flags()
	}
	if len(c.node.Children) > 0 && c.positionals == 0 {
		return Words, children(c.node)
	}
	p := c.positional(c.positionals)
	switch {
	case p == nil && c.onlyOperands:
		return Words, nil
	case p == nil:
		return Words, c.flags()
	case p.Tag.Get("complete") == "command":
		return Words, children(c.root)
	}
	return values(p, "")
}

// positional returns the n-th argument of the command; the last one may be repeatable.
func (c *call) positional(n int) *kong.Value {
	all := c.node.Positional
	switch {
	case n < len(all):
		return all[n]
	case len(all) > 0 && all[len(all)-1].IsCumulative():
		return all[len(all)-1]
	}
	return nil
}

// find returns the flag of the command with that name, or nil.
func (c *call) find(written string) *kong.Flag {
	for _, flag := range slices.Concat(c.node.AllFlags(false)...) {
		if written == "--"+flag.Name || flag.Short != 0 && written == "-"+string(flag.Short) || flag.Tag.Negatable != "" && written == "--no-"+flag.Name {
			return flag
		}
	}
	return nil
}

func (c *call) flags() (list []Candidate) {
	for _, flag := range slices.Concat(c.node.AllFlags(true)...) {
		list = append(list, Candidate{"--" + flag.Name, brief(flag.Help)})
		if flag.Tag.Negatable != "" {
			list = append(list, Candidate{"--no-" + flag.Name, brief(flag.Help)})
		}
	}
	slices.SortFunc(list, func(a, b Candidate) int { return strings.Compare(a.Word, b.Word) })
	return list
}

// values returns the candidates for a value, with the text that precedes it in the same word.
func values(v *kong.Value, before string) (kind string, list []Candidate) {
	switch v.Tag.Get("complete") {
	case "file":
		return Files, nil
	case "folder":
		return Folders, nil
	}
	for _, value := range v.EnumSlice() {
		if value != "" {
			list = append(list, Candidate{Word: before + value})
		}
	}
	return Words, list
}

func takesValue(flag *kong.Flag) bool { return !flag.IsBool() && !flag.IsCounter() }

func childOf(node *kong.Node, name string) *kong.Node {
	for _, child := range node.Children {
		if child.Name == name || slices.Contains(child.Aliases, name) {
			return child
		}
	}
	return nil
}

func children(node *kong.Node) (list []Candidate) {
	for _, child := range node.Children {
		if !child.Hidden {
			list = append(list, Candidate{child.Name, brief(child.Help)})
		}
	}
	return list
}

// brief is the first sentence of a help text, on one line.
func brief(help string) string {
	help = strings.Join(strings.Fields(help), " ")
	if end := strings.Index(help, ". "); end >= 0 {
		help = help[:end]
	}
	return strings.TrimSuffix(help, ".")
}

//go:embed scripts
var scripts embed.FS

// Script returns the script with which a shell asks the program crier for candidates.
func Script(shell string) (string, error) {
	b, err := scripts.ReadFile("scripts/crier." + shell)
	if err != nil {
		return "", fmt.Errorf("there is no completion for %s", shell)
	}
	return string(b), nil
}
