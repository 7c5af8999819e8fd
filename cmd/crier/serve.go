package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"crier/modules"
	"crier/modules/auth"
	"crier/platform"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/httpapi"
	"crier/platform/logging"
	"crier/platform/sandbox"

	"go.uber.org/dig"
	"go.uber.org/fx"
	"go.uber.org/fx/fxevent"
)

type serveCommand struct {
	config.Config
}

const (
	startPatience = 5 * time.Minute // A large database may have to be backed up and migrated.
	stopPatience  = 10 * time.Second
)

// Run runs the service until it is told to stop.
func (c *serveCommand) Run(ctx context.Context) error {
	if err := c.Check(); err != nil {
		return usageError{err}
	}
	var server *httpapi.Server
	var logins *auth.Logins
	var location *sandbox.Location
	log := logging.New(os.Stderr, c.Config)
	app := fx.New(service(c.Config, log), fx.Populate(&server, &logins, &location))
	if err := app.Err(); err != nil {
		return plain(err)
	}
	startCtx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	if err := app.Start(startCtx); err != nil {
		return plain(err)
	}
	code, err := logins.Issue(ctx)
	if err != nil {
		return errors.Join(err, stop(app))
	}
	printBanner(os.Stdout, c.Config, server, location.URL(), auth.Link(server.URL(), code))
	ended := error(nil)
	select {
	case <-ctx.Done():
		log.Info("stopping")
	case signal := <-app.Wait():
		ended = fmt.Errorf("the service ended by itself (exit code %d); the log has the reason", signal.ExitCode)
	}
	return errors.Join(ended, stop(app))
}

// service is the whole program as fx options.
func service(cfg config.Config, log *slog.Logger) fx.Option {
	return fx.Options(
		fx.Supply(cfg, platform.Version(version), log),
		fx.Provide(clock.System),
		platform.Module,
		modules.All(),
		fx.StopTimeout(stopPatience),
		fx.WithLogger(func() fxevent.Logger {
			l := &fxevent.SlogLogger{Logger: log}
			l.UseLogLevel(slog.LevelDebug)
			l.UseErrorLevel(slog.LevelDebug)
			return l
		}),
	)
}

func stop(app *fx.App) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	if err := app.Stop(ctx); err != nil {
		return fmt.Errorf("stop: %w", plain(err))
	}
	return nil
}

// plain takes the container's own words off an error of a constructor.
func plain(err error) error { return dig.RootCause(err) }

func printBanner(w io.Writer, cfg config.Config, server *httpapi.Server, sandboxURL, link string) {
	mode := "LIVE: posts go to the real network"
	if cfg.Network == config.Sandbox {
		mode = "SANDBOX: nothing is really published"
	}
	fmt.Fprintf(w, "Crier %s\n\n", version)
	fmt.Fprintf(w, "  Mode      %s\n", mode)
	fmt.Fprintf(w, "  Base URL  %s\n", server.BaseURL())
	fmt.Fprintf(w, "  Docs      %s\n", server.DocsURL())
	if sandboxURL != "" {
		fmt.Fprintf(w, "  Sandbox   %s\n", sandboxURL)
	}
	fmt.Fprintf(w, "  Sign in   %s\n            (works once, within 10 minutes; crier login prints another)\n\n", link)
	fmt.Fprintln(w, "An API key for scripts: crier keys create NAME. Stop with Ctrl-C.")
}
