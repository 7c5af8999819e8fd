package teller

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"crier/platform/child"
)

// openPipes is how long a process that a program leaves behind may hold its output.
const openPipes = 500 * time.Millisecond

// The exit codes of a teller for a program that it cannot start, and for one that a signal ended,
// as shells have them.
const exitUnstarted, exitSignalled = 127, 128

// Run has a teller run a program, which gets input on its standard input. What it prints goes to
// out. The program ends with ctx and with this process, however that ends. Whatever it has started
// is ended with it.
func Run(ctx context.Context, program, input string, out io.Writer) error {
	cmd, stdin, err := child.Command(ctx, processName, marker+"=1", out, out)
	if err != nil {
		return err
	}
	cmd.Env, cmd.WaitDelay = append(cmd.Env, Environment()...), openPipes
	if err := child.Ask(stdin, request{Program: []byte(program), Text: input}); err != nil {
		return fmt.Errorf("ask the teller: %w", err)
	}
	err = child.RunTogether(cmd)
	if cmd.ProcessState != nil && cmd.ProcessState.Success() {
		return nil // What it left behind is ended, also when it held its output open.
	}
	return err
}

// run runs the program in the process group of the teller, and returns the exit code of that.
func (r request) run() int {
	cmd := &exec.Cmd{Path: string(r.Program), Args: []string{string(r.Program)}, Env: Environment()}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader([]byte(r.Text)), os.Stdout, os.Stderr
	cmd.Dir = home()
	err := cmd.Run()
	exit, hasEnded := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return 0
	case hasEnded && exit.Exited():
		return exit.ExitCode()
	}
	fmt.Fprintln(os.Stderr, err)
	if hasEnded {
		return exitSignalled
	}
	return exitUnstarted
}

// home returns the user's own folder, or the root where there is none: Debian gives /nonexistent to
// the users of services.
func home() string {
	if path, err := os.UserHomeDir(); err == nil {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path
		}
	}
	return string(filepath.Separator)
}
