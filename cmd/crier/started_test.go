package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/datadir"

	"go.uber.org/fx"
)

// hasty is a clock on which every wait is over as soon as it begins, and has taken as long as lag.
type hasty struct{ *clock.Fake }

const lag = 5 * time.Second

func (h hasty) NewTimer(d time.Duration) *clock.Timer {
	timer := h.Fake.NewTimer(d)
	h.Advance(max(d, lag))
	return timer
}

// claiming is a call that wants a folder that something else has.
type claiming struct {
	serviceFolder

	dir   *datadir.Dir
	clock hasty
	// answering is where a service answers.
	answering string
}

// takenFolder returns a data folder that something else has, until the test ends.
func takenFolder(t *testing.T) *datadir.Dir {
	t.Helper()
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	lock, err := dir.Lock()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lock.Release(); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func newClaiming(t *testing.T) *claiming {
	t.Helper()
	dir := takenFolder(t)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(server.Close)
	c := &claiming{dir: dir, clock: hasty{clock.NewFake(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))}, answering: server.URL + "/api/v1"}
	c.DataDir, c.Start = dir.Path(), true
	return c
}

// announce writes runtime.json as the service does that has the folder.
func (c *claiming) announce(t *testing.T, url string, isForOneCall bool) {
	t.Helper()
	if err := c.dir.WriteRuntime(datadir.Runtime{PID: 1, APIURL: url, IsForOneCall: isForOneCall}); err != nil {
		t.Fatal(err)
	}
}

// try claims the folder. meanwhile is called each time that it is found taken, with the time since
// the first; from free on it is not.
func (c *claiming) try(ctx context.Context, free time.Duration, meanwhile func(time.Duration)) (waited time.Duration, err error) {
	begun := c.clock.Now()
	app, err := c.claim(ctx, c.clock, func() *fx.App {
		waited = c.clock.Now().Sub(begun)
		if waited >= free {
			return fx.New(fx.NopLogger)
		}
		meanwhile(waited)
		return fx.New(fx.Error(datadir.ErrLocked), fx.NopLogger)
	})
	if (app == nil) == (err == nil) {
		err = errors.Join(err, errors.New("an app and an error, or neither"))
	}
	return waited, err
}

const never = 24 * time.Hour

// TestClaim_UsesAServiceThatComesUp, also when another call's service had the folder before.
func TestClaim_UsesAServiceThatComesUp(t *testing.T) {
	t.Parallel()
	c := newClaiming(t)
	happens := map[time.Duration]func(){
		lag: func() { c.announce(t, c.answering, true) },
		time.Minute: func() {
			if err := c.dir.RemoveRuntime(); err != nil {
				t.Error(err)
			}
		},
		time.Minute + 10*time.Second: func() { c.announce(t, c.answering, false) },
	}
	waited, err := c.try(t.Context(), never, func(waited time.Duration) {
		if now := happens[waited]; now != nil {
			now()
		}
	})
	if !errors.Is(err, errCameUp) || waited != time.Minute+10*time.Second {
		t.Errorf("after %s: %v", waited, err)
	}
}

// TestClaim_WaitsForItsTurn while other calls have services of their own, and has a bound.
func TestClaim_WaitsForItsTurn(t *testing.T) {
	t.Parallel()
	c := newClaiming(t)
	c.announce(t, c.answering, true)
	if waited, err := c.try(t.Context(), 3*time.Minute, func(time.Duration) {}); err != nil || waited != 3*time.Minute {
		t.Errorf("after %s: %v", waited, err)
	}
	waited, err := c.try(t.Context(), never, func(time.Duration) {})
	if !errors.Is(err, datadir.ErrLocked) || waited < turnPatience || waited > turnPatience+2*lag || !strings.Contains(err.Error(), "when they have ended") {
		t.Errorf("after %s: %v", waited, err)
	}
}

// TestClaim_GivesUpOnWhatDoesNotAnswer, and ends with the call.
func TestClaim_GivesUpOnWhatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	c := newClaiming(t)
	for name, announce := range map[string]func(){
		"no address": func() {}, "nobody there": func() { c.announce(t, "http://127.0.0.1:1/api/v1", false) },
	} {
		announce()
		waited, err := c.try(t.Context(), never, func(time.Duration) {})
		if !errors.Is(err, datadir.ErrLocked) || waited < claimPatience || waited > claimPatience+2*lag || !strings.Contains(err.Error(), "crier status") {
			t.Errorf("%s, after %s: %v", name, waited, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	if _, err := c.try(ctx, never, func(time.Duration) { stop() }); err == nil || errors.Is(err, datadir.ErrLocked) || !strings.HasPrefix(err.Error(), "stopped") {
		t.Errorf("stopped: %v", err)
	}
}

// TestRunningService_OfAnotherCall is none to rely upon.
func TestRunningService_OfAnotherCall(t *testing.T) {
	t.Parallel()
	c := newClaiming(t)
	c.announce(t, c.answering, false)
	if service, err := runningService(t.Context(), c.dir); err != nil || service.origin+"/api/v1" != c.answering {
		t.Errorf("one that stays: %+v, %v", service, err)
	}
	c.announce(t, c.answering, true)
	if _, err := runningService(t.Context(), c.dir); !errors.Is(err, errOneCall) || !errors.Is(err, errNotRunning) {
		t.Errorf("one of another call: %v", err)
	}
}
