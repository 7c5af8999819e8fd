// Package scheduler runs the modules' periodic chores, such as clearing out what has expired.
//
// It keeps no record of its runs and does not repeat missed ones, because a chore looks for what
// has to be done. Work that must happen at a certain time, or exactly once, is a job of package
// jobs.
package scheduler

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// Entry is a periodic chore.
type Entry struct {
	// Name is unique, such as "auth.purge".
	Name string
	// Spec is a cron expression of five fields in UTC, or a descriptor such as "@hourly" or "@every
	// 10m".
	Spec string
	// Run does the chore. Its context ends when the program stops.
	Run func(ctx context.Context) error
}

// Scheduler runs entries at their times. An entry never overlaps itself, and a panic in one is
// logged.
type Scheduler struct {
	cron    *cron.Cron
	entries []Entry
	log     *slog.Logger
	base    context.Context
	cancel  context.CancelFunc
}

// New returns a Scheduler for the entries. It returns an error for an unreadable spec and for a
// name that stands twice.
func New(log *slog.Logger, entries []Entry) (*Scheduler, error) {
	entries = slices.Clone(entries)
	slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	logger := cronLogger{log}
	s := &Scheduler{
		// Recover must be the inner wrapper: SkipIfStillRunning gives its turn back only when the
		// job returns.
		cron:    cron.New(cron.WithLocation(time.UTC), cron.WithChain(cron.SkipIfStillRunning(logger), cron.Recover(logger))),
		entries: entries, log: log,
	}
	s.base, s.cancel = context.WithCancel(context.Background())
	for i, e := range entries {
		if i > 0 && entries[i-1].Name == e.Name {
			return nil, fmt.Errorf("scheduler: two entries are called %s", e.Name)
		}
		when, err := cron.ParseStandard(e.Spec)
		if err != nil {
			return nil, fmt.Errorf("scheduler: %s: %w", e.Name, err)
		}
		s.cron.Schedule(paced(when), cron.FuncJob(func() { s.run(e) }))
	}
	return s, nil
}

func (s *Scheduler) run(e Entry) {
	if err := e.Run(s.base); err != nil && !errors.Is(err, context.Canceled) {
		s.log.Error("scheduler: a chore failed", "entry", e.Name, "error", err)
	}
}

// Start begins to run the entries in the background.
func (s *Scheduler) Start() { s.cron.Start() }

// Stop starts no more entries, ends the context of those that run and waits for them, or for ctx to
// end.
func (s *Scheduler) Stop(ctx context.Context) error {
	running := s.cron.Stop()
	s.cancel()
	select {
	case <-running.Done():
		return nil
	case <-ctx.Done():
		return fmt.Errorf("chores still run: %w", context.Cause(ctx))
	}
}

// RunNow runs the named entry at once, in the caller's goroutine, and returns its error.
func (s *Scheduler) RunNow(ctx context.Context, name string) error {
	for _, e := range s.entries {
		if e.Name == name {
			return e.Run(ctx)
		}
	}
	return fmt.Errorf("scheduler: there is no entry %q", name)
}

type cronLogger struct{ log *slog.Logger }

func (l cronLogger) Info(msg string, keysAndValues ...any) {
	l.log.Debug("scheduler: cron", append([]any{"message", msg}, keysAndValues...)...)
}

func (l cronLogger) Error(err error, msg string, keysAndValues ...any) {
	l.log.Error("scheduler: cron", append([]any{"message", msg, "error", err}, keysAndValues...)...)
}
