package describe_test

import (
	"os/exec"
	"strings"
	"testing"

	"crier/cmd/crier/describe"

	"github.com/alecthomas/kong"
)

// grammar has one of each that completion and the manual tell apart.
type grammar struct {
	Publish struct {
		Files   []string `arg:"" name:"file" complete:"file" help:"Pictures."`
		Type    string   `enum:"image,reel," default:"" placeholder:"TYPE" help:"The kind. More of it."`
		DataDir string   `env:"X_DIR" complete:"folder" placeholder:"DIR" help:"A folder with a \\ and a \"quote\"."`
		Wait    bool     `short:"w" help:".Wait at the begin of a line."`
		Auto    *bool    `negatable:"" help:"Do it."`
		Secret  string   `hidden:"" help:"Hidden."`
	} `cmd:"" help:"Publish files. They go out."`
	Keys struct {
		Revoke struct {
			Key string `arg:"" help:"The key."`
		} `cmd:"" aliases:"delete" help:"Revoke a key."`
		List struct{} `cmd:"" help:"List keys."`
	} `cmd:"" help:"Keys."`
	Quiet struct{} `cmd:"" hidden:"" help:"Nobody sees it."`
	Shell struct {
		Name string `arg:"" enum:"bash,zsh" help:"Which."`
	} `cmd:"" help:"A shell."`
	Help struct {
		Command []string `arg:"" optional:"" complete:"command" help:"Which."`
	} `cmd:"" help:"Help."`
}

func model(t *testing.T) *kong.Application {
	t.Helper()
	parser, err := kong.New(new(grammar), kong.Name("x"), kong.Description("X does things - well.\n\nMore of it."))
	if err != nil {
		t.Fatal(err)
	}
	return parser.Model
}

func TestNext(t *testing.T) {
	t.Parallel()
	app := model(t)
	const words, files, folders = describe.Words, describe.Files, describe.Folders
	for call, want := range map[string]string{
		"|":                         words + " publish keys shell help",
		"|p":                        words + " publish",
		"|z":                        words,
		"publish|":                  files,
		"publish a b|":              files,
		"publish --type|":           words + " image reel",
		"publish --type|r":          words + " reel",
		"publish --type =|r":        words + " reel",
		"publish --type|=":          words + " image reel",
		"publish|--type=r":          words + " --type=reel",
		"publish --type=reel a|":    files,
		"publish --data-dir|":       folders,
		"publish --data-dir|/x":     folders,
		"publish|--data-dir=/":      folders,
		"publish a|--":              words + " --auto --data-dir --help --no-auto --type --wait",
		"publish a|--w":             words + " --wait",
		"publish -w a|--w":          words + " --wait",
		"publish --wait = true|":    files,
		"publish --|--w":            files,
		"publish --no-auto|--no":    words + " --no-auto",
		"keys|":                     words + " revoke list",
		"keys delete|":              words,
		"keys delete k|":            words + " --help",
		"keys list|":                words + " --help",
		"keys list --|":             words,
		"nothing|":                  words + " --help",
		"shell|":                    words + " bash zsh",
		"shell|b":                   words + " bash",
		"help|k":                    words + " keys",
		"help keys|":                words + " revoke list",
		"publish --type --type|r":   files,
		"publish --nonsense a|--ty": words + " --type",
	} {
		before, current, _ := strings.Cut(call, "|")
		kind, list := describe.Next(app, strings.Fields(before), current)
		for _, one := range list {
			kind += " " + one.Word
		}
		if kind != want {
			t.Errorf("%s: %s, want %s", call, kind, want)
		}
	}
	if _, list := describe.Next(app, []string{"publish"}, "--t"); len(list) != 1 || list[0].Help != "The kind" {
		t.Errorf("got %+v", list)
	}
}

// TestManual holds that roff takes nothing in the page for a macro or an escape.
func TestManual(t *testing.T) {
	t.Parallel()
	page := describe.Manual(model(t), "1.2-3")
	for _, want := range []string{
		".TH X 1 \"\" \"x 1.2\\-3\"", ".SH NAME\nx \\- does things \\- well\n", ".SS \"x publish <file> ...\"\n", ".B \\-w, \\-\\-wait\n\\&.Wait at",
		".B \\-\\-[no\\-]auto\n", ".B \\-\\-type=TYPE\n", "with a \\(rs and a \"quote\".", ".SS \"x keys revoke (delete) <key>\"", ".SH ENVIRONMENT\n", ".B X_DIR\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if strings.Contains(page, "idden") || strings.Contains(page, "Nobody") {
		t.Error("the page shows what is hidden")
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		return // What roff says of it is seen where there is one.
	}
	lint := exec.CommandContext(t.Context(), groff, "-man", "-ww", "-z", "-Tutf8")
	lint.Stdin = strings.NewReader(page)
	if out, err := lint.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}

// TestScript: every shell has one, and those that are here can read theirs.
func TestScript(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		script, err := describe.Script(shell)
		if err != nil || !strings.Contains(script, "complete \"--current=") && !strings.Contains(script, "complete --current=") || !strings.HasSuffix(script, "\n") {
			t.Errorf("%s: %v:\n%s", shell, err, script)
		}
		path, err := exec.LookPath(shell)
		if err != nil || shell == "powershell" {
			continue
		}
		check := exec.CommandContext(t.Context(), path, "-n")
		check.Stdin = strings.NewReader(script)
		if out, err := check.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v: %s", shell, err, out)
		}
	}
	if script, err := describe.Script("csh"); err == nil {
		t.Errorf("csh: %s", script)
	}
}
