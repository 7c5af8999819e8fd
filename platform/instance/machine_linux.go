package instance

import (
	"os"
	"strings"
)

// machineID reads the id that the machine was given when its system was set up. A container may
// have that of its image, or a new one after each start.
func machineID() string {
	if inContainer() {
		return ""
	}
	for _, path := range []string{"/etc/machine-id", "/var/lib/dbus/machine-id"} {
		if b, err := os.ReadFile(path); err == nil && strings.TrimSpace(string(b)) != "" {
			return string(b)
		}
	}
	return ""
}

// inContainer reports whether this is a container. It looks for the traces of Docker, Podman,
// Kubernetes and systemd-nspawn.
func inContainer() bool {
	for _, path := range []string{"/.dockerenv", "/run/.containerenv", "/run/systemd/container"} {
		if _, err := os.Stat(path); err == nil {
			return true
		}
	}
	return os.Getenv("container") != "" || os.Getenv("KUBERNETES_SERVICE_HOST") != ""
}
