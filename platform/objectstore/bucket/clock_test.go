package bucket_test

import (
	"time"

	"crier/platform/clock"
)

// hastyClock moves on by itself: a wait on it is over at once.
type hastyClock struct{ *clock.Fake }

func hasty() hastyClock {
	return hastyClock{clock.NewFake(time.Date(2026, 11, 24, 9, 30, 0, 0, time.UTC))}
}

func (c hastyClock) NewTimer(d time.Duration) *clock.Timer {
	t := c.Fake.NewTimer(d)
	c.Advance(d)
	return t
}
