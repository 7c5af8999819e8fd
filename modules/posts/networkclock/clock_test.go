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
