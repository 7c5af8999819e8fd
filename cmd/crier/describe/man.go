package describe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Manual returns the manual page of the program, in roff with the macros of man.
func Manual(app *kong.Application, version string) string {
	var b strings.Builder
	name := app.Name
	summary, rest, _ := strings.Cut(app.Help, "\n\n")
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s %s\n", strings.ToUpper(name), quoted(name+" "+version), quoted(strings.ToUpper(name[:1])+name[1:]+" manual"))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(name), roff(lowerFirst(brief(strings.TrimPrefix(summary, strings.ToUpper(name[:1])+name[1:]+" ")))))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.I command\n.RI [ arguments ]\n.RI [ flags ]\n", roff(name))
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", paragraphs(summary+"\n\n"+rest))
	b.WriteString(".SH COMMANDS\n")
	for _, leaf := range app.Leaves(true) {
		command(&b, leaf)
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, status := range [][2]string{
		{"0", "The command did what it was asked for."}, {"1", "It failed, and says why."}, {"2", "The call was a mistake, and nothing was done."}, {"3", "Something needs attention, and was printed."},
	} {
		item(&b, `.B `+status[0], status[1])
	}
	b.WriteString(".SH ENVIRONMENT\nA flag wins over its variable, and an empty variable counts as not set.\n")
	for _, env := range variables(app) {
		item(&b, `.B `+roff(env[0]), env[1])
	}
	b.WriteString(".SH FILES\n")
	for _, file := range [][2]string{
		{"~/.local/share/crier", "The data folder on Linux, or crier below $XDG_DATA_HOME. On macOS it is ~/Library/Application Support/crier, on Windows %LOCALAPPDATA%\\crier."},
		{"crier.db", "In the data folder: the database."},
		{"crier.log", "In the data folder: what the service has logged. The file before it is crier.log.1."},
	} {
		item(&b, `.I `+roff(file[0]), file[1])
	}
	return b.String()
}

// command writes the help of a command.
func command(b *strings.Builder, leaf *kong.Node) {
	usage := roff(leaf.FullPath())
	for _, p := range leaf.Positional {
		usage += " " + roff(p.Summary())
	}
	fmt.Fprintf(b, ".SS %s\n%s\n", quotedRoff(usage), paragraphs(leaf.Help))
	for _, p := range leaf.Positional {
		item(b, `.I `+roff(p.Name), p.Help)
	}
	for _, flag := range slices.Concat(leaf.AllFlags(true)...) {
		if flag.Name != "help" {
			item(b, `.B `+roff(written(flag)), flag.Help)
		}
	}
}

// written returns the form of a flag in a call.
func written(flag *kong.Flag) string {
	name := "--" + flag.Name
	if flag.Tag.Negatable != "" {
		name = "--[no-]" + flag.Name
	}
	if flag.Short != 0 {
		name = "-" + string(flag.Short) + ", " + name
	}
	if takesValue(flag) {
		name += "=" + flag.FormatPlaceHolder()
	}
	return name
}

// variables returns the environment variables with their help, each once.
func variables(app *kong.Application) (list [][2]string) {
	seen := map[string]bool{}
	for _, leaf := range app.Leaves(true) {
		for _, flag := range slices.Concat(leaf.AllFlags(true)...) {
			for _, env := range flag.Envs {
				if !seen[env] {
					seen[env] = true
					list = append(list, [2]string{env, flag.Help})
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return list
}

func item(b *strings.Builder, head, text string) {
	fmt.Fprintf(b, ".TP\n%s\n%s\n", head, roff(strings.Join(strings.Fields(text), " ")))
}

func paragraphs(text string) string {
	var all []string
	for _, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		all = append(all, roff(strings.Join(strings.Fields(p), " ")))
	}
	return strings.Join(all, "\n.PP\n")
}

var escapes = strings.NewReplacer(`\`, `\(rs`, `-`, `\-`, `'`, `\(aq`, `^`, `\(ha`, "`", `\(ga`, `~`, `\(ti`)

// roff escapes a text. A line that begins with a point would be a macro.
func roff(text string) string {
	text = escapes.Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}

// quoted quotes a text as one argument of a macro.
func quoted(text string) string { return quotedRoff(roff(text)) }

func quotedRoff(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\(dq`) + `"` }

func lowerFirst(text string) string {
	first := min(len(text), 1)
	return strings.ToLower(text[:first]) + text[first:]
}
