package main

import (
	"testing"
	"time"

	"crier/modules/posts/timeline"
	"crier/platform/wiretime"
)

// TestLateness: a job that was put off and taken up in time does not make its post punctual.
func TestLateness(t *testing.T) {
	t.Parallel()
	due := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		after  time.Duration
		lateMs int64
		due    *wiretime.Time
		want   string
	}{
		{75 * time.Second, 3, wiretime.Ptr(due), "75 seconds after its time"},
		{75 * time.Second, 80_000, wiretime.Ptr(due), "80 seconds after its time"},
		{999 * time.Millisecond, 999, wiretime.Ptr(due), "on time"},
		{-time.Second, 0, wiretime.Ptr(due), "on time"},
		{25 * time.Hour, 0, wiretime.Ptr(due), "25 hours after its time"},
		{75 * time.Second, 3, nil, "on time"},
		{0, 5_400_000, nil, "1 hour 30 minutes late"},
	} {
		step := timeline.Step{At: wiretime.Of(due.Add(c.after)), LateMs: c.lateMs}
		if got := lateness(&step, c.due); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}
