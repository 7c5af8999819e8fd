// Package timing tells the time for the work on posts: by this machine's clock, by the network's,
// and by how long Crier ran. Setting a clock makes nothing come at once or never.
package timing

import (
	"log/slog"
	"time"

	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/attempt"
	"crier/platform/clock"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/uptime"
	"crier/platform/wiretime"
)

const (
	// InFlight is how long a call may take to arrive after its sender has hung up, or died. Until
	// then, a call without an effect proves nothing, because it may still take effect.
	InFlight = time.Minute
	// DateSlack is how far an item's instant may be from the call's although the two clocks were
	// compared: dates are cut to the second.
	DateSlack = 2 * time.Second
	// DatesCutTo is what the network's dates are cut to. A list that is cut at an item's date may
	// lack others of the same.
	DatesCutTo = time.Second
	// KeepsReference is a safe part of the day for which the network keeps a prepared post.
	KeepsReference = 23 * time.Hour
	// ReferenceDay is the age at which a prepared post certainly cannot become visible any more.
	ReferenceDay = 25 * time.Hour
)

// Clock tells the time for the work on posts. It is safe for concurrent use.
type Clock struct {
	machine clock.Clock
	network *networkclock.Clock
	uptime  *uptime.Meter
	log     *slog.Logger
}

// New returns a clock over this machine's, what the network's answers say of theirs, and the meter
// of the time in which Crier ran.
func New(machine clock.Clock, network *networkclock.Clock, meter *uptime.Meter, log *slog.Logger) *Clock {
	return &Clock{machine, network, meter, log}
}

// Now returns the time by this machine's clock.
func (c *Clock) Now() time.Time { return c.machine.Now() }

// Stored returns Now in the form of the database.
func (c *Clock) Stored() wiretime.Time { return wiretime.Of(c.machine.Now()) }

// Observe compares the clocks by the date of an answer of the network. The meter compares by
// itself, because it knows by how much this machine's clock was set since the last comparison.
func (c *Clock) Observe(call graph.Call) {
	c.network.Observe(call)
	c.uptime.Compare(call.At.Add(call.Duration), call.Duration, call.Date)
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

// Off returns by how much this machine's clock is ahead of the network's when that is more than
// networkclock.Tolerance, otherwise 0. Without a recent comparison it uses the last one, and by how
// much this machine's clock was set since (package uptime). The first time that the clock is off,
// Off logs it.
func (c *Clock) Off() time.Duration {
	ahead, known := c.network.AheadAt(c.machine.Now())
	if !known {
		ahead, known = c.uptime.Ahead()
	}
	isOff := known && ahead.Abs() > networkclock.Tolerance
	if c.network.FirstWarning(isOff) {
		c.log.Warn("posts: this machine's clock differs from the network's; scheduled posts go by the network's until it is put right", "ahead", ahead.Round(time.Second).String())
	}
	if !isOff {
		return 0
	}
	return ahead
}

// Network returns the time by the network's clock when this machine's is known to be ahead of it,
// otherwise by this machine's.
func (c *Clock) Network() time.Time { return c.machine.Now().Add(-max(c.Off(), 0)) }

// Since returns how long ago, by the network's clock, this machine's clock told the instant. An
// instant that is still to come by the network's clock was told while this machine's was ahead, as
// far as is known by as much as now. Nothing is longer ago than it was, and nothing is to come.
func (c *Clock) Since(told time.Time) time.Duration {
	ahead := max(c.Off(), 0)
	now := c.machine.Now().Add(-ahead)
	if told.After(now) {
		told = told.Add(-ahead)
	}
	return max(now.Sub(told), 0)
}

// JobAge returns how long ago a job was created: by what the machine counts since its start, and by
// the network's clock where the job is from before that start.
func (c *Clock) JobAge(job jobs.ScheduledJob) time.Duration {
	if age, known := job.Age(c.machine.Running()); known {
		return age
	}
	return c.Since(job.CreatedAt.Time())
}

// StoriesSince returns the instant, by the network's clock, from which a list of stories is
// complete. Stories leave it after a day.
func (c *Clock) StoriesSince() time.Time {
	now := c.machine.Now()
	if ahead, known := c.uptime.Ahead(); known {
		now = now.Add(-ahead)
	}
	return now.Add(-24 * time.Hour)
}

// Age returns how long ago something was made at the network, by this machine's clock. For nil it
// returns KeepsReference, which is too old to be used.
func (c *Clock) Age(made *wiretime.Time) time.Duration {
	if made == nil {
		return KeepsReference
	}
	return c.machine.Now().Sub(made.Time())
}

// Away returns for how long Crier did not run since the instant.
func (c *Clock) Away(since time.Time) time.Duration { return c.uptime.Away(since) }

// Stamp sets the instants at which the call of an attempt is sent, by all clocks.
func (c *Clock) Stamp(a *attempt.Attempt) {
	now := c.machine.Now()
	a.SentAt, a.NetSentAt, a.RanMs = wiretime.Of(now), nil, c.uptime.Ran().Milliseconds()
	if ahead, known := c.uptime.Ahead(); known {
		a.NetSentAt = wiretime.Ptr(now.Add(-ahead))
	}
}

// Elapsed returns for how long an attempt's call has been under way: the time for which Crier ran
// since, or the longer time by the network's clock when that is known. Setting a clock does not
// change it.
func (c *Clock) Elapsed(a attempt.Attempt) time.Duration {
	ran := c.RanSince(a)
	if ahead, known := c.uptime.Ahead(); known && a.NetSentAt != nil {
		return max(c.machine.Now().Add(-ahead).Sub(a.NetSentAt.Time()), ran)
	}
	return ran
}

// Ran returns for how long Crier ran so far, over all its starts.
func (c *Clock) Ran() time.Duration { return c.uptime.Ran() }

// RanSince returns for how long Crier ran since an attempt's call was sent.
func (c *Clock) RanSince(a attempt.Attempt) time.Duration {
	return max(c.uptime.Ran()-time.Duration(a.RanMs)*time.Millisecond, 0)
}

// OnItsWay returns how long an attempt's call may still be on its way, 0 for a call that was
// answered.
func (c *Clock) OnItsWay(a attempt.Attempt) time.Duration {
	if a.IsAnswered() {
		return 0
	}
	return max(lasted(a)+InFlight-c.Elapsed(a), 0)
}

// Ended returns the instant at which an attempt's call has ended at the latest, when it ends before
// now. It counts the time in which Crier ran, so that nothing but the call makes it later.
func (c *Clock) Ended(a attempt.Attempt) wiretime.Time {
	return wiretime.Of(a.SentAt.Time().Add(c.RanSince(a)))
}

// lasted returns for how long an attempt's call was under way, as far as its end is known.
func lasted(a attempt.Attempt) time.Duration {
	if a.AnsweredAt == nil {
		return 0
	}
	return min(max(a.AnsweredAt.Time().Sub(a.SentAt.Time()), 0), ReferenceDay)
}

// Published returns when a post counts as published if the network does not say it: when its call
// was sent, or now, if the clock was set back since.
func (c *Clock) Published(a attempt.Attempt) wiretime.Time {
	if now := c.Stored(); a.SentAt.Time().After(now.Time()) {
		return now
	}
	return a.SentAt
}

// WindowBegins returns the earliest instant, by the network's clock, at which the item of a call
// that is sent now could appear. It subtracts the slack and one second, because the list that is
// read before a call may be a second old. slack is how far apart the two clocks may be when nobody
// has compared them.
func (c *Clock) WindowBegins(slack time.Duration) time.Time {
	now := c.machine.Now()
	if ahead, known := c.uptime.Ahead(); known {
		now, slack = now.Add(-ahead), DateSlack
	}
	return now.Add(-slack - time.Second).Truncate(time.Second)
}

// Window returns the first and the last instant at which the item of an attempt can have appeared,
// by the network's clock. slack is as in WindowBegins.
func Window(a attempt.Attempt, slack time.Duration) (from, until time.Time) {
	sent := a.SentAt.Time()
	if a.NetSentAt != nil {
		sent, slack = a.NetSentAt.Time(), DateSlack
	}
	late := lasted(a) + InFlight
	if a.IsAnswered() {
		late = max(lasted(a), InFlight)
	}
	return sent.Add(-slack), sent.Add(late + slack)
}
