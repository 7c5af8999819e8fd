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

// Chore is what a module does again and again.
type Chore struct {
	// Name is unique, such as "auth.purge".
	Name string
	// Spec is a cron expression of five fields in UTC, or a descriptor such as "@hourly" or "@every
	// 10m".
	Spec string
	// Run does the chore. Its context ends when the program stops.
	Run func(ctx context.Context) error
}

// Scheduler runs chores at their times. A chore never overlaps itself, and a panic in one is
// logged. When a run has ended, the wall clock says which time is next. Until then running time
// counts, so that a clock that is set back stops no chore.
type Scheduler struct {
	clock  clock.Clock
	chores []planned
	log    *slog.Logger
	base   context.Context
	cancel context.CancelFunc
	// loops are those of the chores.
	loops sync.WaitGroup
}

// planned is a chore with its times.
type planned struct {
	Chore
	times cron.Schedule
}

// New returns a Scheduler for the chores. It returns an error for an unreadable spec and for a
// name that stands twice.
func New(clk clock.Clock, log *slog.Logger, chores []Chore) (*Scheduler, error) {
	s := &Scheduler{clock: clk, log: log}
	for _, c := range slices.SortedFunc(slices.Values(chores), func(a, b Chore) int { return strings.Compare(a.Name, b.Name) }) {
		if n := len(s.chores); n > 0 && s.chores[n-1].Name == c.Name {
			return nil, fmt.Errorf("scheduler: two chores are called %s", c.Name)
		}
		times, err := cron.ParseStandard(c.Spec)
		if err != nil {
			return nil, fmt.Errorf("scheduler: %s: %w", c.Name, err)
		}
		s.chores = append(s.chores, planned{c, times})
	}
	s.base, s.cancel = context.WithCancel(context.Background())
	return s, nil
}

// Start begins to run the chores in the background.
func (s *Scheduler) Start() {
	for _, c := range s.chores {
		s.loops.Go(func() { s.loop(c) })
	}
}

// loop waits for each time of the chore by a timer of its own. The library's loop compares wall
// clock readings, and after a clock was set back it runs nothing until the old time comes again.
func (s *Scheduler) loop(c planned) {
	for {
		now := s.clock.Now()
		next := c.times.Next(now)
		if next.IsZero() || clock.Sleep(s.base, s.clock, next.Sub(now)) != nil {
			return
		}
		s.run(c.Chore)
	}
}

func (s *Scheduler) run(c Chore) {
	defer func() {
		if cause := recover(); cause != nil {
			s.log.Error("scheduler: a chore panicked", "chore", c.Name, "error", cause, "stack", string(debug.Stack()))
		}
	}()
	err := c.Run(s.base)
	if isStopped := s.base.Err() != nil && errors.Is(err, context.Canceled); err != nil && !isStopped {
		s.log.Error("scheduler: a chore failed", "chore", c.Name, "error", err)
	}
}

// Stop starts no more chores, ends the context of those that run and waits for them, or until a
// third of the time that ctx leaves has passed: what is stopped after them must not be left out for
// a chore that does not heed its context.
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

// RunNow runs the named chore at once, in the caller's goroutine, and returns its error.
func (s *Scheduler) RunNow(ctx context.Context, name string) error {
	for _, c := range s.chores {
		if c.Name == name {
			return c.Run(ctx)
		}
	}
	return fmt.Errorf("scheduler: there is no chore %q", name)
}
