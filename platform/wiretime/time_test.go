package wiretime_test

import (
	"strings"
	"testing"
	"time"

	"crier/platform/wiretime"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"2026-11-21T15:00:00+05:30":       "2026-11-21T09:30:00.000Z",
		"2026-11-21T09:30:00Z":            "2026-11-21T09:30:00.000Z",
		"2026-11-21T09:30:00.1239Z":       "2026-11-21T09:30:00.123Z",
		"9999-12-31T23:59:59.999Z":        "9999-12-31T23:59:59.999Z",
		"2024-02-29T23:59:59.999999-0230": "2024-03-01T02:29:59.999Z",
		"2026-11-21T15:00:00+0530":        "2026-11-21T09:30:00.000Z",
		"2026-11-21T14:30:00+05":          "2026-11-21T09:30:00.000Z",
		"2026-11-21T15:00+05:30":          "2026-11-21T09:30:00.000Z",
		"2026-11-21t09:30z":               "2026-11-21T09:30:00.000Z",
		"2026-11-21T09:30:00,5Z":          "2026-11-21T09:30:00.500Z",
		"2026-11-21T09:30:00-00:00":       "2026-11-21T09:30:00.000Z",
		"2026-11-21T09:30:00+23:59":       "2026-11-20T09:31:00.000Z",
		"2026-11-21T09:30:00+25:00":       "",
		"2026-11-21T09:30:00+05:60":       "",
		"2026-11-21T09:30:00+05:":         "",
		"2026-11-21T09:30:00+5":           "",
		"2026-11-21T09:30:00 00:00":       "",
		"2026-11-21 09:30:00Z":            "",
		"2026-11-21T09Z":                  "",
		"2026-11-21T24:00:00Z":            "",
		"2026-02-30T09:30:00Z":            "",
		"20261121T093000Z":                "",
		"2026-11-21T09:30:00.Z":           "",
		"2026-11-21T09:30:00Z ":           "",
		"9999-12-31T23:59:59-01:00":       "",
		"0000-01-01T00:00:00+01:00":       "",
		"2026-11-21T09:30:00":             "",
		"2026-11-21":                      "",
		"2026-12-31T23:59:60Z":            "",
		"2026-11-21T09:30:00+24:00":       "",
		"2026-11-21T09:30:00-00:60":       "",
		"2026-11-21T9:30:00Z":             "",
		"":                                "",
		"now":                             "",
	} {
		got, err := wiretime.Parse(in)
		if want == "" {
			if err == nil {
				t.Errorf("%q was accepted as %v", in, got)
			}
			continue
		}
		if err != nil || got.String() != want {
			t.Errorf("%q: got %v, %v, want %s", in, got, err, want)
		}
	}
}

func TestTime_RoundTripsThroughTheDatabase(t *testing.T) {
	t.Parallel()
	want := wiretime.Of(time.Date(2026, 11, 21, 9, 30, 0, 123456789, time.FixedZone("", 3600)))
	v, err := want.Value()
	if err != nil {
		t.Fatal(err)
	}
	var got wiretime.Time
	if err := got.Scan(v); err != nil || got != want {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if err := got.Scan(nil); err != nil || !got.IsZero() {
		t.Errorf("NULL became %v, %v", got, err)
	}
	if err := got.Scan("2026"); err == nil {
		t.Error("a text was accepted")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("2026-11-21T15:00:00.5+05:30")
	f.Fuzz(func(t *testing.T, in string) {
		got, err := wiretime.Parse(in)
		if err != nil {
			return
		}
		again, err := wiretime.Parse(got.String())
		if err != nil || again != got {
			t.Errorf("%q -> %v -> %v, %v", in, got, again, err)
		}
	})
}

func TestWords(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "1 second", time.Millisecond: "1 second", 4600 * time.Millisecond: "5 seconds", -75 * time.Second: "75 seconds",
		119 * time.Second: "119 seconds", 2 * time.Minute: "2 minutes", 150 * time.Second: "3 minutes", time.Hour: "1 hour",
		65 * time.Minute: "1 hour 5 minutes", 121 * time.Minute: "2 hours 1 minute", 24 * time.Hour: "24 hours",
		25*time.Hour + 29*time.Second: "25 hours", 25*time.Hour + 30*time.Second: "25 hours 1 minute",
		48*time.Hour - time.Second: "48 hours", 48 * time.Hour: "2 days", 71 * time.Hour: "2 days",
	} {
		if got := wiretime.Words(d); got != want {
			t.Errorf("%d is %q, want %q", d, got, want)
		}
	}
}

// TestParse_PlusReadAsSpace: a query has a space where the client wrote a + as it is.
func TestParse_PlusReadAsSpace(t *testing.T) {
	t.Parallel()
	for in, says := range map[string]bool{
		"2026-11-21T15:00:00 05:30": true,
		"2026-11-21T15:00 0530":     true,
		"2026-11-21 15:00:00Z":      false,
		"2026-11-21T15:00:00 ":      false,
		"yesterday":                 false,
	} {
		if _, err := wiretime.Parse(in); err == nil || strings.Contains(err.Error(), "write %2B for the + in an address") != says {
			t.Errorf("%q says %v", in, err)
		}
	}
}
