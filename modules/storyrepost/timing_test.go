package storyrepost

import (
	"math/rand/v2"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// settled is a configuration after its warm-up.
func settled(t *testing.T, zoneName string) *StoryRepostConfig {
	t.Helper()
	c := newConfig(wireid.New(), wireid.New(), wiretime.Of(instant(t, "2026-01-01T00:00:00Z")))
	c.TimeZone, c.SleepWindowStart, c.SleepWindowEnd, c.PollIntervalHours, c.JitterMinutes = &zoneName, 22, 6, 6, 60
	return c
}

func TestNextPoll(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from   string
		chance float64
		change func(*StoryRepostConfig)
		want   string
	}{
		"by day":                        {from: "2026-11-21T06:00:00Z", want: "2026-11-21T12:00:00Z"},
		"later":                         {from: "2026-11-21T06:00:00Z", chance: 1, want: "2026-11-21T13:00:00Z"},
		"earlier":                       {from: "2026-11-21T06:00:00Z", chance: -1, want: "2026-11-21T11:00:00Z"},
		"into the night":                {from: "2026-11-21T18:00:00Z", chance: -1, want: "2026-11-22T05:00:00Z"},
		"into the night, later":         {from: "2026-11-21T18:00:00Z", chance: 1, want: "2026-11-22T06:00:00Z"},
		"earlier than the night":        {from: "2026-11-21T15:30:00Z", chance: -1, want: "2026-11-21T20:30:00Z"},
		"the night of put forward":      {from: "2026-03-28T18:00:00Z", chance: -1, want: "2026-03-29T04:00:00Z"},
		"the night of put back":         {from: "2026-10-24T18:00:00Z", chance: -1, want: "2026-10-25T05:00:00Z"},
		"a day of put forward":          {from: "2026-03-29T06:00:00Z", want: "2026-03-29T12:00:00Z"},
		"without quiet hours":           {from: "2026-11-21T18:00:00Z", change: func(c *StoryRepostConfig) { c.SleepWindowStart = c.SleepWindowEnd }, want: "2026-11-22T00:00:00Z"},
		"after a failure":               {from: "2026-11-21T06:00:00Z", change: func(c *StoryRepostConfig) { c.ConsecutiveFailures = 1 }, want: "2026-11-21T18:00:00Z"},
		"after four":                    {from: "2026-11-21T06:00:00Z", change: func(c *StoryRepostConfig) { c.ConsecutiveFailures = 4 }, want: "2026-11-23T06:00:00Z"},
		"warming up":                    {from: "2026-11-21T06:00:00Z", change: func(c *StoryRepostConfig) { c.ConfiguredAt = wiretime.Ptr(instant(t, "2026-11-20T06:00:00Z")) }, want: "2026-11-21T18:00:00Z"},
		"a day that is one hour of day": {from: "2026-11-21T05:00:00Z", chance: 1, change: func(c *StoryRepostConfig) { c.SleepWindowStart, c.SleepWindowEnd = 7, 6 }, want: "2026-11-22T05:30:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := settled(t, "Europe/Berlin")
			if c.change != nil {
				c.change(config)
			}
			if got, want := config.nextPoll(instant(t, c.from), c.chance, time.UTC), instant(t, c.want); !got.Equal(want) {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// TestNextPoll_NeverInQuietHours: no poll is in the quiet hours, whatever the zone, the window, the
// jitter and the day.
func TestNextPoll_NeverInQuietHours(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	zones := []string{"Europe/Berlin", "America/New_York", "Africa/Cairo", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Havana", "Pacific/Apia"}
	from := instant(t, "2026-03-01T00:00:00Z")
	for range 20_000 {
		config := settled(t, zones[r.IntN(len(zones))])
		config.SleepWindowStart, config.SleepWindowEnd, config.JitterMinutes = r.IntN(24), r.IntN(24), r.IntN(181)
		at := from.Add(time.Duration(r.IntN(300*24*60)) * time.Minute)
		got := config.nextPoll(at, 2*r.Float64()-1, time.UTC)
		if q := config.quietHours(time.UTC); q.covers(got) || got.Sub(at) < 3*time.Hour || got.Sub(at) > 34*time.Hour {
			t.Fatalf("%s after %s in %s, quiet from %d to %d", got, at, *config.TimeZone, config.SleepWindowStart, config.SleepWindowEnd)
		}
	}
}

// TestSpend_BeginsAnewOnceADay: the count begins again once on each local day, also where that has
// 23 or 25 hours and when the zone is changed.
func TestSpend_BeginsAnewOnceADay(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Africa/Cairo", "America/Havana"} {
		config, z := settled(t, name), zone(t, name)
		resets, days := 0, map[string]int{}
		for at := instant(t, "2026-03-01T12:00:00Z"); at.Before(instant(t, "2026-12-01T12:00:00Z")); at = at.Add(30 * time.Minute) {
			before := config.RepostsTodayResetAt
			config.spend(at, time.UTC)
			if before == nil || *before != *config.RepostsTodayResetAt {
				resets++
			}
			days[at.In(z).Format(time.DateOnly)]++
			if want := days[at.In(z).Format(time.DateOnly)]; config.RepostsToday != want {
				t.Fatalf("%s: at %s the count is %d, not %d", name, at.In(z), config.RepostsToday, want)
			}
		}
		if resets != len(days) {
			t.Errorf("%s: the count began again %d times on %d days", name, resets, len(days))
		}
	}
	config := settled(t, "Asia/Tokyo")
	now := instant(t, "2026-11-21T14:00:00Z")
	config.spend(now, time.UTC)
	config.TimeZone = new("America/New_York")
	config.spend(now.Add(time.Minute), time.UTC)
	if config.RepostsToday != 2 || config.RepostsTodayResetAt.String() != "2026-11-21T15:00:00.000Z" {
		t.Errorf("%d until %s", config.RepostsToday, config.RepostsTodayResetAt)
	}
}

func TestRepostsLeft(t *testing.T) {
	t.Parallel()
	now := instant(t, "2026-11-21T14:00:00Z")
	config := settled(t, "UTC")
	config.DailyRepostLimit = 2
	left := func(automatic bool) int { n, _ := config.repostsLeft(now, automatic); return n }
	if left(true) != 2 || left(false) != 2 {
		t.Error("a day without reposts has all of them left")
	}
	config.spend(now, time.UTC)
	config.spend(now, time.UTC)
	if n, until := config.repostsLeft(now, true); n != 0 || !until.Equal(instant(t, "2026-11-22T00:00:00Z")) {
		t.Errorf("%d until %s", n, until)
	}
	now = now.Add(10 * time.Hour)
	if left(true) != 2 {
		t.Error("the next day has all of them left")
	}
	config.ConfiguredAt = wiretime.Ptr(now)
	if left(true) != 1 || left(false) != 2 {
		t.Error("a new configuration has one by itself")
	}
	config.DailyRepostLimit = 0
	if left(true) != 0 || left(false) != 0 {
		t.Error("none is none")
	}
}

func TestPauseAfter(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]time.Duration{1: 24 * time.Hour, 2: 48 * time.Hour, 3: 96 * time.Hour, 4: 7 * 24 * time.Hour, 99: 7 * 24 * time.Hour} {
		if got := pauseAfter(n); got != want {
			t.Errorf("after %d: %s", n, got)
		}
	}
}

// TestSetZone: a zone that only this machine has a file of is refused.
func TestSetZone(t *testing.T) {
	t.Parallel()
	for zone, want := range map[string]apperror.Code{"Europe/Lisbon": "", "": "", "Local": apperror.ValidationError, "Factory": apperror.ValidationError, "posix/UTC": apperror.ValidationError} {
		if err := new(StoryRepostConfig).setZone(&zone); apperror.CodeOf(err) != want {
			t.Errorf("%q: %v", zone, err)
		}
	}
}
