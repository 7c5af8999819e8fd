package wiretime

import (
	"slices"
	"time"
)

const localLayout = "2006-01-02T15:04:05"

// ParseLocal reads a wall-clock time without an offset, such as 2027-03-28T02:30 or with seconds.
// It returns the time as if it were one of UTC; Resolve says which instants it names in a zone.
func ParseLocal(s string) (time.Time, error) {
	if t, err := time.Parse(localLayout, s); err == nil {
		return t, nil
	}
	return time.Parse("2006-01-02T15:04", s)
}

// FormatLocal returns the wall-clock time of an instant in a zone, in the form that ParseLocal
// reads.
func FormatLocal(t Time, zone *time.Location) string { return t.Time().In(zone).Format(localLayout) }

// Resolve returns the instants at which a zone's clocks show the wall-clock time, earlier first:
// one as a rule, two when the clocks are set back over it, none when they are set forward over it.
// Then next is the instant at which they show as much later as they are set forward, 03:30 for
// 02:30; otherwise it is the first of the instants.
func Resolve(wall time.Time, zone *time.Location) (instants []Time, next Time) {
	const aDay = 24 * time.Hour
	wall = time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, time.UTC)
	// The offsets before and after whatever the clocks do on that day.
	before, after := offsetAt(wall.Add(-aDay), zone), offsetAt(wall.Add(aDay), zone)
	for _, offset := range []time.Duration{before, after} {
		if at := wall.Add(-offset); offsetAt(at, zone) == offset && !slices.Contains(instants, Of(at)) {
			instants = append(instants, Of(at))
		}
	}
	if len(instants) == 0 {
		return nil, Of(wall.Add(-before))
	}
	slices.SortFunc(instants, func(a, b Time) int { return a.Time().Compare(b.Time()) })
	return instants, instants[0]
}

func offsetAt(t time.Time, zone *time.Location) time.Duration {
	_, seconds := t.In(zone).Zone()
	return time.Duration(seconds) * time.Second
}
