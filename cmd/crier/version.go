package main

import (
	"fmt"
	"runtime"

	"crier/platform/httpapi"
)

type versionCommand struct {
	JSON bool `name:"json" help:"Print JSON: {\"version\", \"api\", \"go\"}."`
}

// Run prints the version.
func (c *versionCommand) Run() error {
	return say(c.JSON, map[string]string{"version": version, "api": httpapi.V1Version, "go": runtime.Version()}, fmt.Sprintf("crier %s (API %s, %s)", version, httpapi.V1Version, runtime.Version()))
}
