package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestMoment_MachinesZone: the zone in which a time is read is the one that is shown with it,
// whatever names it, and a zone that cannot be read is refused.
func TestMoment_MachinesZone(t *testing.T) {
	t.Setenv("TZ", "")
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	for tz, c := range map[string]struct{ hour, zone string }{
		"":                                {"18:00", "UTC"},
		"UTC":                             {"18:00", "UTC"},
		"Europe/Berlin":                   {"17:00", "Europe/Berlin"},
		":Asia/Tokyo":                     {"09:00", "Asia/Tokyo"},
		"/usr/share/zoneinfo/Asia/Tokyo":  {"09:00", "Asia/Tokyo"},
		"CET-1CEST,M3.5.0,M10.5.0/3":      {},
		"Europe/Berlni":                   {},
		"Local":                           {},
		"/usr/share/zoneinfo/no/such/one": {},
	} {
		t.Setenv("TZ", tz)
		at, zone, err := moment{}.read("--at: ", "2026-12-01 18:00", now)
		if c.zone == "" {
			if err == nil || !strings.Contains(err.Error(), "--timezone") {
				t.Errorf("TZ=%s: %s, %s, %v", tz, at, zone, err)
			}
			if _, _, err := (moment{Timezone: "Europe/Lisbon"}).read("--at: ", "2026-12-01 18:00", now); err != nil {
				t.Errorf("TZ=%s, with a zone: %v", tz, err)
			}
			continue
		}
		if got := at.UTC().Format("15:04"); err != nil || got != c.hour || zone != c.zone {
			t.Errorf("TZ=%s: %s in %s, %v", tz, got, zone, err)
		}
	}
	// Systems set TZ so to spare programs a look, and mean the zone that holds without it.
	t.Setenv("TZ", ":/etc/localtime")
	named, err := localZone()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Unsetenv("TZ"); err != nil {
		t.Fatal(err)
	}
	if zone, err := localZone(); err != nil || zone.String() != named.String() {
		t.Errorf("TZ=:/etc/localtime is %s, and the zone without it %s, %v", named, zone, err)
	}
}
