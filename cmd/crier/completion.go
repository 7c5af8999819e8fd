package main

import (
	"os"
	"strings"

	"crier/cmd/crier/describe"

	"github.com/alecthomas/kong"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish,powershell" help:"The shell: bash, zsh, fish or powershell."`
}

// Run prints the script, which begins with where to put it.
func (c *completionCommand) Run() error {
	script, err := describe.Script(c.Shell)
	if err != nil {
		return err
	}
	_, err = os.Stdout.WriteString(script)
	return err
}

// completeCommand answers the scripts of the shells.
type completeCommand struct {
	Current string   `help:"The word that is begun."`
	Words   []string `arg:"" optional:"" help:"The words before it, without the program's name."`
}

// Run prints the candidates for the next word.
func (c *completeCommand) Run(k *kong.Kong) error {
	kind, list := describe.Next(k.Model, c.Words, c.Current)
	lines := []string{kind}
	for _, one := range list {
		lines = append(lines, one.Word+"\t"+one.Help)
	}
	return printLine(os.Stdout, strings.Join(lines, "\n"))
}

type manCommand struct{}

// Run prints the manual page.
func (*manCommand) Run(k *kong.Kong) error {
	_, err := os.Stdout.WriteString(describe.Manual(k.Model, version))
	return err
}
