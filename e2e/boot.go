// Package e2e tests Crier from outside: the real graph of modules, or some of them, on a temporary
// folder, with the real HTTP server, SQLite and sandbox network, on a clock that the test moves.
//
// Boot boots it within the test's process, Command builds and runs the real program. The Client of
// a booted App checks every answer against the served OpenAPI document.
package e2e

import (
	"context"
	"database/sql"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"crier/modules"
	"crier/modules/auth"
	"crier/modules/posts/publish/states"
	"crier/modules/settings"
	"crier/platform"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/httpapi"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/restart"
	"crier/platform/sandbox"
	"crier/platform/scheduler"
	"crier/platform/wireid"

	"go.uber.org/fx"
	"go.uber.org/fx/fxevent"
	"go.uber.org/fx/fxtest"
)

// Start is where the clock of a booted App begins.
var Start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// App is a running Crier. Parts of a module that was not booted are nil.
type App struct {
	Dir    string
	Clock  *clock.Fake
	Config config.Config
	Log    *SyncBuffer
	// Asked receives why the App is to be started again: stop it then, and boot another In its
	// folder.
	Asked <-chan string
	parts

	fx      *fxtest.App
	process *restart.Process
	tb      testing.TB
	// isStandard says that exactly all modules were booted.
	isStandard bool
	// looks is the prepared query of the agenda.
	looks func() (*sql.Stmt, error)
	// others is closed when nobody beside the runner and its jobs waits on the clock any more; nil
	// when nobody does.
	others <-chan struct{}
}

// parts are the parts of the program that tests use.
type parts struct {
	fx.In

	Server    *httpapi.Server
	DB        *database.DB
	Runner    *jobs.Runner
	Queue     *jobs.Queue
	Scheduler *scheduler.Scheduler
	Sandbox   *sandbox.Location
	Folder    *instance.Instance
	Sessions  *auth.Sessions `optional:"true"`
	Logins    *auth.Logins   `optional:"true"`
	Keys      *settings.Keys `optional:"true"`
	// Watched are the tables whose changes become events.
	Watched []database.Watched `group:"database.watched"`
}

// Option changes how an App boots.
type Option func(*booting)

type booting struct {
	config  config.Config
	clock   *clock.Fake
	modules []fx.Option
	// isStandard says that no option has chosen the modules.
	isStandard bool
	// observer hears what fx does.
	observer fxevent.Logger
}

// With boots the given modules in place of all. fx.Replace and fx.Decorate replace what they need
// of others.
func With(modules ...fx.Option) Option {
	return func(b *booting) { b.modules, b.isStandard = modules, false }
}

// Decorated boots all modules, with parts of them replaced by fx.Decorate.
func Decorated(changes ...fx.Option) Option {
	return func(b *booting) { b.modules = append(b.modules, changes...) }
}

// Configured changes the configuration.
func Configured(change func(*config.Config)) Option {
	return func(b *booting) { change(&b.config) }
}

// In boots on an existing folder, such as that of a stopped App.
func In(dir string) Option { return Configured(func(c *config.Config) { c.DataDir = dir }) }

// At boots on an existing clock.
func At(clk *clock.Fake) Option { return func(b *booting) { b.clock = clk } }

// Observed tells an observer what fx does.
func Observed(observer fxevent.Logger) Option {
	return func(b *booting) { b.observer = observer }
}

// Boot starts Crier and stops it when the test ends. The test fails when a handler has panicked.
func Boot(tb testing.TB, options ...Option) *App {
	tb.Helper()
	b := booting{config: config.Default(), clock: clock.NewFake(Start), modules: []fx.Option{modules.All()}, isStandard: true, observer: fxevent.NopLogger}
	b.config.Port, b.config.Keyring, b.config.FFmpeg, b.config.DataDir, b.config.LogLevel = 0, "off", config.FFmpegOff, tb.TempDir(), "debug"
	fresh := b.config.DataDir
	b.config.StateDir = tb.TempDir()
	for _, o := range options {
		o(&b)
	}
	if b.config.DataDir == fresh {
		databasetest.Put(tb, filepath.Join(fresh, "crier.db"))
	}
	process, err := restart.Own(b.config.DataDir)
	if err != nil {
		tb.Fatal(err)
	}
	network, err := process.Dir().Network()
	if err != nil {
		tb.Fatal(err)
	}
	b.config = b.config.Chosen(config.Network(network))
	app := &App{Asked: process.Begin(), process: process, Dir: b.config.DataDir, Clock: b.clock, Config: b.config, Log: &SyncBuffer{}, isStandard: b.isStandard, tb: tb}
	app.looks = sync.OnceValues(func() (*sql.Stmt, error) {
		return app.DB.Reader().PrepareContext(context.WithoutCancel(tb.Context()), agendaSQL)
	})
	log := slog.New(slog.NewTextHandler(app.Log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	app.fx = fxtest.New(tb,
		fx.Supply(b.config, process, platform.Version("test"), log, fx.Annotate(b.clock, fx.As(new(clock.Clock)))),
		platform.Module,
		fx.Options(b.modules...),
		fx.Invoke(func(p parts) { app.parts = p }),
		fx.WithLogger(func() fxevent.Logger { return b.observer }),
		fx.StartTimeout(patience), fx.StopTimeout(patience), // The usual ones are too short for a busy machine.
	)
	app.fx.RequireStart()
	tb.Cleanup(func() {
		app.Stop()
		if said := panicIn(app.Log.String()); said != "" {
			tb.Error(said)
		}
		if tb.Failed() {
			tb.Logf("log of the App:\n%s", app.Log)
		}
	})
	return app
}

// WantLegalPost fails the test when the post has an illegal state.
func (a *App) WantLegalPost(id wireid.ID) {
	a.tb.Helper()
	illegal, err := states.IllegalPost(a.tb.Context(), a.DB.Reader(), id)
	if err != nil || len(illegal) > 0 {
		a.tb.Errorf("no legal state: %v, %v", illegal, err)
	}
}

// Stop stops the App, as SIGTERM does. Further calls do nothing.
func (a *App) Stop() {
	if a.fx != nil {
		if _, isTest := a.tb.(*testing.T); isTest && a.isStandard {
			WantLegal(a.tb, a.DB)
			wantOnTable(a)
		}
		a.fx.RequireStop()
		a.fx = nil
		if err := a.process.Release(); err != nil {
			a.tb.Error(err)
		}
	}
}

// Settle waits until done reports true, and checks that whenever a job has ended. It does not move
// the clock.
func (a *App) Settle(tb testing.TB, done func() bool) {
	tb.Helper()
	for {
		ended := a.Runner.Ended()
		if done() {
			return
		}
		Await(tb, ended, "the end of a job")
	}
}

// AdvanceUntil moves the clock to one due instant after the other until done reports true, and at
// most by limit. Before each move it waits until all work sleeps on the clock, so that the
// program's own computing takes no time of the clock.
func (a *App) AdvanceUntil(tb testing.TB, limit time.Duration, done func() bool) {
	tb.Helper()
	end := a.Clock.Now().Add(limit)
	for {
		a.Rest(tb)
		if done() {
			return
		}
		left := end.Sub(a.Clock.Now())
		if left <= 0 {
			tb.Fatalf("not done after %s", limit)
		}
		a.step(tb, left)
	}
}

// AlsoWaits has Rest and AdvanceUntil count one more goroutine that waits on the clock, from now
// until the channel is closed. Call it right before the work that starts the goroutine: Rest does
// not return before the goroutine waits.
func (a *App) AlsoWaits(until <-chan struct{}) { a.others = until }

// Rest waits until nothing can continue before the clock moves: no job is due, and each running one
// sleeps.
func (a *App) Rest(tb testing.TB) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	defer cancel()
	for {
		ended := a.Runner.Ended()
		before := a.agenda(tb)
		// The runner waits on the clock, and each job twice: in its own sleep and for the renewal
		// of its lease.
		waiting := 1 + 2*before.atWork
		if isClosed(a.others) {
			a.others = nil
		}
		if a.others != nil {
			waiting++
		}
		if err := blockUntil(ctx, a.Clock, waiting, ended, a.others); err != nil {
			tb.Fatalf("the program does not come to rest, %d jobs are at work, another goroutine: %t: %v", before.atWork, a.others != nil, err)
		}
		if after := a.agenda(tb); after == before && !isClosed(ended) && !isClosed(a.others) {
			return
		}
	}
}

// step moves the clock to the next timer or due job, but at most by limit. While no job is in work
// and nobody else waits, only the runner's polls come before the next job; stopping at each of them
// would show nothing and take long.
func (a *App) step(tb testing.TB, limit time.Duration) {
	tb.Helper()
	wait, ok := a.Clock.Next()
	if !ok {
		return // The runner was woken in between.
	}
	look := a.agenda(tb)
	untilJob := time.UnixMilli(look.next).Sub(a.Clock.Now())
	switch {
	case look.next == 0:
	case look.atWork == 0 && a.others == nil:
		wait = untilJob
	default:
		wait = min(wait, untilJob)
	}
	a.Clock.Advance(min(wait, limit))
}

// agenda is the state of the queue at an instant for the accounts of the present network mode.
type agenda struct {
	// atWork is how many jobs are in work, or would be if the runner had claimed them.
	atWork int
	// next is when the next job falls due, in Unix milliseconds, or 0.
	next int64
}

func (a *App) agenda(tb testing.TB) (result agenda) {
	tb.Helper()
	look, err := a.looks() //nolint:sqlclosecheck // One for the life of the App; its database closes it.
	if err == nil {
		err = look.QueryRowContext(tb.Context(), a.Clock.Now().UnixMilli(), a.Config.Network).Scan(&result.atWork, &result.next)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return result
}

// While a suspect of a death runs alone, the other due jobs wait.
var agendaSQL = `
	WITH ours AS (SELECT * FROM scheduled_jobs WHERE lane NOT IN (SELECT id FROM social_accounts WHERE network <> ?2)
		AND (status = 'PROCESSING' OR ` + instance.MayBeClaimed("scheduled_jobs.subject_id") + `)),
		due AS (SELECT * FROM ours WHERE status = 'PROCESSING' OR status = 'PENDING' AND run_at <= ?1)
	SELECT iif(EXISTS (SELECT 1 FROM due WHERE suspicions > 0),
			max(1, (SELECT count(DISTINCT lane) FROM due WHERE status = 'PROCESSING')), (SELECT count(DISTINCT lane) FROM due)),
		(SELECT coalesce(min(run_at), 0) FROM ours WHERE status = 'PENDING' AND run_at > ?1)`

// blockUntil waits until n timers wait on the clock or one of the channels is closed. It returns an
// error when ctx ends first.
func blockUntil(ctx context.Context, clk *clock.Fake, n int, ended, others <-chan struct{}) error {
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-ended:
			cancel()
		case <-others:
			cancel()
		case <-waiting.Done():
		}
	}()
	if err := clk.BlockUntil(waiting, n); err != nil {
		return ctx.Err()
	}
	return nil
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
