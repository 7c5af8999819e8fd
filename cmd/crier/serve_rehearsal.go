package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"

	"crier/cmd/crier/rehearsal"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/sandbox"

	"go.uber.org/fx"
)

// checkRehearsal returns why the service cannot be run so that it may be killed.
func (c *serveCommand) checkRehearsal() error {
	switch {
	case c.Network != config.Sandbox:
		return errors.New("--rehearsal is for the sandbox alone: it lets Crier be killed while it publishes, and in live mode real posts would be at stake; leave one of the two out")
	case c.SandboxURL != "":
		return errors.New("--rehearsal needs the sandbox that Crier runs itself, for that dies with it; leave CRIER_SANDBOX_URL out")
	case c.Port == 0:
		return errors.New("--rehearsal needs a port that stays the same, or no browser would find Crier when it is started again; give --port a number")
	case c.New:
		return errors.New("--rehearsal starts the service several times, and --new begins afresh each time; start it once with --new and without --rehearsal")
	}
	return nil
}

// rehearse runs this same call as a child, and again when it dies. It ends the program with the
// exit code of the child.
func rehearse(ctx context.Context, log *slog.Logger) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the program to start it again: %w", err)
	}
	parent := rehearsal.Parent{Clock: clock.System(), Log: log, Command: func(ctx context.Context) *exec.Cmd {
		cmd := exec.CommandContext(ctx, program, os.Args[1:]...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		return cmd
	}}
	code, err := parent.Run(ctx)
	if err == nil && code != 0 {
		err = endedWith(code)
	}
	return err
}

// endedWith ends the program with the exit code of a child that has told why.
type endedWith int

// Error says what the exit code was.
func (e endedWith) Error() string { return fmt.Sprintf("the service ended with exit code %d", int(e)) }

// Is reports that the error was printed already.
func (endedWith) Is(target error) bool { return target == errReported }

// mortality lets the sandbox of a rehearsal kill this process.
func (c *serveCommand) mortality() fx.Option {
	if !c.Rehearsal {
		return fx.Options()
	}
	return fx.Supply(sandbox.Rehearsal(rehearsal.Die))
}
