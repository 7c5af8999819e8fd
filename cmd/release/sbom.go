package main

import (
	"crypto/sha1" //nolint:gosec // SPDX asks for this sum of each file, beside a better one.
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

type sbomCommand struct {
	Version  string   `required:"" help:"The version of the release."`
	Lock     string   `required:"" help:"The lock file of npm for the interface."`
	Out      string   `required:"" help:"The file to write."`
	Programs []string `arg:"" help:"The programs, each in a folder of its own that is named for its system."`
}

// inTheBrowser are the packages of npm whose code the interface has in it. What else its lock file
// lists builds and tests it. TestSBOM_NamesTheBrowsersPackages compares them with the imports.
var inTheBrowser = []string{"openapi-fetch", "svelte"}

// The parts of an SPDX 2.3 document that are used here.
type (
	spdxDocument struct {
		Version       string             `json:"spdxVersion"`
		DataLicense   string             `json:"dataLicense"`
		ID            string             `json:"SPDXID"`
		Name          string             `json:"name"`
		Namespace     string             `json:"documentNamespace"`
		Created       spdxCreation       `json:"creationInfo"`
		Comment       string             `json:"comment"`
		Packages      []spdxPackage      `json:"packages"`
		Files         []spdxFile         `json:"files"`
		Relationships []spdxRelationship `json:"relationships"`
	}
	spdxCreation struct {
		Created  string   `json:"created"`
		Creators []string `json:"creators"`
	}
	spdxPackage struct {
		ID        string         `json:"SPDXID"`
		Name      string         `json:"name"`
		Version   string         `json:"versionInfo"`
		Download  string         `json:"downloadLocation"`
		Analyzed  bool           `json:"filesAnalyzed"`
		Concluded string         `json:"licenseConcluded"`
		Declared  string         `json:"licenseDeclared"`
		Copyright string         `json:"copyrightText"`
		Purpose   string         `json:"primaryPackagePurpose,omitempty"`
		Checksums []spdxChecksum `json:"checksums,omitempty"`
		Refs      []spdxRef      `json:"externalRefs,omitempty"`
		Comment   string         `json:"comment,omitempty"`
	}
	spdxFile struct {
		ID        string         `json:"SPDXID"`
		Name      string         `json:"fileName"`
		Checksums []spdxChecksum `json:"checksums"`
		Concluded string         `json:"licenseConcluded"`
		Copyright string         `json:"copyrightText"`
		Types     []string       `json:"fileTypes"`
	}
	spdxChecksum struct {
		Algorithm string `json:"algorithm"`
		Value     string `json:"checksumValue"`
	}
	spdxRef struct {
		Category string `json:"referenceCategory"`
		Type     string `json:"referenceType"`
		Locator  string `json:"referenceLocator"`
	}
	spdxRelationship struct {
		From string `json:"spdxElementId"`
		Type string `json:"relationshipType"`
		To   string `json:"relatedSpdxElement"`
	}
)

const (
	unknown    = "NOASSERTION"
	documentID = "SPDXRef-DOCUMENT"
	crierID    = "SPDXRef-Package-crier"
)

// Run writes the document. What the programs are made of is read from the programs themselves. Its
// address is made of their sums, so that the same programs always have the same document.
func (c *sbomCommand) Run(at made) error {
	doc := spdxDocument{
		Version: "SPDX-2.3", DataLicense: "CC0-1.0", ID: documentID, Name: "crier-" + c.Version,
		Created: spdxCreation{Created: at.Format(time.RFC3339), Creators: []string{"Tool: crier-release"}},
		Comment: "The Go modules are those that the programs' own build information names. NOTICES.txt, which is in each package, has the licences of all of them, " +
			"and of the fonts, of Swagger UI and of the decoders of pictures that the programs contain as files.",
		Packages: []spdxPackage{{
			ID: crierID, Name: "crier", Version: c.Version, Download: unknown, Concluded: "MIT", Declared: "MIT",
			Copyright: "Copyright (c) 2026 The Crier authors", Purpose: "APPLICATION",
		}},
		Relationships: []spdxRelationship{{documentID, "DESCRIBES", crierID}},
	}
	sums := sha256.New()
	slices.Sort(c.Programs)
	for _, path := range c.Programs {
		file, err := fileOf(path)
		if err != nil {
			return err
		}
		doc.Files = append(doc.Files, file)
		doc.Relationships = append(doc.Relationships, spdxRelationship{crierID, "CONTAINS", file.ID})
		_, _ = sums.Write([]byte(file.Checksums[1].Value)) // A hash takes everything.
	}
	doc.Namespace = "https://crier.invalid/spdx/" + c.Version + "/" + hex.EncodeToString(sums.Sum(nil))
	packages, err := modulesOf(c.Programs)
	if err != nil {
		return err
	}
	browser, err := browserPackages(c.Lock)
	if err != nil {
		return err
	}
	for _, p := range append(packages, browser...) {
		doc.Packages = append(doc.Packages, p)
		doc.Relationships = append(doc.Relationships, spdxRelationship{crierID, "DEPENDS_ON", p.ID})
	}
	b, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(c.Out, append(b, '\n'), 0o644)
}

func fileOf(path string) (spdxFile, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return spdxFile{}, err
	}
	name := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
	old, sum := sha1.Sum(content), sha256.Sum256(content) //nolint:gosec // SPDX asks for it.
	return spdxFile{
		ID: "SPDXRef-File-" + spdxName(name), Name: "./" + name, Concluded: "MIT", Copyright: unknown, Types: []string{"BINARY"},
		Checksums: []spdxChecksum{{"SHA1", hex.EncodeToString(old[:])}, {"SHA256", hex.EncodeToString(sum[:])}},
	}, nil
}

// modulesOf returns Go itself and the modules that any of the programs says that it is made of,
// each with the systems for which it is.
func modulesOf(programs []string) ([]spdxPackage, error) {
	in := map[debug.Module][]string{}
	for _, path := range programs {
		info, err := buildinfo.ReadFile(path)
		if err != nil {
			return nil, err
		}
		system := systemOf(info)
		for _, m := range append([]*debug.Module{{Path: "stdlib", Version: strings.TrimPrefix(info.GoVersion, "go")}}, info.Deps...) {
			if m.Replace != nil {
				m = m.Replace
			}
			in[debug.Module{Path: m.Path, Version: m.Version, Sum: m.Sum}] = append(in[debug.Module{Path: m.Path, Version: m.Version, Sum: m.Sum}], system)
		}
	}
	var list []spdxPackage
	for m, systems := range in {
		p := spdxPackage{
			ID: "SPDXRef-Package-go-" + spdxName(m.Path), Name: m.Path, Version: m.Version, Download: unknown, Concluded: unknown, Declared: unknown, Copyright: unknown,
			Refs: []spdxRef{{"PACKAGE-MANAGER", "purl", "pkg:golang/" + m.Path + "@" + m.Version}},
		}
		if m.Sum != "" {
			p.Download = "https://proxy.golang.org/" + escapedPath(m.Path) + "/@v/" + escapedPath(m.Version) + ".zip"
			p.Comment = "go.sum: " + m.Sum
		}
		if len(systems) < len(programs) {
			slices.Sort(systems)
			p.Comment += "; for " + strings.Join(systems, ", ")
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b spdxPackage) int { return strings.Compare(a.ID, b.ID) })
	return list, nil
}

func systemOf(info *buildinfo.BuildInfo) string {
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	return set["GOOS"] + "/" + set["GOARCH"]
}

// escapedPath writes a module's path as its proxy does, which tells no capitals from small letters.
func escapedPath(path string) string {
	return regexp.MustCompile(`[A-Z]`).ReplaceAllStringFunc(path, func(c string) string { return "!" + strings.ToLower(c) })
}

// spdxName replaces what an SPDX id may not have.
func spdxName(name string) string {
	return regexp.MustCompile(`[^a-zA-Z0-9.]+`).ReplaceAllString(name, "-")
}

// browserPackages returns the packages of npm that the interface contains.
func browserPackages(lockFile string) (list []spdxPackage, err error) {
	b, err := os.ReadFile(lockFile)
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, Resolved, Integrity, License string
		} `json:"packages"`
	}
	if err := json.Unmarshal(b, &lock); err != nil {
		return nil, err
	}
	for _, name := range inTheBrowser {
		found, ok := lock.Packages["node_modules/"+name]
		if !ok {
			return nil, fmt.Errorf("%s does not list %s", lockFile, name)
		}
		coded, ok := strings.CutPrefix(found.Integrity, "sha512-")
		sum, err := base64.StdEncoding.DecodeString(coded)
		if !ok || err != nil {
			return nil, fmt.Errorf("%s has no sha512 of %s", lockFile, name)
		}
		list = append(list, spdxPackage{
			ID: "SPDXRef-Package-npm-" + spdxName(name), Name: name, Version: found.Version, Download: "https://registry.npmjs.org/" + name + "/-/" + name + "-" + found.Version + ".tgz",
			Concluded: unknown, Declared: found.License, Copyright: unknown,
			Checksums: []spdxChecksum{{"SHA512", hex.EncodeToString(sum)}}, Refs: []spdxRef{{"PACKAGE-MANAGER", "purl", "pkg:npm/" + name + "@" + found.Version}},
		})
	}
	return list, nil
}
