package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/alecthomas/kong"
)

// misuse says what is wrong with a call, and which command's help describes it.
func misuse(err error) error {
	path, message := "crier", plainly(err.Error())
	var selected *kong.Node
	if parsing, ok := errors.AsType[*kong.ParseError](err); ok {
		if selected = parsing.Context.Selected(); selected != nil {
			path = pathOf(selected)
		}
	}
	word, isWord := strings.CutPrefix(message, "unexpected argument ")
	if isWord && (selected == nil || len(selected.Children) > 0) {
		word, meant, found := strings.Cut(word, ", did you mean ")
		if message = fmt.Sprintf("there is no command %s %s", path, onOneLine(word)); found {
			message += "; perhaps you mean " + strings.TrimSuffix(meant, "?")
		}
	}
	return fmt.Errorf("%s; see %s --help", message, path)
}

// pathOf returns how a command is called. The parser's own text has its aliases too, in brackets,
// so that nobody could copy it.
func pathOf(n *kong.Node) string {
	if n.Parent == nil {
		return n.Name
	}
	return pathOf(n.Parent) + " " + n.Name
}

// parserWords are words of the parser's errors that only programmers know, with those that replace
// them.
var parserWords = sync.OnceValue(func() []wording {
	return []wording{
		{regexp.MustCompile(`: expected \S+ value but got "EOL" \(<EOL>\)`), " needs a value"},
		{regexp.MustCompile(`(?s): expected \S+ value but got .* \((?:short|long) flag\); perhaps try (.*)\?$`), " needs a value; for one that begins with a hyphen write $1"},
		{regexp.MustCompile(`: expected a valid \d+ bit u?int but got`), " must be a whole number but got"},
		{regexp.MustCompile(`: expected duration but got ("(?:[^"\\]|\\.)*")(?:: time: [^(]*[^( ])?`), " must be a length of time, such as 24h or 90m, but got $1"},
		{regexp.MustCompile(`\(from envar (\w+)=.*\)$`), "(from $1)"},
		{regexp.MustCompile(`,"" but got`), " but got"}, // An empty value counts as omitted.
		{regexp.MustCompile(`","`), `", "`},
	}
})

// plainly returns an error of the parser without those words.
func plainly(message string) string {
	for _, word := range parserWords() {
		message = word.said.ReplaceAllString(message, word.instead)
	}
	return message
}
