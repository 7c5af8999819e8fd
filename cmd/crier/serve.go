package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"time"

	"crier/cmd/crier/autostart"
	"crier/cmd/crier/rehearsal"
	"crier/modules"
	"crier/platform"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/datadir"
	"crier/platform/footprint"
	"crier/platform/httpapi"
	"crier/platform/instance"
	"crier/platform/logging"
	"crier/platform/restart"
	"crier/platform/sandbox"

	"github.com/alecthomas/kong"
	"go.uber.org/dig"
	"go.uber.org/fx"
	"go.uber.org/fx/fxevent"
)

type serveCommand struct {
	config.Config
	New       bool `name:"new" help:"Begin afresh, with a new database, in a data folder that has lost its own. Nothing is deleted: uploads go to the folder orphans."`
	Rehearsal bool `name:"rehearsal" help:"In sandbox mode: start the service again when it dies, so that the bad-day demo can kill it."`
}

const (
	startPatience = 5 * time.Minute // A large database may have to be backed up and migrated.
	stopPatience  = 10 * time.Second
	settlePause   = time.Second
)

// Run runs the service until it is told to stop.
func (c *serveCommand) Run(ctx context.Context, call *kong.Context) error {
	surviveBrokenPipes()
	c.NetworkBy = deciderOf(call)
	if err := c.Check(); err != nil {
		return usageError{err}
	}
	if c.Rehearsal {
		if err := c.checkRehearsal(); err != nil {
			return usageError{err}
		}
		if c.NetworkBy == (config.Decision{}) {
			c.NetworkBy = config.Decision{By: config.ByFlag, Name: "--rehearsal"}
		}
		if rehearsal.Start() == 0 {
			return rehearse(ctx, logging.New(os.Stderr, c.Config))
		}
		var end context.CancelFunc
		ctx, end = rehearsal.UntilParentEnds(ctx, os.Stdin)
		defer end()
	}
	return c.serve(ctx)
}

// serve runs the service in this process.
func (c *serveCommand) serve(ctx context.Context) error {
	dir, err := folder{DataDir: c.DataDir}.path()
	if err != nil {
		return err
	}
	output, err := openLogOutput(c.LogFile, dir)
	if err != nil {
		return err
	}
	defer output.end()
	records := logging.NewCopier(output)
	log := logging.New(records, c.Config)
	if c.New {
		if err := platform.BeginAfresh(ctx, c.Config, clock.System(), log); err != nil {
			return withHint(err)
		}
	}
	process, err := restart.Own(c.DataDir)
	if err != nil {
		return withHint(err)
	}
	all := &starts{manager: autostart.FromEnvironment(os.Getpid()), command: c, out: os.Stdout, process: process, records: records, log: log, output: output, kept: logging.New(output.kept, c.Config)}
	return all.run(ctx)
}

// start is not interrupted by a signal: half a start could not be undone in order.
func start(ctx context.Context, app *fx.App) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), startPatience)
	defer cancel()
	if err := app.Start(ctx); err != nil {
		return plain(err)
	}
	return nil
}

// sayQuarantined prints above the banner that nothing is published, and why.
func sayQuarantined(ctx context.Context, w io.Writer, folder *instance.Instance) error {
	state, err := folder.State(context.WithoutCancel(ctx))
	if err == nil && state.IsQuarantined() {
		_, err = fmt.Fprintf(w, "\n%s.\n\n", state.Sentence())
	}
	return err
}

// saySynced prints above the banner that another program copies the data folder.
func saySynced(w io.Writer, by string) error {
	if by == "" {
		return nil
	}
	_, err := fmt.Fprintf(w, "\n%s.\n\n", datadir.SyncRisk(by))
	return err
}

// settle finishes a start a moment after it, so that it does not delay the first answers: it frees
// the memory that only the start needed, and makes the garbage collector run normally again.
func settle(ctx context.Context, log *slog.Logger, restore func()) {
	defer restore()
	if clock.Sleep(ctx, clock.System(), settlePause) != nil {
		return
	}
	if err := footprint.Trim(); err != nil {
		log.Debug("give memory back", "error", err)
	}
}

// service is the whole program as fx options.
func service(cfg config.Config, process *restart.Process, log *slog.Logger) fx.Option {
	return fx.Options(
		fx.Supply(cfg, process, platform.Version(version), log),
		fx.Provide(clock.System),
		platform.Module,
		modules.All(),
		fx.StopTimeout(stopPatience),
		fx.WithLogger(func() fxevent.Logger {
			if cfg.LogLevel != "debug" {
				return fxevent.NopLogger // fx makes its records before anybody asks for the level.
			}
			l := &fxevent.SlogLogger{Logger: log}
			l.UseLogLevel(slog.LevelDebug)
			l.UseErrorLevel(slog.LevelDebug)
			return l
		}),
	)
}

func stop(ctx context.Context, app *fx.App) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopPatience)
	defer cancel()
	if err := app.Stop(ctx); err != nil {
		return fmt.Errorf("stop: %w", plain(err))
	}
	return nil
}

// plain removes the container's own words from an error of a constructor.
func plain(err error) error { return withHint(dig.RootCause(err)) }

func printBanner(w io.Writer, cfg config.Config, server *httpapi.Server, sandboxURL, link string) error {
	lines := []string{
		"Crier " + version, "",
		"  Mode      " + modeOf(cfg),
		"  Base URL  " + server.BaseURL(),
		"  Docs      " + server.DocsURL(),
	}
	if sandboxURL != "" {
		lines = append(lines, "  Sandbox   "+sandboxURL)
	}
	lines = append(lines,
		"  Sign in   "+link, "            (works once, within 10 minutes; crier login prints another; a browser that does not find",
		"            the name can sign in at 127.0.0.1 in its place, for 12 hours and without making keys)", "",
		"An API key for scripts: crier keys create NAME. Stop with Ctrl-C.", "")
	_, err := io.WriteString(w, strings.Join(lines, "\n"))
	return err
}

// modeOf says which mode it is.
func modeOf(cfg config.Config) string {
	if cfg.Network == config.Sandbox {
		return "SANDBOX: nothing is really published"
	}
	return "LIVE: posts go to the real network"
}

// checkRehearsal returns why a rehearsal, in which the service may be killed, is not possible.
func (c *serveCommand) checkRehearsal() error {
	switch {
	case c.Network != config.Sandbox:
		return errors.New("--rehearsal is for the sandbox alone: it lets Crier be killed while it publishes, and in live mode real posts would be at stake; leave one of the two out")
	case c.SandboxURL != "":
		return errors.New("--rehearsal needs the sandbox that Crier runs itself, because that one dies with it; leave CRIER_SANDBOX_URL out")
	case c.Port == 0:
		return errors.New("--rehearsal needs a port that stays the same, because no browser would find Crier at another port after a new start; give --port a number")
	case c.New:
		return errors.New("--rehearsal starts the service several times, and --new begins afresh each time; start it once with --new and without --rehearsal")
	}
	return nil
}

// rehearse runs this same call as a child, and again when the child dies. It ends the program with
// the exit code of the child.
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

// endedWith ends the program with the exit code of a child that has printed why.
type endedWith int

// Error names the exit code.
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
