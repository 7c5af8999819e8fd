package wiretime_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"crier/platform/wiretime"
)

func TestResolve(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone, wall string
		want       []string
		next       string
	}{
		{"UTC", "2027-03-28T02:30", []string{"2027-03-28T02:30:00.000Z"}, "2027-03-28T02:30:00.000Z"},
		{"Europe/Berlin", "2027-03-28T01:59:59", []string{"2027-03-28T00:59:59.000Z"}, "2027-03-28T00:59:59.000Z"},
		// 02:30 does not exist, 03:30 is meant then.
		{"Europe/Berlin", "2027-03-28T02:30", nil, "2027-03-28T01:30:00.000Z"},
		{"Europe/Berlin", "2027-03-28T02:00", nil, "2027-03-28T01:00:00.000Z"},
		{"Europe/Berlin", "2027-03-28T03:00", []string{"2027-03-28T01:00:00.000Z"}, "2027-03-28T01:00:00.000Z"},
		// 02:30 comes twice.
		{"Europe/Berlin", "2027-10-31T02:30", []string{"2027-10-31T00:30:00.000Z", "2027-10-31T01:30:00.000Z"}, "2027-10-31T00:30:00.000Z"},
		{"Europe/Berlin", "2027-10-31T03:00", []string{"2027-10-31T02:00:00.000Z"}, "2027-10-31T02:00:00.000Z"},
		{"America/New_York", "2027-11-07T01:30", []string{"2027-11-07T05:30:00.000Z", "2027-11-07T06:30:00.000Z"}, "2027-11-07T05:30:00.000Z"},
		// Half an hour only.
		{"Australia/Lord_Howe", "2027-10-03T02:15", nil, "2027-10-02T15:45:00.000Z"},
		{"Asia/Kolkata", "2027-03-28T02:30", []string{"2027-03-27T21:00:00.000Z"}, "2027-03-27T21:00:00.000Z"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		wall, err := wiretime.ParseLocal(c.wall)
		if err != nil {
			t.Fatal(err)
		}
		got, next := wiretime.Resolve(wall, zone)
		if len(got) != len(c.want) || next.String() != c.next {
			t.Errorf("%s in %s: %v, %s", c.wall, c.zone, got, next)
			continue
		}
		for i := range got {
			if got[i].String() != c.want[i] {
				t.Errorf("%s in %s: %v", c.wall, c.zone, got)
			}
		}
		if len(got) > 0 && wiretime.FormatLocal(got[0], zone)[:16] != c.wall[:16] {
			t.Errorf("%s in %s comes back as %s", c.wall, c.zone, wiretime.FormatLocal(got[0], zone))
		}
	}
}

func TestParseLocal_Refused(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "2027-03-28", "2027-03-28T24:00", "2027-02-30T10:00", "2027-03-28T02:30Z", "2027-03-28T02:30+01:00", "2027-03-28 02:30"} {
		if got, err := wiretime.ParseLocal(s); err == nil {
			t.Errorf("%q is %s", s, got)
		}
	}
}
