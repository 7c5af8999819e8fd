package world

import (
	"slices"
	"time"

	"crier/platform/wiretime"
)

const (
	// maxLate is how many calls can wait for their effect; one more is lost.
	maxLate = 1000
)

// LateQueue is the calls that are still to take effect, in the order in which they came.
type LateQueue struct {
	*core

	All []*LateCall
}

// Add lets the call wait for as long as after. It reports false when too many calls wait already.
func (q *LateQueue) Add(one *LateCall, after time.Duration) bool {
	if len(q.All) >= maxLate {
		return false
	}
	one.Due = wiretime.Of(q.Now().Add(after))
	q.record().Late = append(q.record().Late, one)
	q.All = append(q.All, one)
	return true
}

// Take removes and returns the call that is due first, nil when none is due.
func (q *LateQueue) Take() (first *LateCall) {
	for _, one := range q.All {
		if !q.Now().Before(one.Due.Time()) && (first == nil || one.Due.Time().Before(first.Due.Time())) {
			first = one
		}
	}
	if first != nil {
		q.record().DroppedLate = append(q.record().DroppedLate, first.ID)
		q.drop(first.ID)
	}
	return first
}

func (q *LateQueue) drop(id string) {
	q.All = slices.DeleteFunc(q.All, func(one *LateCall) bool { return one.ID == id })
}

// apply takes over what a line of the state file says of calls that wait for their effect.
func (q *LateQueue) apply(c *change) error {
	for _, one := range c.Late {
		if one == nil {
			return errNullEntry
		}
		if err := one.check(); err != nil {
			return err
		}
		q.drop(one.ID)
		q.All = append(q.All, one)
	}
	for _, id := range c.DroppedLate {
		q.drop(id)
	}
	return nil
}
