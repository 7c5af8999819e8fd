package settings_test

import (
	"math/rand/v2"
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
	if wait := p.Reserve(ann, rand.Float64()); wait != 0 {
		t.Errorf("the first call waits %s", wait)
	}
	for range 5 {
		wait := p.Reserve(ann, rand.Float64())
		if wait-last < settings.CallGap || wait-last >= settings.CallGap+settings.CallSpread {
			t.Errorf("a call waits %s, the one before it %s", wait, last)
		}
		last = wait
	}
	if wait := p.Reserve(bob, rand.Float64()); wait != 0 {
		t.Errorf("another account's waits %s", wait)
	}
	clk.Jump(-time.Hour)
	if wait := p.Reserve(ann, rand.Float64()); wait != 0 {
		t.Errorf("after the clock was set back a call waits %s", wait)
	}
}
