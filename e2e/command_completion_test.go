package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/needtest"
)

// TestCommand_CompletionInBash makes bash complete calls with the script that the program prints.
func TestCommand_CompletionInBash(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	needtest.Want(t, "NO BASH: nothing is completed", err)
	program := e2e.Program(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "my photo.heic"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	calls := []struct{ words, want string }{
		{`crier pub`, "publish"},
		{`crier posts re`, "retry"},
		{`crier keys ''`, "create list revoke"},
		{`crier posts list --sta`, "--start --status"},
		{`crier posts list --status f`, "failed"},
		{`crier posts list --status = pub`, "publishing published"},
		{`crier publish a.jpg --type ''`, "image carousel reel story"},
		{`crier publish '` + dir + `/my'`, dir + "/my photo.heic"},
		{`crier completion ''`, "bash zsh fish powershell"},
		{`crier help schedule c`, "cancel"},
		{`crier posts show ''`, ""},
	}
	script := "set -eu\nsource <(crier completion bash)\n"
	for _, call := range calls {
		script += "COMP_WORDS=(" + call.words + "); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); COMPREPLY=(); _crier crier; echo \"${COMPREPLY[*]-}\"\n"
	}
	run := exec.CommandContext(t.Context(), bash, "--noprofile", "--norc", "-c", script)
	run.Env = []string{"PATH=" + filepath.Dir(program.Path()) + ":" + os.Getenv("PATH"), "HOME=" + dir}
	out, err := run.CombinedOutput()
	lines := strings.Split(string(out), "\n")
	if err != nil || len(lines) != len(calls)+1 {
		t.Fatalf("%v:\n%s", err, out)
	}
	for i, call := range calls {
		if lines[i] != call.want {
			t.Errorf("%s: %q, want %q", call.words, lines[i], call.want)
		}
	}
}

// TestCommand_CompletionInFish: fish completes files itself, because it passes a word as it was
// typed.
func TestCommand_CompletionInFish(t *testing.T) {
	t.Parallel()
	fish, err := exec.LookPath("fish")
	if err != nil {
		return // What fish completes is seen where there is one.
	}
	program := e2e.Program(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "my photo.heic"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for call, want := range map[string]string{
		`crier pub`:                     "publish\tUpload files and publish them, now or at a time: as a picture, a carousel, a reel or a story",
		`crier posts list --status f`:   "failed",
		`crier posts list --status=sch`: "--status=scheduled",
		`crier publish ~/my`:            "~/my photo.heic",
		`crier publish "$HOME/my`:       "$HOME/my photo.heic",
		`crier posts show x`:            "",
	} {
		run := exec.CommandContext(t.Context(), fish, "--no-config", "-c", "crier completion fish | source; complete -C $argv[1]", call)
		run.Env = []string{"PATH=" + filepath.Dir(program.Path()) + ":" + os.Getenv("PATH"), "HOME=" + dir}
		if out, err := run.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%s: %q, %v, want %q", call, out, err, want)
		}
	}
}

// TestCommand_Man prints a page with every command, which man accepts without a warning.
func TestCommand_Man(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	page := program.Run(t, nil, "man")
	if page.Code != 0 || page.Stderr != "" {
		t.Fatalf("got %+v", page)
	}
	for _, command := range leaves(t, program) {
		if name := "crier " + strings.Join(command, " "); !strings.Contains(page.Stdout, `.SS "`+name+`"`) && !strings.Contains(page.Stdout, `.SS "`+name+` `) {
			t.Errorf("the page lacks %s", name)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if exit := program.Run(t, nil, "completion", shell); exit.Code != 0 || exit.Stderr != "" || !strings.Contains(exit.Stdout, "Completion of crier") {
			t.Errorf("%s: %+v", shell, exit)
		}
	}
	if exit := program.Run(t, nil, "completion", "csh"); exit.Code != 2 {
		t.Errorf("csh: %+v", exit)
	}
	man, err := exec.LookPath("man")
	if err != nil {
		return // What man says of it is seen where there is one.
	}
	path := filepath.Join(t.TempDir(), "crier.1")
	write(t, path, []byte(page.Stdout))
	check := exec.CommandContext(t.Context(), man, "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", path)
	check.Env = append(os.Environ(), "MANWIDTH=80") // In place of the terminal's.
	var said strings.Builder
	check.Stderr = &said
	if err := check.Run(); err != nil || said.Len() > 0 {
		t.Errorf("%v: %s", err, said.String())
	}
}
