// Package timing tells the time for the work on posts: by this machine's clock, by the network's, and by
// how long Crier ran. Setting a clock makes nothing come at once or never.
package timing

import (
	"log/slog"
	"time"

	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/attempt"
	"crier/platform/clock"
	"crier/platform/graph"
	"crier/platform/uptime"
	"crier/platform/wiretime"
)

const (
	// InFlight is how long a call may take to arrive after the one who sent it has hung up, or died. That it has taken no effect
	// before proves nothing: it may in the next moment.
	InFlight = time.Minute
	// DateSlack is how far an item's instant may be from the call's although the two clocks were compared: dates are cut to the second.
	DateSlack = 2 * time.Second
	// KeepsReference is a safe part of the day for which the network keeps what was prepared.
	KeepsReference = 23 * time.Hour
	// ReferenceDay is after how long it can certainly not become visible any more.
	ReferenceDay = 25 * time.Hour
)

// Clock tells the time for the work on posts. It is safe for concurrent use.
type Clock struct {
	machine clock.Clock
	network *networkclock.Clock
	uptime  *uptime.Meter
	log     *slog.Logger
}

// New returns a clock over this machine's, what the network's answers say of theirs, and the meter of the time in which Crier ran.
func New(machine clock.Clock, network *networkclock.Clock, meter *uptime.Meter, log *slog.Logger) *Clock {
	return &Clock{machine, network, meter, log}
}

// Now is the time by this machine's clock.
func (c *Clock) Now() time.Time { return c.machine.Now() }

// Stored is Now as it is stored.
func (c *Clock) Stored() wiretime.Time { return wiretime.Of(c.machine.Now()) }

// Observe takes the date of an answer of the network in.
func (c *Clock) Observe(call graph.Call) {
	c.network.Observe(call)
	if ahead, known := c.network.AheadAt(c.machine.Now()); known {
		c.uptime.Agree(ahead)
	}
}

// IsFresh reports whether the two clocks were compared lately.
func (c *Clock) IsFresh() bool {
	_, fresh := c.network.AheadAt(c.machine.Now())
	return fresh
}

// IsCompared reports whether the two clocks were compared since the machine was started.
func (c *Clock) IsCompared() bool {
	_, compared := c.uptime.Ahead()
	return compared
}

// Off returns by how much this machine's clock is ahead of the network's when that is more than networkclock.Patience, else 0. Where
// they were not compared lately, it goes by the last comparison and by how much this machine's clock was set since (package uptime). The
// first time that the clock is off, the log says so.
func (c *Clock) Off() time.Duration {
	ahead, known := c.network.AheadAt(c.machine.Now())
	if !known {
		ahead, known = c.uptime.Ahead()
	}
	isOff := known && ahead.Abs() > networkclock.Patience
	if c.network.FirstWarning(isOff) {
		c.log.Warn("posts: this machine's clock differs from the network's; scheduled posts go by the network's until it is put right", "ahead", ahead.Round(time.Second).String())
	}
	if !isOff {
		return 0
	}
	return ahead
}

// Network is the time by the network's clock where this machine's is known to be ahead of it, and else by this machine's.
func (c *Clock) Network() time.Time { return c.machine.Now().Add(-max(c.Off(), 0)) }

// StoriesSince is from when on, by the network's clock, a list of stories is whole: after a day they are gone from it.
func (c *Clock) StoriesSince() time.Time {
	now := c.machine.Now()
	if ahead, known := c.uptime.Ahead(); known {
		now = now.Add(-ahead)
	}
	return now.Add(-24 * time.Hour)
}

// Age returns how long ago something was made at the network, by this machine's clock. Without a note of when, it is KeepsReference, which
// is too old to be used.
func (c *Clock) Age(made *wiretime.Time) time.Duration {
	if made == nil {
		return KeepsReference
	}
	return c.machine.Now().Sub(made.Time())
}

// Away returns for how long Crier did not run since the instant.
func (c *Clock) Away(since time.Time) time.Duration { return c.uptime.Away(since) }

// Stamp writes when the call of an attempt is sent, by all clocks.
func (c *Clock) Stamp(a *attempt.Attempt) {
	now := c.machine.Now()
	a.SentAt, a.NetSentAt, a.RanMs = wiretime.Of(now), nil, c.uptime.Ran().Milliseconds()
	if ahead, known := c.uptime.Ahead(); known {
		a.NetSentAt = wiretime.Ptr(now.Add(-ahead))
	}
}

// Elapsed returns for how long an attempt's call has been under way: for as long as Crier ran since, and for longer where the network's
// clock is known and says so. No clock that is set makes it longer or shorter.
func (c *Clock) Elapsed(a attempt.Attempt) time.Duration {
	ran := c.RanSince(a)
	if ahead, known := c.uptime.Ahead(); known && a.NetSentAt != nil {
		return max(c.machine.Now().Add(-ahead).Sub(a.NetSentAt.Time()), ran)
	}
	return ran
}

// Ran is for how long Crier ran so far, in all its lives.
func (c *Clock) Ran() time.Duration { return c.uptime.Ran() }

// RanSince is for how long Crier ran since an attempt's call was sent.
func (c *Clock) RanSince(a attempt.Attempt) time.Duration {
	return max(c.uptime.Ran()-time.Duration(a.RanMs)*time.Millisecond, 0)
}

// OnItsWay is how long an attempt's call may still be on its way; one that was answered is not.
func (c *Clock) OnItsWay(a attempt.Attempt) time.Duration {
	if a.IsAnswered() {
		return 0
	}
	return max(InFlight-c.Elapsed(a), 0)
}

// Published returns when a post counts as published whose instant the network does not tell: when its call was sent, or now, if the clock
// was set back since.
func (c *Clock) Published(a attempt.Attempt) wiretime.Time {
	if now := c.Stored(); a.SentAt.Time().After(now.Time()) {
		return now
	}
	return a.SentAt
}

// WindowBegins returns the earliest instant, by the network's clock, at which the item of a call could appear that is sent now. It is a
// second earlier than the slack makes it, for the list that is read before a call may be a second old. slack is how far apart the two
// clocks may be when nobody has compared them.
func (c *Clock) WindowBegins(slack time.Duration) time.Time {
	now := c.machine.Now()
	if ahead, known := c.uptime.Ahead(); known {
		now, slack = now.Add(-ahead), DateSlack
	}
	return now.Add(-slack - time.Second).Truncate(time.Second)
}

// Window returns when the item of an attempt can have appeared, by the network's clock; slack is as with WindowBegins.
func Window(a attempt.Attempt, slack time.Duration) (from, until time.Time) {
	sent := a.SentAt.Time()
	if a.NetSentAt != nil {
		sent, slack = a.NetSentAt.Time(), DateSlack
	}
	late := InFlight
	if a.IsAnswered() {
		late = max(min(a.AnsweredAt.Time().Sub(a.SentAt.Time()), ReferenceDay), InFlight)
	}
	return sent.Add(-slack), sent.Add(late + slack)
}
