package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/logging"

	"github.com/alecthomas/kong"
	"go.uber.org/fx"
)

// serviceFolder is the folder of the commands that need its service, and what they do when none runs.
type serviceFolder struct {
	existingFolder
	Start bool `help:"When no service runs, run one for the length of this call. What is due meanwhile is published too."`
}

// withService is existingFolder.withService, on a service of this call's own if that is wished and none runs.
func (f serviceFolder) withService(ctx context.Context, do func(*serviceClient) error) error {
	if f.Start && f.isOthersOwn() {
		return f.withOwnService(ctx, do) // The other call may end at any moment.
	}
	err := f.existingFolder.withService(ctx, do)
	switch {
	case f.Start && (errors.Is(err, errNotRunning) || errors.Is(err, errNoFolder)):
		return f.withOwnService(ctx, do)
	case errors.Is(err, errNotRunning):
		return fmt.Errorf("%w, or add --start", err)
	}
	return err
}

// withOwnService runs the service in this process until do has ended, and stops it as crier serve stops. It needs no signal for that:
// ctx ends do.
func (f serviceFolder) withOwnService(ctx context.Context, do func(*serviceClient) error) (err error) {
	cfg, err := f.config()
	if err != nil {
		return err
	}
	records := logging.NewCopier(nowhere{}) // The log is kept in the folder, and this call's own words stay readable.
	log := logging.New(records, cfg)
	var server *httpapi.Server
	var logins *auth.Logins
	var dir *datadir.Dir
	app, err := f.claim(ctx, func() fx.Option { return fx.Options(service(cfg, log), fx.Populate(&server, &logins, &dir)) })
	if err != nil {
		return err
	}
	kept, closeLog := keepLog(cfg, dir, records, log)
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
	if err := markOwn(dir); err != nil {
		return err
	}
	code, err := logins.Issue(ctx)
	if err != nil {
		return err
	}
	own := address{origin: strings.TrimSuffix(server.BaseURL(), "/api/v1"), app: server.AppURL(), isOwn: true}
	return own.with(ctx, code, do)
}

// nowhere is a log that nobody sees.
type nowhere struct{}

// Write forgets the record.
func (nowhere) Write(record []byte) (int, error) { return len(record), nil }

// config returns what crier serve would be told by the environment. Nobody is to find this service at the usual port, where another one
// may answer.
func (f serviceFolder) config() (config.Config, error) {
	var told serving
	parser, err := kong.New(&told, kong.Name("crier"))
	if err != nil {
		return config.Config{}, err
	}
	if _, err := parser.Parse([]string{"serve", "--port=0", "--data-dir=" + f.DataDir}); err != nil {
		return config.Config{}, usageError{err}
	}
	if err := told.Serve.Check(); err != nil {
		return config.Config{}, usageError{err}
	}
	return told.Serve.Config, nil
}

const (
	// claimPause is how often a folder is asked for that another call's service has.
	claimPause = 200 * time.Millisecond
	// claimPatience bounds the wait for a folder that something else has.
	claimPatience = 20 * time.Second
)

// claim makes the program, which takes the folder. While a service of another call has it, that is waited for: it ends when its call does,
// and could not be relied upon.
func (f serviceFolder) claim(ctx context.Context, options func() fx.Option) (*fx.App, error) {
	begun := clock.System().Now()
	for {
		app := fx.New(options())
		err := app.Err()
		if err == nil {
			return app, nil
		}
		isOwned := errors.Is(err, datadir.ErrLocked) && f.isOthersOwn()
		if !errors.Is(err, datadir.ErrLocked) || !isOwned && clock.System().Now().Sub(begun) > claimPatience {
			return nil, plain(err)
		}
		if clock.Sleep(ctx, clock.System(), claimPause) != nil {
			return nil, errors.New("stopped while another call of crier had the data folder; nothing was done")
		}
	}
}

// isOthersOwn reports whether the service that has the folder ends with the call that started it.
func (f serviceFolder) isOthersOwn() bool {
	dir, err := datadir.Existing(f.DataDir)
	if err != nil {
		return false
	}
	r, err := dir.ReadRuntime()
	return err == nil && r.IsForOneCall
}

// markOwn says in runtime.json that the service ends with this call.
func markOwn(dir *datadir.Dir) error {
	r, err := dir.ReadRuntime()
	if err != nil {
		return err
	}
	r.IsForOneCall = true
	return dir.WriteRuntime(r)
}

// mustGoOn refuses, on a service of this call's own, what only begins with the call.
func (c *serviceClient) mustGoOn(what string) error {
	if !c.service.isOwn {
		return nil
	}
	return usageError{fmt.Errorf("%s takes longer than this call, with which the service would end; start one that stays with crier serve", what)}
}

// keepLog copies the log into the folder. It returns a logger for what belongs there alone, because the reader of the standard error is
// told in another way. Without room for a log the service runs all the same.
func keepLog(cfg config.Config, dir *datadir.Dir, records *logging.Copier, log *slog.Logger) (kept *slog.Logger, closeLog func()) {
	file, err := logging.OpenFile(dir.Log(), logging.MaxFileSize)
	if err != nil {
		log.Warn("the log is not kept in the data folder", "error", err)
		return slog.New(slog.DiscardHandler), func() {}
	}
	records.Copy(file)
	return logging.New(file, cfg), func() { _ = file.Close() }
}
