package posts

import (
	"strings"
	"testing"
	"unicode/utf8"

	"crier/platform/apperror"
)

// TestZone: what is no zone is refused in words that are bounded, whatever was sent.
func TestZone(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"UTC", "Europe/Berlin", "Asia/Kolkata", "America/Argentina/ComodRivadavia", "Etc/GMT+5"} {
		if _, err := Zone(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{
		"", "Local", "localtime", "posixrules", "posix/Europe/Berlin", "right/UTC", "Factory", "Mars/Olympus", "Europe", "Europe/", "/Europe/Berlin", "../zoneinfo/UTC", "Europe/../UTC", "Europe//Berlin", "Europe/./Berlin", "Europe\\Berlin", "UTC ", "UTC+1", "+01:00", "\x00",
		"Europe/" + strings.Repeat("x", 57), "Europe/" + strings.Repeat("x", 58), strings.Repeat("é", 500), strings.Repeat("x", 1<<20),
	} {
		_, err := Zone(name)
		if apperror.CodeOf(err) != apperror.ValidationError {
			t.Fatalf("%.80q: %v", name, err)
		}
		if said := apperror.From(err).Message; len(said) > 250 || !utf8.ValidString(said) || !strings.Contains(said, "is not an IANA time zone") {
			t.Errorf("%.80q: it says %q", name, said)
		}
	}
}
