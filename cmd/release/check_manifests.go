package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// addressAndSum matches, in what is left of a manifest, an address and the sum after it.
var addressAndSum = regexp.MustCompile(`(?is)(https://[^\s"']+).*?\b([0-9a-f]{64})\b`)

// checkPairs compares the sum after each address with that of the release's file of this name. The
// files must be those for the given systems.
func checkPairs(c *checkCommand, text string, systems ...string) error {
	left := map[string]bool{}
	for _, system := range systems {
		left[archiveOf(c.version, system)] = true
	}
	for _, pair := range addressAndSum.FindAllStringSubmatch(text, -1) {
		name := path.Base(pair[1])
		if c.sums[name] == "" || !strings.EqualFold(c.sums[name], pair[2]) {
			return fmt.Errorf("%s has the sum %q, and the manifest says %s", name, c.sums[name], pair[2])
		}
		delete(left, name)
	}
	if len(left) > 0 {
		return fmt.Errorf("the manifest lacks %v", left)
	}
	return nil
}

// checkCask looks at what the cask downloads and installs, and has Ruby read it where there is one.
func checkCask(ctx context.Context, c *checkCommand) (string, error) {
	file := c.path("homebrew/crier.rb")
	b, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	text := string(b)
	folder := "crier_" + c.version
	for _, line := range []string{
		`cask "crier" do`, `version "` + c.version + `"`, `binary "crier"`, `rename "` + folder + `/crier", "crier"`, `manpage "` + folder + `/man/crier.1"`,
		`bash_completion "` + folder + `/completions/crier.bash"`, `zsh_completion "` + folder + `/completions/_crier"`, `fish_completion "` + folder + `/completions/crier.fish"`, "com.apple.quarantine",
	} {
		if !strings.Contains(text, line) {
			return "", errors.New("the cask has no " + line)
		}
	}
	_, casks, _ := strings.Cut(text, "on_macos do") // Before it is the home page.
	casks = strings.ReplaceAll(casks, "#{version}", c.version)
	if err := checkPairs(c, casks, "darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64"); err != nil {
		return "", err
	}
	if _, err := exec.LookPath("ruby"); err != nil {
		return "", fmt.Errorf("sums of four archives; its syntax is %w: there is no ruby", errLacks)
	}
	said, err := output(ctx, nil, "ruby", "-c", file)
	return "sums of four archives; ruby -c: " + strings.TrimSpace(string(said)), err
}

func checkScoop(_ context.Context, c *checkCommand) (string, error) {
	var manifest struct {
		Version      string
		Homepage     string
		License      string
		Description  string
		Architecture map[string]struct {
			URL        string
			Hash       string
			Bin        []string
			ExtractDir string `json:"extract_dir"`
		}
	}
	if err := readJSON(c.path("scoop/crier.json"), &manifest); err != nil {
		return "", err
	}
	if manifest.Version != c.version || manifest.Homepage == "" || manifest.License != "MIT" || manifest.Description == "" || len(manifest.Architecture) != 2 {
		return "", fmt.Errorf("the manifest is %+v", manifest)
	}
	for scoops, system := range map[string]string{"64bit": "windows/amd64", "arm64": "windows/arm64"} {
		of := manifest.Architecture[scoops]
		if err := checkPairs(c, of.URL+" "+of.Hash, system); err != nil {
			return "", err
		}
		if program := path.Join(of.ExtractDir, strings.ReplaceAll(strings.Join(of.Bin, ""), `\`, "/")); program != "crier_"+c.version+"/crier.exe" && program != "crier.exe" {
			return "", fmt.Errorf("%s runs %q", scoops, program)
		}
	}
	return "sums of two archives, the fields that scoop requires", nil
}

// wingets are fields that each of the three manifests of winget must have.
var wingets = map[string][]string{
	"":              {"DefaultLocale: en-US", "ManifestType: version"},
	".installer":    {"InstallerType: zip", "NestedInstallerType: portable", `RelativeFilePath: crier_VERSION\crier.exe`, "Architecture: x64", "Architecture: arm64", "ManifestType: installer"},
	".locale.en-US": {"Publisher: The Crier authors", "PackageName: Crier", "License: MIT", "ShortDescription: ", "ManifestType: defaultLocale"},
}

func checkWinget(_ context.Context, c *checkCommand) (string, error) {
	for of, fields := range wingets {
		b, err := os.ReadFile(c.path("winget/Crier.Crier" + of + ".yaml"))
		if err != nil {
			return "", err
		}
		for _, field := range append(fields, "PackageIdentifier: Crier.Crier", "PackageVersion: VERSION", "ManifestVersion: ") {
			if field = strings.ReplaceAll(field, "VERSION", c.version); !strings.Contains(string(b), field) {
				return "", fmt.Errorf("the manifest %q has no %s", of, field)
			}
		}
		if of != ".installer" {
			continue
		}
		_, installers, _ := strings.Cut(string(b), "\nInstallers:")
		if err := checkPairs(c, installers, "windows/amd64", "windows/arm64"); err != nil {
			return "", err
		}
	}
	return "sums of two archives, the fields that winget requires of its three files", nil
}

func checkCompose(_ context.Context, c *checkCommand) (string, error) {
	b, err := os.ReadFile(c.path("compose.yaml"))
	if err != nil {
		return "", err
	}
	if !strings.Contains(string(b), "image: crier:"+c.version+"\n") {
		return "", errors.New("it does not name the image of this release")
	}
	return publishes(string(b))
}

// aPort matches what a line of a compose file publishes.
var aPort = regexp.MustCompile(`(?m)^\s*(?:ports:.*|-.*\d:\d+.*|published:.*|network_mode:.*)$`)

// publishes returns what a compose file publishes. It returns an error where that is more than
// Crier's port to this machine alone.
func publishes(compose string) (string, error) {
	found := aPort.FindAllString(compose, -1)
	if len(found) != 1 || strings.TrimSpace(found[0]) != `ports: ["127.0.0.1:7171:7171"]` {
		return "", fmt.Errorf("it publishes %q, and not 127.0.0.1:7171 alone", found)
	}
	return strings.TrimSpace(found[0]), nil
}

// checkSBOM compares the document with the programs in the archives.
func checkSBOM(ctx context.Context, c *checkCommand) (string, error) {
	b, err := os.ReadFile(c.path("crier_VERSION.spdx.json"))
	if err != nil {
		return "", err
	}
	var doc spdxDocument
	if err := json.Unmarshal(b, &doc); err != nil {
		return "", err
	}
	left := map[string]string{}
	for _, f := range doc.Files {
		left[f.Checksums[1].Value] = f.Name
	}
	var programs []string
	for _, system := range systems {
		folder, err := c.unpackArchive(ctx, system)
		if err != nil {
			return "", err
		}
		programs = append(programs, programIn(folder, system))
		file, err := fileOf(programIn(folder, system))
		if err != nil {
			return "", err
		}
		delete(left, file.Checksums[1].Value)
	}
	modules, err := modulesOf(programs)
	if err != nil {
		return "", err
	}
	names := map[string]bool{}
	for _, p := range doc.Packages {
		names[p.Name+"@"+p.Version] = true
	}
	notices, err := os.ReadFile(filepath.Join(filepath.Dir(programs[0]), "NOTICES.txt"))
	if err != nil {
		return "", err
	}
	for _, m := range modules {
		if !names[m.Name+"@"+m.Version] {
			return "", fmt.Errorf("%s %s is in a program and not in the document", m.Name, m.Version)
		}
		if m.Name != "stdlib" && !strings.Contains(string(notices), "\n"+m.Name+" "+m.Version+": ") {
			return "", fmt.Errorf("NOTICES.txt has no licence of %s %s", m.Name, m.Version)
		}
	}
	if len(left) > 0 || len(doc.Files) != len(systems) {
		return "", fmt.Errorf("these files are in no archive: %v", left)
	}
	return fmt.Sprintf("%d packages, %d files with the sums of the programs in the archives; NOTICES.txt names each Go module", len(doc.Packages), len(doc.Files)), nil
}
