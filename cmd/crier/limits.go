package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"crier/modules/media"
	"crier/platform/limits"
)

type limitsCommand struct {
	existingFolder
	JSON bool `name:"json" help:"Print JSON: {\"limits\": [...], \"problems\": [...]}, as GET /api/limits returns it."`
}

// Run prints the limits that the running service goes by, or without one those that the next would.
// It ends with the exit code for attention when limits.json has what cannot hold.
func (c *limitsCommand) Run(ctx context.Context) error {
	var table media.NetworkLimits
	err := c.withService(ctx, func(service *serviceClient) error { return service.get(ctx, "/api/limits", &table) })
	if errors.Is(err, errNotRunning) {
		var path string
		path, err = c.path()
		table = media.LimitsOf(limits.Read(filepath.Join(path, limits.FileName)))
	}
	if err != nil {
		return err
	}
	if c.JSON {
		err = printJSON(table)
	} else {
		err = printLimits(os.Stdout, table)
	}
	if err == nil && len(table.Problems) > 0 {
		return errAttention
	}
	return err
}

func printLimits(out io.Writer, table media.NetworkLimits) error {
	var b strings.Builder
	for _, l := range table.Limits {
		value := fmt.Sprintf("%s %s", l.Text(), l.Unit)
		if text := fmt.Sprint(l.Value); text != l.Text() {
			value = fmt.Sprintf("%s (%s)", text, l.Text())
		}
		if l.IsOwn() {
			value += fmt.Sprintf(", set by limits.json; Crier brings %g", l.BuiltIn)
		}
		fmt.Fprintf(&b, "%s: %s\n  %s\n  %s, confirmed %s: %s\n", l.Name, value, onOneLine(l.For), l.Confidence, l.Confirmed, onOneLine(l.Source))
	}
	b.WriteString("\nWhat is beyond a certain limit is refused. What is beyond a likely or a disputed one gets a warning, and the network decides.\n")
	for _, problem := range table.Problems {
		b.WriteString(onOneLine(problem) + ".\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}
