package e2e_test

import (
	"net/http"
	"testing"

	"crier/e2e"
	"crier/modules/settings"
)

// TestPreferences are kept as they were chosen last, and what is no zone, day or hour is refused.
func TestPreferences(t *testing.T) {
	t.Parallel()
	browser := e2e.Boot(t).Browser(t)
	var shown settings.ShownPreferences
	browser.Internal("/api/preferences").Want(http.StatusOK).JSON(&shown)
	if shown.IsChosen || !shown.SingleKeys || shown.Clock != "24" {
		t.Errorf("it begins with %+v", shown)
	}
	for _, want := range []settings.Preferences{
		{Zone: "Europe/Berlin", WeekStart: "sunday", Clock: "12", Theme: "dark", PostTime: "18:30"},
		{WeekStart: "monday", Clock: "24", Theme: "system", SingleKeys: true, AccountID: "a"},
	} {
		browser.InternalDo(http.MethodPut, "/api/preferences", want).Want(http.StatusOK)
		browser.Internal("/api/preferences").Want(http.StatusOK).JSON(&shown)
		if shown.Preferences != want || !shown.IsChosen {
			t.Errorf("got %+v, want %+v", shown, want)
		}
		for _, bad := range []settings.Preferences{
			{Zone: "Europe/Nowhere", WeekStart: "monday", Clock: "24", Theme: "system"},
			{Zone: "Local", WeekStart: "monday", Clock: "24", Theme: "system"},
			{WeekStart: "friday", Clock: "24", Theme: "system"},
			{WeekStart: "monday", Clock: "24", Theme: "system", PostTime: "25:00"},
		} {
			browser.InternalDo(http.MethodPut, "/api/preferences", bad).Want(http.StatusBadRequest)
		}
	}
}
