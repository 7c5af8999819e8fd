package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"

	"crier/platform/httpapi"
)

type versionCommand struct {
	JSON bool `name:"json" help:"Print JSON: {\"version\", \"api\", \"go\"}."`
}

// Run prints the version.
func (c *versionCommand) Run() error {
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(map[string]string{"version": version, "api": httpapi.V1Version, "go": runtime.Version()})
	}
	_, err := fmt.Printf("crier %s (API %s, %s)\n", version, httpapi.V1Version, runtime.Version())
	return err
}
