package sandbox

import (
	"time"

	"crier/platform/clock"
	"crier/platform/wiretime"
)

// core is what every part of the world shares: the clock, the counter behind the ids, the settings, and the line of the
// state file that the current update writes.
type core struct {
	clock    clock.Clock
	seq      int64
	settings settings
	// site is the address of the sandbox's pages: that of its server, or else the one that was last asked for.
	site string
	// port is the one that the sandbox last listened on.
	port    int
	changed *change
}

// now returns the sandbox's own time.
func (c *core) now() time.Time {
	return c.clock.Now().Add(time.Duration(c.settings.OffsetMS) * time.Millisecond)
}

// nextSeq returns the next value of the counter behind all ids and orders.
func (c *core) nextSeq() int64 {
	c.seq++
	c.record().Seq = c.seq
	return c.seq
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

func (c *core) putSettings() { c.record().Settings = &c.settings }

// putPort notes the port that the sandbox listens on.
func (c *core) putPort(port int) {
	c.record().Port = port
	c.port = port
}

func (c *core) videoLatency() time.Duration {
	return time.Duration(c.settings.Latency.VideoMS) * time.Millisecond
}

// mayLag reports whether a list may leave out what was published at the instant.
func (c *core) mayLag(at wiretime.Time) bool {
	most := time.Duration(c.settings.ListLagMS) * time.Millisecond
	return most == 0 || c.now().Sub(at.Time()) < most
}
