package desktop

import (
	"crier/platform/httpapi"

	"go.uber.org/fx"
)

// Module serves the interface for people. Everybody may read it: what it shows it asks the API for,
// which wants a session.
var Module = fx.Provide(
	newServer,
	httpapi.ProvideHandler(func(s *server) httpapi.Handler {
		return httpapi.Handler{Pattern: "GET " + Path + "{path...}", Access: httpapi.Public(), Serve: s.serve}
	}),
	httpapi.ProvideHandler(func() httpapi.Handler { return leading("GET /{$}") }),
	httpapi.ProvideHandler(func() httpapi.Handler { return leading("GET /app") }),
)

func leading(pattern string) httpapi.Handler {
	return httpapi.Handler{Pattern: pattern, Access: httpapi.Public(), Serve: lead}
}
