package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// About describes this service.
type About struct {
	Version string
	// Mode is "sandbox" or "live".
	Mode string
	// AppName is the host name of the app's own address, under which browsers store its session;
	// empty when there is none.
	AppName string
	// SandboxURL returns the address of the sandbox network, empty in live mode.
	SandboxURL func() string
	// IsRehearsal says that the service may be killed, and is then started again.
	IsRehearsal bool
}

// ServiceInfo is the answer of GET /api/service on the internal surface.
type ServiceInfo struct {
	Version    string  `json:"version"    doc:"Version of the program."`
	Network    string  `json:"network"    enum:"sandbox,live" doc:"The network that posts go to."`
	SandboxURL *string `json:"sandboxUrl" doc:"Where the sandbox network answers; null in live mode."`
	Rehearsal  bool    `json:"rehearsal"  doc:"Whether the service was started with --rehearsal: it is started again when it dies, so that the bad-day demo may kill it."`
}

func serviceRoutes(about About) Routes {
	return Routes{Module: "service", Section: Section{Name: "Service", Place: 10, Description: "The running service itself."}, Register: func(api *Operations) {
		Register(api, huma.Operation{
			OperationID: "getService", Method: http.MethodGet, Path: "/service", Tags: []string{"Service"},
			Summary:     "Which service is this?",
			Description: "Names the version and the network, so that a sandbox success is never taken for a real one.",
			Security:    CookieOnly(),
		}, func(context.Context, *struct{}) (*Output[ServiceInfo], error) {
			info := ServiceInfo{Version: about.Version, Network: about.Mode, Rehearsal: about.IsRehearsal}
			if u := about.SandboxURL(); u != "" {
				info.SandboxURL = &u
			}
			return Answer(info, nil)
		})
	}}
}
