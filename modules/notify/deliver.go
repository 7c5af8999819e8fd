package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"crier/modules/notify/teller"
	"crier/platform/clock"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// pauses are those after each failure of a place. After one more, what waits for it is dropped.
var pauses = []time.Duration{time.Minute, 10 * time.Minute, time.Hour, longestPause}

const longestPause = 3 * time.Hour

// deliver tells what waits, each place at its own pace.
func (n *Notifier) deliver() {
	for n.base.Err() == nil {
		next, err := n.tellDue()
		if err != nil && n.base.Err() == nil {
			n.Log.Error("notify: cannot tell what waits", "error", err)
			next = n.Clock.Now().Add(pauses[0])
		}
		n.wait(next)
	}
}

// wait waits until something is due, at the latest until next, unless that is the zero time.
func (n *Notifier) wait(next time.Time) {
	var passed <-chan time.Time
	if !next.IsZero() {
		// No pause is longer, unless the clock was set back.
		timer := n.Clock.NewTimer(min(next.Sub(n.Clock.Now()), longestPause))
		defer timer.Stop()
		passed = timer.C
	}
	select {
	case <-n.base.Done():
	case <-n.due:
	case <-passed:
	}
}

// tellDue begins to tell each place that is due and is being told nothing the first of what waits
// for it. It returns when the next is due, the zero time when that is said by n.due.
func (n *Notifier) tellDue() (next time.Time, err error) {
	// No place is done in between, so that what is read of it holds until it is told.
	n.telling.Lock()
	defer n.telling.Unlock()
	places, err := selectAwaited(n.base, n.DB)
	now := n.Clock.Now()
	for _, p := range places {
		switch {
		case n.beingTold[p.Name]:
		case p.isDue(now):
			n.beingTold[p.Name] = true
			n.running.Go(func() { n.tellOne(p) })
		case next.IsZero() || p.NextAt.Time().Before(next):
			next = p.NextAt.Time()
		}
	}
	return next, err
}

// tellOne tells a place the first of what waits for it, and has the next looked for.
func (n *Notifier) tellOne(p place) {
	if err := n.tellFirst(n.base, p); err != nil && n.base.Err() == nil {
		n.Log.Error("notify: cannot tell what waits", "place", p.Name, "error", err)
		_ = clock.Sleep(n.base, n.Clock, pauses[0])
	}
	n.telling.Lock()
	delete(n.beingTold, p.Name)
	n.telling.Unlock()
	wake(n.due)
}

func (n *Notifier) tellFirst(ctx context.Context, p place) error {
	first, err := selectFirst(ctx, n.DB, p.Name)
	if err != nil || first == nil {
		return err
	}
	var e Event
	if err := json.Unmarshal([]byte(first.Event), &e); err != nil {
		return fmt.Errorf("read what waits: %w", err)
	}
	if problem := n.tell(ctx, p, e); problem != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return n.refuse(ctx, p, problem)
	}
	// A place that was told is not told again after the next start, nor because the disk is full.
	for {
		err := n.DB.InRelaxedTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error { return took(ctx, tx, p.Name, first.ID, n.Clock.Now()) })
		if err == nil {
			return nil
		}
		n.Log.Error("notify: cannot note that a place was told", "place", p.Name, "error", err)
		if err := clock.Sleep(ctx, n.Clock, pauses[0]); err != nil {
			return err
		}
	}
}

// refuse notes why a place took nothing, and when it is tried again.
func (n *Notifier) refuse(ctx context.Context, p place, problem error) error {
	now := n.Clock.Now()
	p.Tries, p.Problem, p.FailedAt = p.Tries+1, problem.Error(), wiretime.Ptr(now)
	switch isAway := errors.Is(problem, teller.ErrNoDesktop); {
	case isAway:
		p.Tries = min(p.Tries, len(pauses)) // Somebody may sign in at the desktop.
		fallthrough
	case p.Tries <= len(pauses):
		p.NextAt = wiretime.Ptr(now.Add(pauses[p.Tries-1]))
	default:
		p.NextAt = nil
	}
	n.Log.Warn("notify: it was not told", "place", p.Name, "tries", p.Tries, "error", problem)
	return n.DB.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return refused(ctx, tx, p, now.Add(-day)) })
}

// isDue reports whether a place may be told. A pause that ends later than any does was begun by a
// clock that was ahead.
func (p place) isDue(now time.Time) bool {
	return p.NextAt == nil || !p.NextAt.Time().After(now) || p.NextAt.Time().After(now.Add(longestPause))
}

// hasGivenUp reports whether a place has failed for so long that what waited for it is dropped.
func (p place) hasGivenUp() bool { return p.Tries > len(pauses) }

// tell tells a place of an event. The error has no secrets.
func (n *Notifier) tell(ctx context.Context, p place, e Event) error {
	if running, err := n.Dir.ReadRuntime(); err == nil && e.Page != "" {
		e.Page = running.AppURL + "/app" + e.Page
	}
	switch p.Name {
	case desktopName:
		return teller.Desktop(ctx, e.Title, e.Text)
	case programName:
		n.program.Lock()
		defer n.program.Unlock()
		return runProgram(ctx, n.Log, n.Program, e, programPatience)
	}
	address, err := n.Box.Open(p.Sealed, record(p.Name))
	if err != nil {
		return errors.New("its address is sealed with another key than this folder's; add it again")
	}
	return teller.Send(ctx, address, e.Title, e.Text)
}
