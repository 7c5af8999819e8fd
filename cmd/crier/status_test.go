package main

import (
	"testing"
	"time"
)

func TestAway(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for d, want := range map[time.Duration]string{
		0: "just now", 30 * time.Second: "in less than a minute", -30 * time.Second: "just now", time.Minute: "in 1 minute", 89 * time.Minute: "in 89 minutes",
		90 * time.Minute: "in 2 hours", -3 * time.Hour: "3 hours ago", 47 * time.Hour: "in 47 hours", 49 * time.Hour: "in 2 days", -60 * 24 * time.Hour: "60 days ago",
	} {
		if got := away(now.Add(d), now); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}
