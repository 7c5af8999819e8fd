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
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"crier/platform/clock"

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
// logged. Which time is next the wall clock says, once a run has ended; until then running time
// counts, so that a clock that is set back stops no entry.
type Scheduler struct {
	clock   clock.Clock
	entries []entry
	log     *slog.Logger
	base    context.Context
	cancel  context.CancelFunc
	// loops are those of the entries.
	loops sync.WaitGroup
}

type entry struct {
	Entry
	times cron.Schedule
}

// New returns a Scheduler for the entries. It returns an error for an unreadable spec and for a
// name that stands twice.
func New(clk clock.Clock, log *slog.Logger, entries []Entry) (*Scheduler, error) {
	s := &Scheduler{clock: clk, log: log}
	for _, e := range slices.SortedFunc(slices.Values(entries), func(a, b Entry) int { return strings.Compare(a.Name, b.Name) }) {
		if n := len(s.entries); n > 0 && s.entries[n-1].Name == e.Name {
			return nil, fmt.Errorf("scheduler: two entries are called %s", e.Name)
		}
		times, err := cron.ParseStandard(e.Spec)
		if err != nil {
			return nil, fmt.Errorf("scheduler: %s: %w", e.Name, err)
		}
		s.entries = append(s.entries, entry{e, times})
	}
	s.base, s.cancel = context.WithCancel(context.Background())
	return s, nil
}

// Start begins to run the entries in the background.
func (s *Scheduler) Start() {
	for _, e := range s.entries {
		s.loops.Go(func() { s.loop(e) })
	}
}

// loop waits for each time of the entry by a timer of its own. The library's loop compares wall
// clock readings, and after a clock was set back it runs nothing until the old time comes again.
func (s *Scheduler) loop(e entry) {
	for {
		now := s.clock.Now()
		next := e.times.Next(now)
		if next.IsZero() || clock.Sleep(s.base, s.clock, next.Sub(now)) != nil {
			return
		}
		s.run(e.Entry)
	}
}

func (s *Scheduler) run(e Entry) {
	defer func() {
		if cause := recover(); cause != nil {
			s.log.Error("scheduler: a chore panicked", "entry", e.Name, "error", cause, "stack", string(debug.Stack()))
		}
	}()
	err := e.Run(s.base)
	if isStopped := s.base.Err() != nil && errors.Is(err, context.Canceled); err != nil && !isStopped {
		s.log.Error("scheduler: a chore failed", "entry", e.Name, "error", err)
	}
}

// Stop starts no more entries, ends the context of those that run and waits for them, or until a
// third of the time that ctx leaves has passed: what is stopped after them must not be left out for
// an entry that does not heed its context.
func (s *Scheduler) Stop(ctx context.Context) error {
	s.cancel()
	ctx, cancel := clock.Part(ctx, 3)
	defer cancel()
	ended := make(chan struct{})
	go func() {
		s.loops.Wait()
		close(ended)
	}()
	select {
	case <-ended:
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
