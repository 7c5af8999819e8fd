package container

import (
	"os"
	"path/filepath"
	"testing"
)

func TestDetected(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file, variable string
		want           bool
	}{
		"none":           {},
		"another":        {"etc/hostname", "CONTAINER", false},
		"Docker":         {".dockerenv", "", true},
		"Podman":         {"run/.containerenv", "", true},
		"systemd-nspawn": {"run/systemd/container", "", true},
		"variable":       {"", "container", true},
		"Kubernetes":     {"", "KUBERNETES_SERVICE_HOST", true},
	} {
		root := t.TempDir()
		if c.file != "" {
			path := filepath.Join(root, c.file)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		getenv := func(name string) string {
			if name == c.variable && name != "" {
				return "set"
			}
			return ""
		}
		if got := detectedIn(root, getenv); got != c.want {
			t.Errorf("%s: detected %t", name, got)
		}
	}
}
