package publish

import (
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/platform/wiretime"
)

const (
	// inFlight is how long a call may take to arrive after the one who sent it has hung up, or died. That it has taken no effect
	// before proves nothing: it may in the next moment.
	inFlight = time.Minute
	// dateSlack is how far an item's instant may be from the call's although the two clocks were compared: dates are cut to the second.
	dateSlack = 2 * time.Second
)

// stamp writes when the call of an attempt is sent, by all clocks.
func (p *Engine) stamp(a *attempt.Attempt) {
	now := p.clock.Now()
	a.SentAt, a.NetSentAt, a.RanMs = wiretime.Of(now), nil, p.uptime.Ran().Milliseconds()
	if ahead, known := p.uptime.Ahead(); known {
		a.NetSentAt = wiretime.Ptr(now.Add(-ahead))
	}
}

// elapsed returns for how long an attempt's call has been under way: for as long as Crier ran since, and for longer where the network's
// clock is known and says so. No clock that is set makes it longer or shorter.
func (p *Engine) elapsed(a attempt.Attempt) time.Duration {
	ran := p.ranSince(a)
	if ahead, known := p.uptime.Ahead(); known && a.NetSentAt != nil {
		return max(p.clock.Now().Add(-ahead).Sub(a.NetSentAt.Time()), ran)
	}
	return ran
}

// ranSince is for how long Crier ran since an attempt's call was sent.
func (p *Engine) ranSince(a attempt.Attempt) time.Duration {
	return max(p.uptime.Ran()-time.Duration(a.RanMs)*time.Millisecond, 0)
}

// onItsWay is how long an attempt's call may still be on its way; one that was answered is not.
func (p *Engine) onItsWay(a attempt.Attempt) time.Duration {
	if a.IsAnswered() {
		return 0
	}
	return max(inFlight-p.elapsed(a), 0)
}

// window returns when the item of an attempt can have appeared, by the network's clock.
func window(a attempt.Attempt, slack time.Duration) (from, until time.Time) {
	sent := a.SentAt.Time()
	if a.NetSentAt != nil {
		sent, slack = a.NetSentAt.Time(), dateSlack
	}
	late := inFlight
	if a.IsAnswered() {
		late = max(min(a.AnsweredAt.Time().Sub(a.SentAt.Time()), containerDay), inFlight)
	}
	return sent.Add(-slack), sent.Add(late + slack)
}

// published is when a post counts as published of which nobody knows the network's instant.
func (p *Engine) published(a attempt.Attempt) wiretime.Time {
	if now := p.now(); a.SentAt.Time().After(now.Time()) {
		return now
	}
	return a.SentAt
}
