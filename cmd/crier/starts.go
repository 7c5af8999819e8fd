package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"crier/cmd/crier/autostart"
	"crier/cmd/crier/rehearsal"
	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/datadir"
	"crier/platform/footprint"
	"crier/platform/httpapi"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/logging"
	"crier/platform/restart"
	"crier/platform/sandbox"

	"go.uber.org/fx"
)

// starts runs the service in this process, and starts it again when it asks for that.
type starts struct {
	command *serveCommand
	// out is the standard output.
	out     io.Writer
	process *restart.Process
	records *logging.Copier
	log     *slog.Logger
	// kept is the log in the data folder, and the file that the user has named, for records that
	// the standard error gets in another form.
	kept   *slog.Logger
	output logOutput
	// closeLog is nil before the first start.
	closeLog func()
	// manager is told how the process goes. queue is nil while the service does not run.
	manager autostart.Notifier
	queue   atomic.Pointer[jobs.Runner]
}

// another is a start after another one: why, and since when it is on the way. Without a reason
// there is none.
type another struct {
	reason string
	since  time.Duration
	// before is the network of the start before.
	before config.Network
}

// run returns when the service has stopped and is not to start again.
func (s *starts) run(ctx context.Context) error {
	feeding, full := context.WithCancel(ctx)
	defer full()
	go s.feed(feeding)
	next, err := s.once(ctx, another{})
	for next.reason != "" && err == nil {
		if err = s.between(ctx); err == nil && ctx.Err() == nil {
			next, err = s.once(ctx, next)
		} else {
			next = another{}
		}
	}
	if s.closeLog != nil {
		s.closeLog()
	}
	return errors.Join(err, s.process.Release())
}

// feed tells the manager of services that the process lives, as long as the queue turns and the
// database answers. A start and what is done between two of them have an end of their own.
func (s *starts) feed(ctx context.Context) {
	lives := func() bool {
		queue := s.queue.Load()
		return queue == nil || queue.Turns()
	}
	s.manager.Feed(ctx, clock.System(), lives, func(err error) {
		s.log.Warn("the manager of services does not hear that Crier lives, and may start it again", "error", err)
	})
}

// between does what is to be done while the service does not run. The log is in the data folder,
// which that may replace.
func (s *starts) between(ctx context.Context) error {
	if !s.process.HasWork() {
		return nil
	}
	if s.closeLog != nil {
		s.records.Copy(io.Discard)
		s.closeLog()
		s.closeLog = nil
	}
	return s.process.DoWork(ctx)
}

// once starts the service, waits for its end and stops it. It returns the start that is to follow.
func (s *starts) once(ctx context.Context, this another) (next another, err error) {
	restore := footprint.Relax()
	defer restore()
	var parts started
	asked := s.process.Begin()
	app, err := s.start(ctx, &parts)
	if err != nil {
		s.kept.Error("did not start", "version", version, "error", err)
		if app, this = s.goBack(ctx, this, &parts, err); app == nil {
			return another{}, err
		}
	}
	settling, cancel := context.WithCancel(ctx)
	var settled sync.WaitGroup
	settled.Go(func() { settle(settling, s.log, restore) })
	s.queue.Store(parts.queue)
	if err = s.say(ctx, this, parts); err == nil {
		next, err = s.untilEnd(ctx, app, asked)
		next.before = parts.config.Network
	}
	s.queue.Store(nil)
	if next.reason == "" {
		s.process.End()
		s.tell(s.manager.Stopping())
	}
	cancel()
	settled.Wait()
	if stopErr := stop(ctx, app); stopErr != nil {
		s.kept.Error("did not stop in order", "error", stopErr)
		return another{}, errors.Join(err, stopErr)
	}
	if ctx.Err() != nil {
		next = another{}
	}
	return next, err
}

// tell logs that the manager of services was not told. It starts the process again if it has to
// know, and does not hear.
func (s *starts) tell(err error) {
	if err != nil {
		s.log.Warn("the manager of services was not told", "error", err)
	}
}

// started are the parts of a service that has started.
type started struct {
	config   config.Config
	server   *httpapi.Server
	logins   *auth.Logins
	location *sandbox.Location
	folder   *instance.Instance
	queue    *jobs.Runner
}

// start starts the service with the network that is chosen now.
func (s *starts) start(ctx context.Context, parts *started) (*fx.App, error) {
	cfg, err := chosen(s.command.Config, s.process.Dir())
	if err != nil {
		return nil, err
	}
	parts.config = cfg
	app := fx.New(service(cfg, s.process, s.log), s.command.mortality(), fx.Populate(&parts.server, &parts.logins, &parts.location, &parts.folder, &parts.queue))
	if err := app.Err(); err != nil {
		return nil, plain(err)
	}
	if s.closeLog == nil {
		s.kept, s.closeLog = logToFolder(cfg, s.process.Dir(), s.records, s.output.kept, s.log)
	}
	return app, start(ctx, app)
}

// goBack starts the service in the mode of the start before, when the one that was chosen since
// does not start: a service that nobody can reach is worse than one in the mode that is known. It
// returns nil when no mode was chosen since, or when that does not start either; the choice then
// stays for the start after.
func (s *starts) goBack(ctx context.Context, this another, parts *started, failed error) (*fx.App, another) {
	chosen := parts.config.Network
	if this.before == "" || chosen == "" || this.before == chosen {
		return nil, this
	}
	dir := s.process.Dir()
	if err := dir.ChooseNetwork(string(this.before)); err != nil {
		s.kept.Error("the mode of before was not kept", "error", err)
		return nil, this
	}
	app, err := s.start(ctx, parts)
	if err != nil {
		s.kept.Error("did not start in the mode of before either", "mode", this.before, "error", errors.Join(err, dir.ChooseNetwork(string(chosen))))
		return nil, this
	}
	this.reason = "the mode " + string(chosen) + " does not start (" + failed.Error() + "), so that it goes on in the mode of before"
	return app, this
}

// say logs the start, and tells the person who started the program.
func (s *starts) say(ctx context.Context, this another, parts started) error {
	synced := datadir.SyncedBy(s.process.Dir().Path())
	if synced != "" {
		s.kept.Warn("the data folder is copied to other machines", "by", synced, "folder", s.process.Dir().Path())
	}
	s.tell(s.manager.Ready(fmt.Sprintf("%s, %s", parts.config.Network, parts.server.BaseURL())))
	about := []any{"version", version, "pid", os.Getpid(), "mode", parts.config.Network, "url", parts.server.BaseURL()}
	if this.reason != "" {
		took := clock.System().Running().Elapsed - this.since
		s.kept.Info("started again", append(about, "reason", this.reason, "after", took.Round(time.Millisecond))...)
		return printLine(s.out, "Crier has started again: "+this.reason+".\n  Mode      "+modeOf(parts.config)+"\n")
	}
	s.kept.Info("started", about...)
	if rehearsal.Start() > 1 {
		return nil // Later starts of a rehearsal are the same service to those who look on.
	}
	return errors.Join(sayQuarantined(ctx, s.out, parts.folder), saySynced(s.out, synced), parts.welcome(ctx, s.out))
}

// welcome prints the address of the service, and a link to sign in with.
func (p started) welcome(ctx context.Context, out io.Writer) error {
	code, err := p.logins.Issue(context.WithoutCancel(ctx))
	if err != nil {
		return err
	}
	return printBanner(out, p.config, p.server, p.location.URL(), auth.Link(p.server.AppURL(), code))
}

// untilEnd waits until the service is told to stop, ends by itself, or asks to be started again.
func (s *starts) untilEnd(ctx context.Context, app *fx.App, asked <-chan string) (another, error) {
	select {
	case <-ctx.Done():
	case reason := <-asked:
		if ctx.Err() == nil {
			s.log.Info("stopping, to start again", "reason", reason)
			return another{reason: reason, since: clock.System().Running().Elapsed}, nil
		}
	case signal := <-app.Wait():
		// The container watches for the same signals. Only a failure has an exit code.
		if signal.ExitCode != 0 {
			return another{}, errors.New("the service ended by itself; the log has the reason")
		}
		<-ctx.Done()
	}
	s.log.Info("stopping")
	return another{}, nil
}
