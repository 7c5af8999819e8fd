package main

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestInstalled: each way by which a copy can be on a machine, and what brings a newer one.
func TestInstalled(t *testing.T) {
	t.Parallel()
	const unknown = "dpkg-query: no path found"
	for name, c := range map[string]struct {
		path, system         string
		isContainer, isBuilt bool
		// dpkg and rpm are what these print; none is there without it.
		dpkg, rpm    string
		how, command string
	}{
		"archive":                  {path: "/home/anna/bin/crier", system: "linux", how: byArchive},
		"archive on Windows":       {path: `C:\Users\Anna\crier\crier.exe`, system: "windows", how: byArchive},
		"archive of all users":     {path: "/usr/local/bin/crier", system: "linux", how: byArchive},
		"deb":                      {path: "/usr/bin/crier", system: "linux", dpkg: "crier: /usr/bin/crier\n", how: byDeb, command: "sudo apt install ./crier_VERSION_"},
		"rpm":                      {path: "/usr/bin/crier", system: "linux", rpm: "crier-1.2.3-1.x86_64\n", how: byRPM, command: "sudo dnf install"},
		"rpm, with a dpkg":         {path: "/usr/bin/crier", system: "linux", dpkg: unknown, rpm: "crier-1.2.3-1.x86_64\n", how: byRPM, command: "sudo dnf install"},
		"another package has it":   {path: "/usr/bin/crier", system: "linux", dpkg: "towncrier: /usr/bin/crier\n", how: byArchive},
		"cask":                     {path: "/opt/homebrew/Caskroom/crier/1.2.3/crier", system: "darwin", how: byCask, command: "brew upgrade --cask crier"},
		"cask on an Intel Mac":     {path: "/usr/local/Caskroom/crier/1.2.3/crier", system: "darwin", how: byCask, command: "brew upgrade --cask crier"},
		"scoop":                    {path: `C:\Users\Anna\scoop\apps\crier\current\crier.exe`, system: "windows", how: byScoop, command: "scoop update crier"},
		"winget":                   {path: `C:\Users\Anna\AppData\Local\Microsoft\WinGet\Packages\Crier.Crier_x\crier.exe`, system: "windows", how: byWinget, command: "winget upgrade --id Crier.Crier"},
		"container":                {path: "/usr/bin/crier", system: "linux", isContainer: true, how: byContainer, command: "docker compose pull"},
		"container, at its top":    {path: "/crier", system: "linux", isContainer: true, how: byContainer, command: "docker compose pull"},
		"deb in a container":       {path: "/usr/bin/crier", system: "linux", isContainer: true, dpkg: "crier: /usr/bin/crier\n", how: byDeb, command: "sudo apt install"},
		"built":                    {path: "/home/anna/crier/bin/crier", system: "linux", isBuilt: true, how: bySource, command: "git pull"},
		"built in a dev container": {path: "/src/crier/bin/crier", system: "linux", isContainer: true, isBuilt: true, how: bySource, command: "git pull"},
	} {
		asked := 0
		got := copyOfCrier{path: c.path, system: c.system, isContainer: c.isContainer, isBuilt: c.isBuilt, ask: func(manager string, args ...string) (string, error) {
			asked++
			if !slices.Contains(args, c.path) {
				t.Errorf("%s: %s was asked %q", name, manager, args)
			}
			said := map[string]string{"dpkg": c.dpkg, "rpm": c.rpm}[manager]
			if said == "" || said == unknown {
				return said, errors.New("not found")
			}
			return said, nil
		}}.installed()
		if got.How != c.how || got.Path != c.path || got.Says == "" || (len(got.Commands) == 0) != (c.command == "") || c.command != "" && !strings.HasPrefix(got.Commands[0], c.command) {
			t.Errorf("%s: got %+v", name, got)
		}
		if asked > 0 && !strings.HasPrefix(c.path, "/usr/") {
			t.Errorf("%s: the package managers were asked", name)
		}
	}
}

func TestRestarts(t *testing.T) {
	t.Parallel()
	for system, want := range map[string]string{"linux": "systemctl --user restart crier", "darwin": "launchctl kickstart -k gui/501/crier", "windows": "schtasks /Run /TN crier"} {
		if got := restarts(system, true, 501); len(got) == 0 || got[len(got)-1] != want {
			t.Errorf("%s: got %q", system, got)
		}
		if got := restarts(system, false, 501); len(got) != 0 {
			t.Errorf("%s without a service: got %q", system, got)
		}
	}
}

// TestIsBuilt tells the versions of releases from those that make build gives.
func TestIsBuilt(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]bool{"dev": true, "28d66b73": true, "28d66b73-dirty": true, "v1.2.0-3-g28d66b73": true, "v1.2.0": false, "1.2.0": false} {
		if isBuilt(version) != want {
			t.Errorf("%s: %t", version, !want)
		}
	}
}
