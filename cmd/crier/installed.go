package main

import (
	"context"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"crier/platform/container"
)

// installation is how this copy of Crier came onto the machine, and what brings a newer one.
type installation struct {
	// How names the way.
	How string `json:"how"`
	// Path is the program.
	Path string `json:"path"`
	// Says what to do, in a sentence, and Commands what to run, in their order.
	Says     string   `json:"says"`
	Commands []string `json:"commands"`
}

// The ways.
const (
	byContainer = "container"
	byCask      = "homebrew"
	byScoop     = "scoop"
	byWinget    = "winget"
	byDeb       = "deb"
	byRPM       = "rpm"
	bySource    = "source"
	byArchive   = "archive"
)

// copyOfCrier is what tells how a copy was installed.
type copyOfCrier struct {
	// path is the program, with no link in it, and system is as runtime.GOOS.
	path, system string
	isContainer  bool
	// isBuilt says that the program has no version of a release.
	isBuilt bool
	// ask calls a program of the system and returns what it prints.
	ask func(name string, args ...string) (string, error)
}

// installed finds out how the copy was installed: by the place that a package manager gave it, and
// by what the managers themselves say of the file.
func (c copyOfCrier) installed() installation {
	at := installation{Path: c.path}
	slashed := strings.ReplaceAll(c.path, `\`, "/")
	lower := strings.ToLower(slashed)
	set := func(how, says string, commands ...string) installation {
		at.How, at.Says, at.Commands = how, says, append([]string{}, commands...)
		return at
	}
	switch {
	case strings.Contains(slashed, "/Caskroom/"):
		return set(byCask, "Homebrew has installed it.", "brew upgrade --cask crier")
	case c.system == "windows" && strings.Contains(lower, "/scoop/apps/"):
		return set(byScoop, "scoop has installed it.", "scoop update crier")
	case c.system == "windows" && strings.Contains(lower, "/winget/packages/"):
		return set(byWinget, "winget has installed it.", "winget upgrade --id Crier.Crier")
	case c.isContainer && (slashed == "/crier" || path.Dir(slashed) == "/usr/bin" && !c.isOf("dpkg", "-S") && !c.isOf("rpm", "-qf")):
		return set(byContainer, "It is in a container. On the machine that runs the container, in the folder of its compose file:", "docker compose pull", "docker compose up -d")
	case c.system == "linux" && c.isOf("dpkg", "-S"):
		return set(byDeb, "It came as a package of Debian's kind. With the file of the newer version:", "sudo apt install ./crier_VERSION_"+runtime.GOARCH+".deb")
	case c.system == "linux" && c.isOf("rpm", "-qf"):
		return set(byRPM, "It came as an RPM package. With the file of the newer version:", "sudo dnf install ./crier-VERSION.rpm")
	case c.isBuilt:
		return set(bySource, "It was built from the source. In the folder of the source:", "git pull", "make build")
	}
	return set(byArchive, "It was unpacked from an archive, or copied. Unpack the archive of the newer version, check it against SHA256SUMS, and put the program in the place of this one. A running Crier goes on until it is started again.")
}

// isOf reports whether a package manager says that the file is of the package crier.
func (c copyOfCrier) isOf(name string, args ...string) bool {
	if !strings.HasPrefix(c.path, "/usr/") {
		return false // A package installs nothing elsewhere, and asking costs time.
	}
	said, err := c.ask(name, append(args, c.path)...)
	return err == nil && strings.HasPrefix(strings.TrimSpace(said), "crier")
}

// managerPatience is how long a package manager may think about one file.
const managerPatience = 5 * time.Second

// thisCopy is the copy that runs.
func thisCopy(ctx context.Context) (copyOfCrier, error) {
	program, err := os.Executable()
	if err != nil {
		return copyOfCrier{}, err
	}
	if resolved, err := filepath.EvalSymlinks(program); err == nil {
		program = resolved
	}
	ask := func(name string, args ...string) (string, error) {
		limited, cancel := context.WithTimeout(ctx, managerPatience)
		defer cancel()
		cmd := exec.CommandContext(limited, name, args...)
		cmd.WaitDelay = time.Second
		out, err := cmd.Output()
		return string(out), err
	}
	return copyOfCrier{path: program, system: runtime.GOOS, isContainer: container.Detected(), isBuilt: isBuilt(version), ask: ask}, nil
}

// isBuilt reports whether a version is that of a commit, and not of a release: "dev", the commit
// alone, or how far it lies behind a release.
func isBuilt(version string) bool {
	return !strings.Contains(version, ".") || strings.Contains(version, "-g") || strings.Contains(version, "dirty")
}

// restarts are what to run so that the newer version runs, once it is there.
func restarts(system string, isService bool, uid int) []string {
	switch {
	case !isService:
		return []string{}
	case system == "linux":
		return []string{"systemctl --user daemon-reload", "systemctl --user restart crier"}
	case system == "darwin":
		return []string{"launchctl kickstart -k gui/" + strconv.Itoa(uid) + "/crier"}
	}
	return []string{"schtasks /End /TN crier", "schtasks /Run /TN crier"}
}
