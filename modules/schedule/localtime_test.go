package schedule

import (
	"testing"

	"crier/platform/apperror"
)

// TestGetLocalTime_BeyondTheYears: a time that is in the year 10000 in UTC, or before the year 0,
// is refused, because no answer can name it.
func TestGetLocalTime_BeyondTheYears(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		local, zone string
		want        apperror.Code
	}{
		{"9999-12-31T23:30", "America/New_York", apperror.InvalidParam},
		{"9999-12-31T23:30", "Europe/Berlin", ""},
		{"0000-01-01T00:30", "Europe/Berlin", apperror.InvalidParam},
		{"0000-01-01T00:30", "America/New_York", ""},
	} {
		out, err := getLocalTime(t.Context(), &localTimeInput{Local: c.local, Timezone: c.zone})
		if apperror.CodeOf(err) != c.want {
			t.Errorf("%s in %s: %+v, %v", c.local, c.zone, out, err)
		}
	}
}
