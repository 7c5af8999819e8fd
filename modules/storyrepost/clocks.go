package storyrepost

import (
	"crier/platform/clock"
	"crier/platform/uptime"
	"crier/platform/wiretime"
)

// clocks tell this machine's time and the network's.
type clocks struct {
	clock clock.Clock
	// uptime knows by how much this machine's clock is ahead of the network's.
	uptime *uptime.Meter
}

func newClocks(clk clock.Clock, meter *uptime.Meter) clocks { return clocks{clk, meter} }

func (c clocks) now() wiretime.Time { return wiretime.Of(c.clock.Now()) }

// networkNow returns the time by the network's clock if that is known, else by this machine's.
func (c clocks) networkNow() wiretime.Time {
	ahead, _ := c.uptime.Ahead()
	return wiretime.Of(c.clock.Now().Add(-ahead))
}

// gone returns the instant until which stories have gone for certain: the network's now, and the
// zero time while nobody knows that. An expired record stays so for good, and this machine's clock
// alone may be a day ahead.
func (c clocks) gone() wiretime.Time {
	if _, known := c.uptime.Ahead(); !known {
		return wiretime.Time{}
	}
	return c.networkNow()
}

// times are the time by this machine's clock, the time by the network's, and the instant until
// which stories have gone for certain.
type times struct{ here, there, gone wiretime.Time }

func (c clocks) times() times { return times{c.now(), c.networkNow(), c.gone()} }
