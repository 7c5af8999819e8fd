package posts

import (
	"path"
	"slices"
	"strings"
	"time"

	"crier/platform/apperror"
)

// maxTimezone bounds the name that is looked up for a client; the longest IANA name has 32
// characters.
const maxTimezone = 64

// Zone returns the time zone of an IANA name that the embedded database knows, and VALIDATION_ERROR
// for any other text.
func Zone(name string) (*time.Location, error) {
	if name == "" || len(name) > maxTimezone || path.Clean(name) != name || isMachineZone(name) {
		return nil, badTimezone(name)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, badTimezone(name)
	}
	return zone, nil
}

// isMachineZone reports whether a name stands for a file that a machine's zone folder may have
// beside the IANA zones.
func isMachineZone(name string) bool {
	return slices.Contains([]string{"Local", "localtime", "posixrules", "Factory"}, name) ||
		strings.HasPrefix(name, "posix/") || strings.HasPrefix(name, "right/")
}

func badTimezone(name string) error {
	if len(name) > maxTimezone {
		name = name[:maxTimezone] + "..."
	}
	return apperror.New(apperror.ValidationError, "timezone %q is not an IANA time zone; send a name such as Europe/Berlin, or leave it out for UTC", name)
}
