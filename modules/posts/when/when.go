// Package when parses the times that people type.
package when

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"crier/platform/wiretime"
)

// Forms are the forms that Parse accepts, for a message or a help text.
const Forms = `2026-12-24T18:00:00+01:00, 2026-12-24 18:00, "tomorrow 9:00", "friday 18:30", 18:00 or +2h`

// Parse returns the instant that text names at the instant now, to the minute or the second as it
// is typed. Text has one of the Forms:
//
//	an instant with its offset        2026-12-24T18:00:00+01:00, 2026-12-24 18:00 +0100
//	a wall-clock time of the zone     2026-12-24 18:00, 2026-12-24T18:00:30
//	the same on a day                 today 18:00, tomorrow 9:00, friday 18:30, 18:00
//	so long from now                  +90m, +2h, +3d, +1w
//
// A weekday is the next one to come. "18:00" alone is the next time that a clock shows it, today or
// tomorrow. An hour that the zone's clocks skip, or show twice, is an error that names the offsets
// to choose from.
func Parse(text string, now time.Time, zone *time.Location) (time.Time, error) {
	text = strings.Join(strings.Fields(text), " ")
	if rest, ok := strings.CutPrefix(text, "+"); ok {
		return after(rest, now)
	}
	// The forms of an instant are those of the API, also with a space for the T and one before the
	// offset.
	instant := strings.Replace(strings.Replace(text, " ", "T", 1), " ", "", 1)
	if at, err := wiretime.Parse(instant); err == nil {
		return at.Time(), nil
	}
	if wall, err := wiretime.ParseLocal(strings.Replace(text, " ", "T", 1)); err == nil {
		return resolve(wall, zone)
	}
	at, err := onDay(text, now.In(zone))
	if errors.Is(err, errForm) {
		err = fmt.Errorf("%q %w", text, err)
	}
	return at, err
}

var errForm = errors.New("is no time that Crier can read; write " + Forms)

var span = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{1,6})(s|m|min|h|d|w)$`) })

// after parses a duration from now on.
func after(text string, now time.Time) (time.Time, error) {
	m := span().FindStringSubmatch(strings.ReplaceAll(text, " ", ""))
	if m == nil {
		return time.Time{}, fmt.Errorf("+%s is no length of time; write +90m, +2h, +3d or +1w", text)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return time.Time{}, err
	}
	unit := map[string]time.Duration{
		"s": time.Second, "m": time.Minute, "min": time.Minute, "h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour,
	}[m[2]]
	if n > int(math.MaxInt64/unit) {
		return time.Time{}, fmt.Errorf("+%s is too far away for Crier to count; write a date, such as 2026-12-24 18:00", text)
	}
	return now.Add(time.Duration(n) * unit), nil
}

var clockTime = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{1,2}):(\d{2})(?::(\d{2}))?$`) })

// onDay parses a day's name and a time of it, or only a time. now is in the zone.
func onDay(text string, now time.Time) (time.Time, error) {
	name, hour := "", text
	if before, rest, found := strings.Cut(text, " "); found {
		name, hour = strings.ToLower(before), rest
	}
	m := clockTime().FindStringSubmatch(hour)
	if m == nil {
		return time.Time{}, errForm
	}
	var parts [3]int
	for i, digits := range m[1:] {
		parts[i], _ = strconv.Atoi("0" + digits)
	}
	if parts[0] > 23 || parts[1] > 59 || parts[2] > 59 {
		return time.Time{}, fmt.Errorf("%s is no time of a day; the hours go from 0:00 to 23:59", hour)
	}
	on := func(days int) (time.Time, error) {
		return resolve(time.Date(now.Year(), now.Month(), now.Day()+days, parts[0], parts[1], parts[2], 0, time.UTC), now.Location())
	}
	switch name {
	case "today":
		return on(0)
	case "tomorrow":
		return on(1)
	case "":
		return next(now, on, 1, 0)
	}
	for day := time.Sunday; day <= time.Saturday; day++ {
		if full := strings.ToLower(day.String()); name == full || name == full[:3] {
			return next(now, on, 7, (int(day)-int(now.Weekday())+7)%7)
		}
	}
	return time.Time{}, fmt.Errorf("%q is no day that Crier knows; write today, tomorrow, a weekday such as friday, or a date such as 2026-12-24", name)
}

// next returns the time on the day that is so many days away, or a period later when that has
// passed. On a day on which the clocks skip the time, or show it twice, that is when no reading of
// it is to come.
func next(now time.Time, on func(days int) (time.Time, error), period, days int) (time.Time, error) {
	at, err := on(days)
	last := at
	if unclear, isUnclear := errors.AsType[*unclearError](err); isUnclear {
		last = unclear.last
	}
	if !last.IsZero() && !last.After(now) {
		return on(days + period)
	}
	return at, err
}

// unclearError says that clocks skip a wall-clock time, or show it twice.
type unclearError struct {
	text string
	// last is the last instant that can be meant.
	last time.Time
}

// Error says what to write instead.
func (e *unclearError) Error() string { return e.text }

// resolve returns the only instant at which the zone's clocks show the wall-clock time, or an
// unclearError.
func resolve(wall time.Time, zone *time.Location) (time.Time, error) {
	const layout = "2006-01-02 15:04"
	instants, later := wiretime.Resolve(wall, zone)
	switch len(instants) {
	case 1:
		return instants[0].Time().In(zone), nil
	case 0:
		return time.Time{}, &unclearError{
			text: fmt.Sprintf("%s does not exist in %s, where the clocks are set forward over it; write %s, or a time with its offset, such as %s",
				wall.Format(layout), zone, later.Time().In(zone).Format(layout), later.Time().In(zone).Format(time.RFC3339)),
			last: later.Time(),
		}
	}
	return time.Time{}, &unclearError{
		text: fmt.Sprintf("%s comes twice in %s, where the clocks are set back over it; write %s for the first, or %s for the second",
			wall.Format(layout), zone, instants[0].Time().In(zone).Format(time.RFC3339), instants[1].Time().In(zone).Format(time.RFC3339)),
		last: instants[1].Time(),
	}
}
