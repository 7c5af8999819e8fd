package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
)

type versionCommand struct {
	Described string `arg:"" help:"What git describe --tags --always says of the commit."`
	Commits   int    `required:"" help:"How many commits lead to this one."`
}

// Run prints it.
func (c *versionCommand) Run() error {
	_, err := fmt.Fprintln(os.Stdout, versionOf(c.Described, c.Commits))
	return err
}

// aTag matches what git says of a commit at or after the tag of a version.
var aTag = regexp.MustCompile(`^v(\d+\.\d+\.)(\d+)(-[0-9A-Za-z.-]+?)??(?:-(\d+)-g([0-9a-f]+))?$`)

// versionOf returns the version of a commit as semver, deb, rpm, Windows and Docker take it. A
// commit that has no tag of a version comes before the version that will have it, and after the
// commits before it.
func versionOf(described string, commits int) string {
	parts := aTag.FindStringSubmatch(described)
	if parts == nil {
		return fmt.Sprintf("0.0.0-%d.g%s", commits, described)
	}
	number, patch, before, since, hash := parts[1], parts[2], parts[3], parts[4], parts[5]
	switch {
	case hash == "":
		return number + patch + before
	case before != "":
		return number + patch + before + "." + since + ".g" + hash
	default:
		n, _ := strconv.Atoi(patch) // The pattern takes digits alone.
		return fmt.Sprintf("%s%d-%s.g%s", number, n+1, since, hash)
	}
}
