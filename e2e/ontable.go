package e2e

import (
	"strings"

	"crier/platform/config"
	"crier/platform/sandbox/edges"
)

// wantOnTable fails the test unless every call of the publishing API that the sandbox has logged
// stands on a row of the table of edges, with each of its parameters and fields. What the program
// asks for and forgets about shows here alone.
func wantOnTable(a *App) {
	a.tb.Helper()
	if a.Config.Network != config.Sandbox || a.Sandbox.URL() == "" {
		return
	}
	for _, c := range NewSandboxControl(a.tb, a.Sandbox.URL()).calls() {
		if c.Host != edges.HostInstagram && c.Host != edges.HostFacebook && c.Host != edges.HostCodes {
			continue
		}
		call := edges.Call{Host: c.Host, Method: c.Method, Path: strings.TrimPrefix(c.Path, "/"+c.Host), Params: c.Params}
		if err := edges.Check(call); err != nil {
			a.tb.Errorf("a call of the publishing API: %v", err)
		}
	}
}
