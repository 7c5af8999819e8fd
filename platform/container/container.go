// Package container tells whether the program runs in a container.
package container

import (
	"os"
	"path/filepath"
)

// Detected reports whether this is a container. It looks for the traces of Docker, Podman,
// Kubernetes and systemd-nspawn.
func Detected() bool { return detectedIn("/", os.Getenv) }

func detectedIn(root string, getenv func(string) string) bool {
	for _, path := range []string{".dockerenv", "run/.containerenv", "run/systemd/container"} {
		if _, err := os.Stat(filepath.Join(root, path)); err == nil {
			return true
		}
	}
	return getenv("container") != "" || getenv("KUBERNETES_SERVICE_HOST") != ""
}
