package settings_test

import (
	"testing"
	"time"

	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/wireid"
)

// TestPace_KeepsCallsApart: calls of one account keep their distance, those of different accounts
// do not. A clock that is set back adds no wait.
func TestPace_KeepsCallsApart(t *testing.T) {
	t.Parallel()
	clk := clock.NewFake(start)
	p, ann, bob := settings.NewPace(clk), wireid.New(), wireid.New()
	var last time.Duration
	before := 0.5
	if wait := p.Reserve(ann, before); wait != 0 {
		t.Errorf("the first call waits %s", wait)
	}
	for _, chance := range []float64{0, 1, 0.25, 0.75, 0} {
		wait := p.Reserve(ann, chance)
		if want := settings.CallGap + time.Duration(before*float64(settings.CallSpread)); wait-last != want {
			t.Errorf("by the chance %g a call waits %s, the one before it %s", before, wait, last)
		}
		last, before = wait, chance
	}
	if wait := p.Reserve(bob, 0); wait != 0 {
		t.Errorf("another account's waits %s", wait)
	}
	clk.Jump(-time.Hour)
	if wait := p.Reserve(ann, 1); wait != 0 {
		t.Errorf("after the clock was set back a call waits %s", wait)
	}
}
