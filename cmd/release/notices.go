package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// systems are those that a release has programs for.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// aLicence matches the names of files that must go with a program.
var aLicence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|ofl)(s?|[-.].*)$|\.licen[cs]e\.txt$|^licences\.txt$`)

// notices returns the licences of everything by others that a program of this release has in it: of
// Go, of its modules, and of the files below this folder that others made. Most of these licences
// ask for that.
func notices(ctx context.Context) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("Crier contains works of others. Their licences and notices follow.\n")
	root, err := output(ctx, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if err := addLicences(&out, "The Go programming language and its standard library", strings.TrimSpace(string(root))); err != nil {
		return nil, err
	}
	modules, err := usedModules(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range modules {
		if err := addLicences(&out, m.path+" "+m.version, m.folder); err != nil {
			return nil, err
		}
	}
	// The interface's source is not in the program; what was built of it has a list of its own.
	list, err := output(ctx, nil, "git", "ls-files", "-z", "--", ".", ":!LICENSE", ":!modules/desktop/app", ":!*.js", ":!*.mjs")
	if err != nil {
		return nil, err
	}
	for file := range strings.SplitSeq(string(list), "\x00") {
		if !aLicence.MatchString(filepath.Base(file)) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		addText(&out, "In "+filepath.ToSlash(filepath.Dir(file))+" of Crier's source", filepath.Base(file), text)
	}
	return out.Bytes(), nil
}

type goModule struct{ path, version, folder string }

// usedModules lists the modules that the program is made of on any of the systems.
func usedModules(ctx context.Context) ([]goModule, error) {
	used := map[goModule]bool{}
	for _, system := range systems {
		goos, goarch, _ := strings.Cut(system, "/")
		list, err := output(ctx, []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0"}, "go", "list", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/crier")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(list)) {
			if parts := strings.Split(strings.TrimSpace(line), "\t"); len(parts) == 3 {
				used[goModule{parts[0], parts[1], parts[2]}] = true
			}
		}
	}
	var sorted []goModule
	for m := range used {
		sorted = append(sorted, m)
	}
	slices.SortFunc(sorted, func(a, b goModule) int { return strings.Compare(a.path, b.path) })
	return sorted, nil
}

func addLicences(out *bytes.Buffer, what, folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	count := 0
	for _, e := range entries {
		if e.IsDir() || !aLicence.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		addText(out, what, e.Name(), text)
		count++
	}
	if count == 0 {
		return errors.New(what + " has no file with its licence")
	}
	return nil
}

func addText(out *bytes.Buffer, what, file string, text []byte) {
	fmt.Fprintf(out, "\n%s\n%s: %s\n\n%s\n", strings.Repeat("=", 80), what, file, bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
}
