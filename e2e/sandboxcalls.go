package e2e

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"crier/platform/config"
	"crier/platform/sandbox/edges"
)

// LoggedCall is a call as the sandbox answered it; Status is 0 when the connection was cut.
type LoggedCall struct {
	At      time.Time         `json:"at"`
	Method  string            `json:"method"`
	Host    string            `json:"host"`
	Path    string            `json:"path"`
	About   string            `json:"about"`
	Params  map[string]string `json:"params"`
	TokenIn string            `json:"tokenIn"`
	Status  int               `json:"status"`
	Code    int               `json:"code"`
	Subcode int               `json:"subcode"`
	FaultID string            `json:"faultId"`
}

// Calls returns the latest calls of the network's API that were answered, oldest first, without
// those that the clock of the test has no say in: see ManifestCalls.
func (s *SandboxControl) Calls() []LoggedCall {
	s.tb.Helper()
	return slices.DeleteFunc(s.calls(), func(c LoggedCall) bool { return c.Host == manifestHost })
}

// ManifestCalls returns the latest reads of the version manifest.
func (s *SandboxControl) ManifestCalls() []LoggedCall {
	s.tb.Helper()
	return slices.DeleteFunc(s.calls(), func(c LoggedCall) bool { return c.Host != manifestHost })
}

func (s *SandboxControl) calls() []LoggedCall {
	s.tb.Helper()
	var body struct{ Calls []LoggedCall }
	s.do(http.MethodGet, "log", nil, &body)
	return body.Calls
}

// wantOnTable fails the test unless every call of the publishing API that the sandbox has logged
// stands on a row of the table of edges, with each of its parameters and fields. Those of other
// processes, and of the cloud worker, the sandbox itself judges as they come: see Ledger. A call
// that a fault has answered shows here alone.
func wantOnTable(a *App) {
	a.tb.Helper()
	if a.Config.Network != config.Sandbox || a.Sandbox.URL() == "" {
		return
	}
	for _, c := range NewSandboxControl(a.tb, a.Sandbox.URL()).calls() {
		if c.Host != edges.HostInstagram && c.Host != edges.HostFacebook && c.Host != edges.HostCodes {
			continue
		}
		call := edges.Call{Host: c.Host, Method: c.Method, Path: strings.TrimPrefix(c.Path, "/"+c.Host), About: c.About, Params: c.Params}
		if err := edges.Check(call); err != nil {
			a.tb.Errorf("a call of the publishing API: %v", err)
		}
	}
}
