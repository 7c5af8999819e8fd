package instance

import (
	"os"
	"strings"

	"crier/platform/container"
)

// machineID reads the id that the machine was given when its system was set up. A container may
// have that of its image, or a new one after each start.
func machineID() string {
	if container.Detected() {
		return ""
	}
	for _, path := range []string{"/etc/machine-id", "/var/lib/dbus/machine-id"} {
		if b, err := os.ReadFile(path); err == nil && strings.TrimSpace(string(b)) != "" {
			return string(b)
		}
	}
	return ""
}
