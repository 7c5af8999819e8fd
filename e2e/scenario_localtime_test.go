package e2e_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"crier/e2e"
	"crier/modules/schedule"
)

// localTime asks the internal surface which instants a wall-clock time names.
func localTime(c *e2e.Client, local, zone string) e2e.Response {
	return c.Get("/api/schedule/local-time?" + url.Values{"local": {local}, "timezone": {zone}}.Encode())
}

// wallClock is a wall-clock time and what it names.
type wallClock struct {
	local, zone, kind         string
	instants                  []string
	suggested, suggestedLocal string
}

func (w wallClock) check(j *journey, browser *e2e.Client) {
	j.t.Helper()
	var got schedule.LocalTime
	localTime(browser, w.local, w.zone).Want(http.StatusOK).JSON(&got)
	instants := []string{}
	for _, at := range got.Instants {
		instants = append(instants, at.String())
	}
	if got.Kind != w.kind || !slices.Equal(instants, w.instants) || got.Suggested.String() != w.suggested || got.SuggestedLocal != w.suggestedLocal || got.Timezone != w.zone {
		j.t.Errorf("%s in %s: %+v", w.local, w.zone, got)
	}
	// A client that uses the suggestion schedules that instant, which no zone moves.
	answer := j.client.Post("/api/v1/schedule", j.imagePost("x").with("scheduledFor", w.suggested).with("timezone", w.zone)).Want(http.StatusCreated)
	if answer.String("scheduledFor") != w.suggested || answer.String("timezone") != w.zone {
		j.t.Errorf("scheduled is %s", answer.Body)
	}
}

// TestScenario_17_SpringForward: a wall-clock time that clocks skip is said to be none, and an hour
// later is suggested, for the person to agree to. An instant that is asked for in the API stays
// what it is.
func TestScenario_17_SpringForward(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	for _, w := range []wallClock{
		{"2027-03-28T02:30", "Europe/Berlin", "skipped", []string{}, "2027-03-28T01:30:00.000Z", "2027-03-28T03:30:00"},
		{"2027-03-28T02:00", "Europe/Berlin", "skipped", []string{}, "2027-03-28T01:00:00.000Z", "2027-03-28T03:00:00"},
		{"2027-03-28T01:59:59", "Europe/Berlin", "unique", []string{"2027-03-28T00:59:59.000Z"}, "2027-03-28T00:59:59.000Z", "2027-03-28T01:59:59"},
		{"2027-03-28T03:00", "Europe/Berlin", "unique", []string{"2027-03-28T01:00:00.000Z"}, "2027-03-28T01:00:00.000Z", "2027-03-28T03:00:00"},
		{"2027-03-14T02:30", "America/New_York", "skipped", []string{}, "2027-03-14T07:30:00.000Z", "2027-03-14T03:30:00"},
		// Half an hour only.
		{"2027-10-03T02:15", "Australia/Lord_Howe", "skipped", []string{}, "2027-10-02T15:45:00.000Z", "2027-10-03T02:45:00"},
		{"2027-03-28T02:30", "Asia/Kolkata", "unique", []string{"2027-03-27T21:00:00.000Z"}, "2027-03-27T21:00:00.000Z", "2027-03-28T02:30:00"},
	} {
		w.check(j, browser)
	}
	// 02:30 by either offset is an instant like any other.
	for at, want := range map[string]string{"2027-03-28T02:30:00+01:00": "2027-03-28T01:30:00.000Z", "2027-03-28T02:30:00+02:00": "2027-03-28T00:30:00.000Z"} {
		answer := j.client.Post("/api/v1/schedule", j.imagePost("x").with("scheduledFor", at).with("timezone", "Europe/Berlin")).Want(http.StatusCreated)
		if got := answer.String("scheduledFor"); got != want {
			t.Errorf("%s is scheduled for %s", at, got)
		}
	}
}

// TestScenario_18_FallBack: a wall-clock time that clocks show twice is two instants, and the first
// is the default.
func TestScenario_18_FallBack(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	for _, w := range []wallClock{
		{"2027-11-07T01:30", "America/New_York", "repeated", []string{"2027-11-07T05:30:00.000Z", "2027-11-07T06:30:00.000Z"}, "2027-11-07T05:30:00.000Z", "2027-11-07T01:30:00"},
		{"2027-10-31T02:00", "Europe/Berlin", "repeated", []string{"2027-10-31T00:00:00.000Z", "2027-10-31T01:00:00.000Z"}, "2027-10-31T00:00:00.000Z", "2027-10-31T02:00:00"},
		{"2027-10-31T02:59:59", "Europe/Berlin", "repeated", []string{"2027-10-31T00:59:59.000Z", "2027-10-31T01:59:59.000Z"}, "2027-10-31T00:59:59.000Z", "2027-10-31T02:59:59"},
		{"2027-10-31T03:00", "Europe/Berlin", "unique", []string{"2027-10-31T02:00:00.000Z"}, "2027-10-31T02:00:00.000Z", "2027-10-31T03:00:00"},
		{"2027-04-04T01:45", "Australia/Lord_Howe", "repeated", []string{"2027-04-03T14:45:00.000Z", "2027-04-03T15:15:00.000Z"}, "2027-04-03T14:45:00.000Z", "2027-04-04T01:45:00"},
	} {
		w.check(j, browser)
	}
	for _, bad := range [][2]string{{"2027-11-07T01:30Z", "America/New_York"}, {"2027-11-31T01:30", "UTC"}, {"2027-11-07T24:30", "UTC"}} {
		localTime(browser, bad[0], bad[1]).WantError(http.StatusBadRequest, "INVALID_PARAM")
	}
	if answer := localTime(browser, "2027-11-07T01:30", "Mars/Olympus"); answer.Status != http.StatusBadRequest {
		t.Errorf("on Mars it is %s", answer.Body)
	}
	// A key does not open the internal surface.
	localTime(j.client, "2027-11-07T01:30", "UTC").WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
}
