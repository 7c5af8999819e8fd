package timing_test

import (
	"log/slog"
	"testing"
	"time"

	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/timing"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database/databasetest"
	"crier/platform/graph"
	"crier/platform/uptime"
)

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// TestObserve_AfterTheClockWasSet: once the two clocks were compared, a clock that is set is known
// to be ahead by so much more, and the first answer after it changes that only as far as it
// contradicts it, however slow it is. Tier race, one database each.
func TestObserve_AfterTheClockWasSet(t *testing.T) {
	t.Parallel()
	const year = 365 * 24 * time.Hour
	for name, c := range map[string]struct {
		// before is by how much the clock was set before the call, during by how much while it was
		// under way.
		before, during time.Duration
		took           time.Duration
		// wrong is by how much the answer contradicts what is known.
		wrong, want time.Duration
	}{
		"by seconds, and the answer is slow":        {before: 3 * time.Second, took: 21 * time.Second, want: 3 * time.Second},
		"back by seconds, and the answer is slow":   {before: -3 * time.Second, took: 21 * time.Second, want: -3 * time.Second},
		"by seconds, and the answer is quick":       {before: 3 * time.Second, want: 3 * time.Second},
		"by a year, and the answer is slow":         {before: year, took: 21 * time.Second, want: year},
		"not at all, and the answer contradicts it": {wrong: time.Minute, want: time.Minute},
		"back by a year during the call":            {during: -year, took: 2 * time.Second, want: -year},
		"by a year during the call":                 {during: year, took: 2 * time.Second, want: year},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			machine := clock.NewFake(start)
			meter := uptime.New(databasetest.New(t), machine, config.Sandbox)
			own := timing.New(machine, new(networkclock.Clock), meter, slog.New(slog.DiscardHandler))
			// ahead is by how much the machine's clock is ahead of the network's in truth.
			ahead := time.Duration(0)
			call := func(took, during, wrong time.Duration) {
				at := machine.Now()
				machine.Advance(took / 2)
				date := machine.Now().Add(-ahead - wrong - time.Second/2)
				machine.Jump(during)
				ahead += during
				machine.Advance(took - took/2)
				own.Observe(graph.Call{At: at, Duration: took, Date: date})
			}
			call(0, 0, 0)
			machine.Jump(c.before)
			ahead += c.before
			call(c.took, c.during, c.wrong)
			if got, known := meter.Ahead(); !known || got != c.want {
				t.Errorf("the machine's clock is %s ahead, known %t, not %s", got, known, c.want)
			}
		})
	}
}

// TestSince: what was told by a clock that is ahead, and has been since, is as long ago as it is;
// nothing is to come, and a clock that is right or behind changes nothing. Tier race, one database
// each.
func TestSince(t *testing.T) {
	t.Parallel()
	const hour, year = time.Hour, 365 * 24 * time.Hour
	for name, c := range map[string]struct {
		// ahead is by how much the clock is ahead; told is when something was written down by it.
		ahead, told time.Duration
		want        time.Duration
	}{
		"a clock that is right":               {0, -hour, hour},
		"a clock that was ahead until lately": {0, hour, 0},
		"a clock that is behind":              {-year, -hour, hour},
		"a year ahead, told since":            {year, -hour, hour},
		"a year ahead, told before":           {year, -year - hour, hour},
		"a year ahead, to come":               {year, hour, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			machine := clock.NewFake(start)
			own := timing.New(machine, new(networkclock.Clock), uptime.New(databasetest.New(t), machine, config.Sandbox), slog.New(slog.DiscardHandler))
			own.Observe(graph.Call{At: machine.Now(), Date: machine.Now().Add(-c.ahead - time.Second/2)})
			if got := own.Since(machine.Now().Add(c.told)); got < c.want-time.Second || got > c.want+time.Second {
				t.Errorf("it is %s ago, not %s", got, c.want)
			}
		})
	}
}
