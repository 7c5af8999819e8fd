//go:build killpoints

package scheduler

import (
	"time"

	"crier/platform/clock"

	"github.com/robfig/cron/v3"
)

// paced divides the intervals of entries by the speed of a clock that was made faster.
func paced(s cron.Schedule) cron.Schedule {
	every, ok := s.(cron.ConstantDelaySchedule)
	if !ok || clock.Speed() == 1 {
		return s
	}
	return fast(every.Delay / time.Duration(clock.Speed()))
}

type fast time.Duration

// Next returns when the entry runs after t.
func (f fast) Next(t time.Time) time.Time { return t.Add(time.Duration(f)) }
