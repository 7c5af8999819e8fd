package when_test

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"crier/modules/posts/when"
)

// now is a Monday, 10:30 in Berlin.
var now = time.Date(2026, 11, 23, 9, 30, 0, 0, time.UTC)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-12-24T18:00:00+01:00": "2026-12-24T17:00:00Z",
		"2026-12-24T17:00Z":         "2026-12-24T17:00:00Z",
		"2026-12-24 18:00 -05:00":   "2026-12-24T23:00:00Z",
		"2026-12-24T18:00:00+0100":  "2026-12-24T17:00:00Z", // As date +%FT%T%z prints it.
		"2026-12-24 18:00:00 +0100": "2026-12-24T17:00:00Z", // As date "+%F %T %z" prints it.
		"2026-12-24T18:00+05":       "2026-12-24T13:00:00Z",
		"2026-12-24t18:00:00z":      "2026-12-24T18:00:00Z",
		"2026-12-24 18:00":          "2026-12-24T17:00:00Z",
		"2026-12-24T18:00":          "2026-12-24T17:00:00Z",
		"2026-12-24 18:00:30":       "2026-12-24T17:00:30Z",
		"2027-06-24 18:00":          "2027-06-24T16:00:00Z",
		"  tomorrow   9:00 ":        "2026-11-24T08:00:00Z",
		"today 23:59":               "2026-11-23T22:59:00Z",
		"today 9:00":                "2026-11-23T08:00:00Z", // It has passed, which the service says.
		"18:00":                     "2026-11-23T17:00:00Z",
		"10:30":                     "2026-11-24T09:30:00Z",
		"9:15":                      "2026-11-24T08:15:00Z",
		"Friday 18:30":              "2026-11-27T17:30:00Z",
		"mon 10:31":                 "2026-11-23T09:31:00Z",
		"mon 10:30":                 "2026-11-30T09:30:00Z",
		"+2h":                       "2026-11-23T11:30:00Z",
		"+90m":                      "2026-11-23T11:00:00Z",
		"+1 w":                      "2026-11-30T09:30:00Z",
		"+3d":                       "2026-11-26T09:30:00Z",
		"2027-03-28 03:00":          "2027-03-28T01:00:00Z",
		"2027-10-31T02:30:00+02:00": "2027-10-31T00:30:00Z",
	} {
		got, err := when.Parse(text, now, berlin(t))
		if err != nil || got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%q is %s, %v; want %s", text, got.UTC(), err, want)
		}
	}
}

func TestParse_SaysWhatToWrite(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"":                     "write 2026-12-24T18:00:00+01:00",
		"soon":                 "no time that Crier can read",
		"24:00":                "0:00 to 23:59",
		"tomorrow":             "no time that Crier can read",
		"yesterday 9:00":       `"yesterday" is no day`,
		"2026-13-01 10:00":     "no day that Crier knows",
		"+2 fortnights":        "+90m",
		"+99999999h":           "no length of time",
		"+213504d":             "too far away", // In nanoseconds it would wrap round to 25 minutes.
		"+30501w":              "too far away",
		"2027-03-28 02:30":     "write 2027-03-28 03:30",
		"2026-10-25 02:30":     "2026-10-25T02:30:00+02:00 for the first, or 2026-10-25T02:30:00+01:00",
		"2026-12-24T18:00:00 ": "",
		"2026-12-24 18:00 Z+1": "no time that Crier can read",
		"18:00 +01:00":         "no time that Crier can read",
	} {
		if got, err := when.Parse(text, now, berlin(t)); says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%q is %s, %v", text, got, err)
		}
	}
}

// TestParse_NextAfterClocksChanged passes over a day on which the clocks skipped the time, or
// showed it twice, once that is past: what the message would tell the user to write has passed too.
func TestParse_NextAfterClocksChanged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ now, text, want, says string }{
		{"2027-03-28T10:00:00Z", "2:30", "2027-03-29T00:30:00Z", ""},
		{"2027-03-28T10:00:00Z", "sunday 2:30", "2027-04-04T00:30:00Z", ""},
		{"2026-10-25T11:00:00Z", "2:30", "2026-10-26T01:30:00Z", ""},
		{"2026-10-25T11:00:00Z", "sun 2:30", "2026-11-01T01:30:00Z", ""},
		{"2027-03-28T00:30:00Z", "2:30", "", "write 2027-03-28 03:30"},
		{"2026-10-24T23:30:00Z", "2:30", "", "for the first"},
		{"2026-10-25T00:45:00Z", "2:30", "", "for the second"},
		{"2027-03-28T10:00:00Z", "today 2:30", "", "write 2027-03-28 03:30"},
		{"2027-03-27T10:00:00Z", "2:30", "", "write 2027-03-28 03:30"},
	} {
		at, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		got, err := when.Parse(c.text, at, berlin(t))
		if c.want == "" && (err == nil || !strings.Contains(err.Error(), c.says)) || c.want != "" && (err != nil || got.UTC().Format(time.RFC3339) != c.want) {
			t.Errorf("%q at %s is %s, %v; want %s%s", c.text, c.now, got.UTC(), err, c.want, c.says)
		}
	}
}

func berlin(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}
