package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"crier/modules/auth"
	"crier/platform"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/logging"
	"crier/platform/restart"
	"crier/platform/wireid"

	"github.com/alecthomas/kong"
	"go.uber.org/fx"
)

// serviceFolder is a folder whose service the command needs. Its flag says what to do when none
// runs.
type serviceFolder struct {
	existingFolder
	Start bool `help:"When no service runs, run one for the length of this call. What is due meanwhile is published too."`
}

// withService is existingFolder.withService. With --start it runs a service for this call if none
// runs.
func (f serviceFolder) withService(ctx context.Context, do func(*serviceClient) error) error {
	for {
		err := f.existingFolder.withService(ctx, do)
		switch {
		case f.Start && errors.Is(err, errNotRunning):
			// If a service came up meanwhile, that is used. If it has ended by then, the folder is
			// claimed once more.
			if err = f.withOwnService(ctx, do); !errors.Is(err, errCameUp) {
				return err
			}
		case errors.Is(err, errNotRunning):
			return fmt.Errorf("%w, or add --start", err)
		default:
			return err
		}
	}
}

// withOne is withService for the only thing that find finds for text.
func (f serviceFolder) withOne(
	ctx context.Context, find func(context.Context, *serviceClient, string) (wireid.ID, error), text string, do func(*serviceClient, wireid.ID) error,
) error {
	return f.withService(ctx, func(service *serviceClient) error {
		id, err := find(ctx, service, text)
		if err != nil {
			return err
		}
		return do(service, id)
	})
}

// withOwnService runs the service in this process until do has ended, and stops it as crier serve
// stops. It needs no signal for that, because the end of ctx ends do.
func (f serviceFolder) withOwnService(ctx context.Context, do func(*serviceClient) error) (err error) {
	given, err := f.config()
	if err != nil {
		return err
	}
	surviveBrokenPipes()
	records := logging.NewCopier(nowhere{}) // The log is kept in the folder, and this call's own words stay readable.
	log := logging.New(records, given)
	var server *httpapi.Server
	var logins *auth.Logins
	var cfg config.Config
	var process *restart.Process
	app, err := f.claim(ctx, clock.System(), func() *fx.App {
		var failed error
		if process, failed = restart.Own(given.DataDir); failed == nil {
			cfg, failed = chosen(given, process.Dir())
		}
		if failed != nil {
			return fx.New(fx.Error(failed), fx.NopLogger)
		}
		return fx.New(service(cfg, process, log), fx.Supply(platform.ForOneCall(true)), fx.Populate(&server, &logins))
	})
	if process != nil {
		defer func() { err = errors.Join(err, process.Release()) }()
	}
	if err != nil {
		return err
	}
	kept, closeLog := logToFolder(cfg, process.Dir(), records, io.Discard, log)
	defer closeLog()
	if err := start(ctx, app); err != nil {
		kept.Error("did not start", "version", version, "error", err)
		return err
	}
	defer func() {
		kept.Info("stopping")
		err = errors.Join(err, stop(ctx, app))
	}()
	kept.Info("started for one call", "version", version, "pid", os.Getpid(), "mode", cfg.Network, "url", server.BaseURL())
	code, err := logins.Issue(ctx)
	if err != nil {
		return err
	}
	own := address{origin: strings.TrimSuffix(server.BaseURL(), "/api/v1"), app: server.AppURL(), isOwn: true}
	return own.with(ctx, code, do)
}

// nowhere is a log that drops every record.
type nowhere struct{}

// Write forgets the record.
func (nowhere) Write(record []byte) (int, error) { return len(record), nil }

// config returns the environment's configuration of crier serve, but for the port: nobody should
// find this service at the usual port, where another one may listen.
func (f serviceFolder) config() (config.Config, error) {
	var flags struct {
		Serve serveCommand `cmd:""`
	}
	parser, err := kong.New(&flags, kong.Name("crier"))
	if err != nil {
		return config.Config{}, err
	}
	call, err := parser.Parse([]string{"serve", "--port=0", "--data-dir=" + f.DataDir})
	if err != nil {
		return config.Config{}, usageError{err}
	}
	flags.Serve.NetworkBy = deciderOf(call)
	if err := flags.Serve.Check(); err != nil {
		return config.Config{}, usageError{err}
	}
	return flags.Serve.Config, nil
}

const (
	// claimPause is how often a folder is tried that another process uses.
	claimPause = 200 * time.Millisecond
	// claimPatience bounds the wait for the address of a service that uses the folder.
	claimPatience = 20 * time.Second
	// turnPatience bounds the wait while other calls run services of their own.
	turnPatience = 10 * time.Minute
)

// errCameUp says that a service answers now that does not end with another call.
var errCameUp = errors.New("a service came up")

// claim makes the program, which locks the folder. While the service of another call uses the
// folder, it waits: that service ends with its call, and cannot be relied upon. For a service that
// does not end with a call it returns errCameUp, even if that is only starting.
func (f serviceFolder) claim(ctx context.Context, clk clock.Clock, program func() *fx.App) (*fx.App, error) {
	begun := clk.Now()
	known := begun
	for {
		app := program()
		err := app.Err()
		if err == nil {
			return app, nil
		}
		if !errors.Is(err, datadir.ErrLocked) {
			return nil, plain(err)
		}
		holder := f.holder(ctx)
		now := clk.Now()
		switch {
		case holder == nil:
			return nil, errCameUp
		case errors.Is(holder, errOneCall):
			known = now
		}
		switch {
		case now.Sub(known) > claimPatience:
			return nil, fmt.Errorf("%w; it has not answered for %.0f seconds: crier status shows its state; make this call again later", plain(err), claimPatience.Seconds())
		case now.Sub(begun) > turnPatience:
			return nil, fmt.Errorf("%w; other calls of crier have had it for %.0f minutes: make this call again when they have ended", plain(err), turnPatience.Minutes())
		}
		if clock.Sleep(ctx, clk, claimPause) != nil {
			return nil, errors.New("stopped while another call of crier had the data folder; nothing was done")
		}
	}
}

// holder returns nil when the service that uses the folder answers and stays, errOneCall when it
// ends with another call, and another error when neither is known.
func (f serviceFolder) holder(ctx context.Context) error {
	dir, err := datadir.Existing(f.DataDir)
	if err != nil {
		return err
	}
	_, err = runningService(ctx, dir)
	return err
}

// mustGoOn refuses, on a service of this call, operations that would have to go on after the call.
func (c *serviceClient) mustGoOn(what string) error {
	if !c.service.isOwn {
		return nil
	}
	return usageError{fmt.Errorf("%s goes on after this call, and the service would end with the call; start one that stays with crier serve", what)}
}
