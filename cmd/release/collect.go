package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

type collectCommand struct {
	Version string `required:"" help:"The version of the release."`
	Out     string `required:"" help:"The release's folder. What it contains already gets its sum too."`
	Dist    string `arg:"" help:"What goreleaser has made."`
}

// releaseDate is the line in which goreleaser writes the day on which it ran.
var releaseDate = regexp.MustCompile(`(?m)^ReleaseDate: .*$`)

// Run copies the packages and the manifests. It puts right what goreleaser has wrong in these: the
// day and an order, and in the cask the folder of the manual page. The file for Docker Compose gets
// this version. SHA256SUMS has the sum of everything.
func (c *collectCommand) Run(at made) error {
	entries, err := os.ReadDir(c.Dist)
	if err != nil {
		return err
	}
	from := map[string]string{} // where each file comes from
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "crier") && !e.IsDir() {
			from[e.Name()] = filepath.Join(c.Dist, e.Name())
		}
	}
	for _, folder := range []string{"homebrew", "scoop", "winget"} {
		err := filepath.WalkDir(filepath.Join(c.Dist, folder), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				from[folder+"/"+d.Name()] = path
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	from["compose.yaml"] = ".release/compose.yaml"
	for name, path := range from {
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		switch {
		case strings.HasPrefix(name, "winget/"):
			content = inOrder(releaseDate.ReplaceAll(content, []byte("ReleaseDate: "+at.Format(`"`+time.DateOnly+`"`))))
		case name == "homebrew/crier.rb":
			content = []byte(strings.ReplaceAll(string(content), `manpage "man/`, `manpage "crier_`+c.Version+`/man/`))
		case name == "compose.yaml":
			content = []byte(strings.ReplaceAll(string(content), "crier:VERSION", "crier:"+c.Version))
		}
		to := filepath.Join(c.Out, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, content, 0o644); err != nil {
			return err
		}
	}
	list, err := sums(c.Out)
	if err != nil {
		return err
	}
	var lines, shown strings.Builder
	for _, name := range slices.Sorted(maps.Keys(list)) {
		fmt.Fprintf(&lines, "%s  %s\n", list[name], name)
		info, err := os.Stat(filepath.Join(c.Out, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&shown, "%s %10d %s\n", list[name], info.Size(), name)
	}
	if _, err := fmt.Fprintf(os.Stdout, "%s%x %10d %s\n", shown.String(), sha256.Sum256([]byte(lines.String())), lines.Len(), sumsFile); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.Out, sumsFile), []byte(lines.String()), 0o644)
}

// installers matches the list of what winget installs, for one system after the other.
var installers = regexp.MustCompile(`(?:  - Architecture: .*\n(?:    .*\n)+)+`)

// inOrder sorts this list, which goreleaser writes in the order in which the archives were made.
func inOrder(manifest []byte) []byte {
	return installers.ReplaceAllFunc(manifest, func(list []byte) []byte {
		const start = "  - Architecture: "
		each := strings.Split(strings.TrimPrefix(string(list), start), start)
		slices.Sort(each)
		return []byte(start + strings.Join(each, start))
	})
}

// sumsFile has the sum of each other file of a release, as sha256sum -c reads it.
const sumsFile = "SHA256SUMS"

// sums returns the SHA-256 of each file below a release's folder, by its path there.
func sums(folder string) (map[string]string, error) {
	list := map[string]string{}
	root := os.DirFS(folder)
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == sumsFile {
			return err
		}
		content, err := fs.ReadFile(root, path)
		sum := sha256.Sum256(content)
		list[path] = hex.EncodeToString(sum[:])
		return err
	})
	return list, err
}
