package world

import (
	"time"

	"crier/platform/clock"
	"crier/platform/wiretime"
)

// core is what every part of the world shares: the clock, the counter behind the ids, the settings,
// and the line of the state file that the current update writes.
type core struct {
	clock    clock.Clock
	Seq      int64
	Settings Settings
	// Site is the address of the sandbox's pages: that of its server, or else the one that was last
	// asked for.
	Site string
	// port is the one that the sandbox last listened on.
	port    int
	changed *change
}

// Now returns the sandbox's own time.
func (c *core) Now() time.Time {
	return c.clock.Now().Add(time.Duration(c.Settings.OffsetMS) * time.Millisecond)
}

// NextSeq returns the next value of the counter behind all ids and orders.
func (c *core) NextSeq() int64 {
	c.Seq++
	c.record().Seq = c.Seq
	return c.Seq
}

func (c *core) record() *change {
	if c.changed == nil {
		c.changed = &change{}
	}
	return c.changed
}

// takeChanges returns what changed since it was last called, nil when nothing did.
func (c *core) takeChanges() *change {
	changed := c.changed
	c.changed = nil
	return changed
}

// PutSettings records that the settings have changed.
func (c *core) PutSettings() { c.record().Settings = &c.Settings }

// putPort notes the port that the sandbox listens on.
func (c *core) putPort(port int) {
	c.record().Port = port
	c.port = port
}

// VideoLatency is how long the network processes a video.
func (c *core) VideoLatency() time.Duration {
	return time.Duration(c.Settings.Latency.VideoMS) * time.Millisecond
}

// mayLag reports whether a list may leave out what was published at the instant.
func (c *core) mayLag(at wiretime.Time) bool {
	most := time.Duration(c.Settings.ListLagMS) * time.Millisecond
	return most == 0 || c.Now().Sub(at.Time()) < most
}
