package storyrepost

import (
	"testing"
	"time"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func instant(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestQuietHours_After(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		zone       string
		start, end int
		at, want   string
	}{
		"outside":                    {"Europe/Berlin", 22, 6, "2026-11-21T12:00:00Z", "2026-11-21T12:00:00Z"},
		"just before":                {"Europe/Berlin", 22, 6, "2026-11-21T20:59:59Z", "2026-11-21T20:59:59Z"},
		"at its beginning":           {"Europe/Berlin", 22, 6, "2026-11-21T21:00:00Z", "2026-11-22T05:00:00Z"},
		"after midnight":             {"Europe/Berlin", 22, 6, "2026-11-22T02:13:00Z", "2026-11-22T05:00:00Z"},
		"at its end":                 {"Europe/Berlin", 22, 6, "2026-11-22T05:00:00Z", "2026-11-22T05:00:00Z"},
		"within one day":             {"Europe/Berlin", 9, 17, "2026-11-21T08:00:00Z", "2026-11-21T16:00:00Z"},
		"none":                       {"Europe/Berlin", 7, 7, "2026-11-21T06:30:00Z", "2026-11-21T06:30:00Z"},
		"put forward, an hour less":  {"Europe/Berlin", 22, 6, "2026-03-28T21:00:00Z", "2026-03-29T04:00:00Z"},
		"put back, an hour more":     {"Europe/Berlin", 22, 6, "2026-10-24T20:00:00Z", "2026-10-25T05:00:00Z"},
		"its end does not exist":     {"Europe/Berlin", 22, 2, "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"},
		"its beginning does not":     {"Europe/Berlin", 2, 5, "2026-03-29T00:59:00Z", "2026-03-29T00:59:00Z"},
		"its end comes twice":        {"Europe/Berlin", 22, 2, "2026-10-24T23:59:00Z", "2026-10-25T00:00:00Z"},
		"in the repeated hour":       {"Europe/Berlin", 2, 3, "2026-10-25T00:30:00Z", "2026-10-25T02:00:00Z"},
		"New York, put forward":      {"America/New_York", 23, 7, "2026-03-08T05:00:00Z", "2026-03-08T11:00:00Z"},
		"a zone with three quarters": {"Asia/Kathmandu", 22, 6, "2026-11-21T17:00:00Z", "2026-11-22T00:15:00Z"},
		"half an hour is put back":   {"Australia/Lord_Howe", 22, 6, "2026-04-04T12:00:00Z", "2026-04-04T19:30:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := quietHours{c.start, c.end, zone(t, c.zone)}
			got := q.after(instant(t, c.at))
			if want := instant(t, c.want); !got.Equal(want) {
				t.Errorf("got %s, want %s", got, want)
			}
			if q.covers(got) {
				t.Errorf("%s is still quiet", got)
			}
		})
	}
}

func TestNextDay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ zone, at, want string }{
		"UTC":                           {"UTC", "2026-11-21T23:59:59Z", "2026-11-22T00:00:00Z"},
		"at midnight":                   {"UTC", "2026-11-22T00:00:00Z", "2026-11-23T00:00:00Z"},
		"Berlin":                        {"Europe/Berlin", "2026-11-21T22:59:59Z", "2026-11-21T23:00:00Z"},
		"a day of 23 hours":             {"Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"},
		"a day of 25 hours":             {"Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"},
		"no midnight (Cairo)":           {"Africa/Cairo", "2026-04-23T12:00:00Z", "2026-04-23T22:00:00Z"},
		"after it":                      {"Africa/Cairo", "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"},
		"no midnight (Beirut)":          {"Asia/Beirut", "2026-03-28T12:00:00Z", "2026-03-28T22:00:00Z"},
		"no midnight (Santiago)":        {"America/Santiago", "2026-09-05T12:00:00Z", "2026-09-06T04:00:00Z"},
		"midnight comes twice (Havana)": {"America/Havana", "2026-10-31T12:00:00Z", "2026-11-01T04:00:00Z"},
		"the last hour comes twice":     {"Asia/Beirut", "2026-10-24T20:30:00Z", "2026-10-24T22:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at, z := instant(t, c.at), zone(t, c.zone)
			got := nextDay(at, z)
			if want := instant(t, c.want); !got.Equal(want) {
				t.Errorf("got %s, want %s", got, want)
			}
			if got.In(z).Day() == at.In(z).Day() || !got.After(at) || got.Add(-time.Millisecond).In(z).Day() != at.In(z).Day() {
				t.Errorf("%s does not begin the day after %s", got.In(z), at.In(z))
			}
		})
	}
}
