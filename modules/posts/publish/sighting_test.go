package publish

import (
	"testing"
	"time"

	"crier/modules/posts/publish/match"
)

// TestWholeFrom: the list is read back to the attempts that can have made what fits the first, and no further. Tier race, no time at all.
func TestWholeFrom(t *testing.T) {
	t.Parallel()
	at := func(minute int) time.Time { return time.Date(2026, 11, 21, 9, minute, 0, 0, time.UTC) }
	live := func(from, until int) match.Attempt {
		return match.Attempt{IsLive: true, From: at(from), Until: at(until)}
	}
	open := func(from, until int) match.Attempt { return match.Attempt{From: at(from), Until: at(until)} }
	for name, c := range map[string]struct {
		others []match.Attempt
		want   int
	}{
		"alone":                          {nil, 30},
		"one that reaches into it":       {[]match.Attempt{live(20, 30)}, 20},
		"one that has ended before":      {[]match.Attempt{live(20, 29)}, 30},
		"by way of another, found later": {[]match.Attempt{live(10, 21), live(20, 31)}, 10},
		"by way of one that is open":     {[]match.Attempt{live(10, 21), open(20, 31)}, 30},
		"one that began later":           {[]match.Attempt{live(31, 40)}, 30},
	} {
		if got := wholeFrom(append([]match.Attempt{open(30, 35)}, c.others...)); !got.Equal(at(c.want)) {
			t.Errorf("%s: from %s", name, got)
		}
	}
}
