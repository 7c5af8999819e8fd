package networkclock

import (
	"testing"
	"time"

	"crier/platform/graph"
)

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// TestNetworkClock: a comparison counts for a minute, and not before it was made.
func TestNetworkClock(t *testing.T) {
	t.Parallel()
	var c Clock
	if _, known := c.AheadAt(start); known {
		t.Error("known before anything was heard")
	}
	c.Observe(graph.Call{At: start, Duration: time.Second})
	if _, known := c.AheadAt(start); known {
		t.Error("known from an answer without a date")
	}
	c.Observe(graph.Call{At: start, Duration: time.Second, Date: start.Add(-time.Hour)})
	for after, want := range map[time.Duration]bool{0: false, time.Second: true, 61 * time.Second: true, 62 * time.Second: false} {
		ahead, known := c.AheadAt(start.Add(after))
		if known != want || ahead != time.Hour+time.Second/2 {
			t.Errorf("after %s: %s, %v", after, ahead, known)
		}
	}
	var slept Clock
	slept.Observe(graph.Call{At: start, Duration: 60 * 24 * time.Hour, Date: start})
	if ahead, known := slept.AheadAt(start.Add(60 * 24 * time.Hour)); known {
		t.Errorf("a call during which the clock moved on by 60 days says that it is %s ahead", ahead)
	}
}

// TestNetworkClock_SlowAnswer: the date of an answer that took 21 seconds may be of any moment of
// them. A known difference that fits stays, and another one moves as little as possible.
func TestNetworkClock_SlowAnswer(t *testing.T) {
	t.Parallel()
	const slow = 21 * time.Second
	for name, c := range map[string]struct{ before, date, want time.Duration }{
		"dated at its begin":                 {0, 0, -time.Second / 2},
		"dated at its end":                   {0, slow, -time.Second / 2},
		"of a machine that was set ahead":    {0, slow - time.Hour, time.Hour - slow - time.Second},
		"of a machine that was set back":     {0, time.Hour, slow - time.Hour},
		"of a machine that has been an hour": {-time.Hour, -time.Hour, time.Hour - time.Second/2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var clock Clock
			clock.Observe(graph.Call{At: start, Date: start.Add(c.before)})
			at := start.Add(time.Second)
			clock.Observe(graph.Call{At: at, Duration: slow, Date: at.Add(c.date)})
			if ahead, known := clock.AheadAt(at.Add(slow)); !known || ahead != c.want {
				t.Errorf("the machine is %s ahead, known %t, want %s", ahead, known, c.want)
			}
		})
	}
	var clock Clock
	clock.Observe(graph.Call{At: start, Duration: slow, Date: start})
	if ahead, known := clock.AheadAt(start.Add(slow)); !known || ahead != slow-time.Second/2 {
		t.Errorf("a first answer says that the machine is %s ahead, known %t", ahead, known)
	}
}
