package wiretime

import (
	"fmt"
	"time"
)

// Words says how long d is as a person would: 45 seconds, 2 minutes, 1 hour 5 minutes, 3 days. It is rounded to the second below two
// minutes, to the minute below two days, and cut to the day above.
func Words(d time.Duration) string {
	const day = 24 * time.Hour
	d = d.Abs()
	if d < 2*time.Minute {
		return counted(max(int64(d.Round(time.Second)/time.Second), 1), "second")
	}
	if d >= 2*day {
		return counted(int64(d/day), "day")
	}
	minutes := int64(d.Round(time.Minute) / time.Minute)
	hours, minutes := minutes/60, minutes%60
	switch {
	case hours == 0:
		return counted(minutes, "minute")
	case minutes == 0:
		return counted(hours, "hour")
	default:
		return counted(hours, "hour") + " " + counted(minutes, "minute")
	}
}

func counted(n int64, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
