package badday

import (
	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/sandbox"

	"go.uber.org/fx"
)

var section = httpapi.Section{
	Name: "Sandbox", Place: 30,
	Description: "The simulated network, which fails when it is told to.",
}

// Module arms faults in the sandbox.
var Module = fx.Provide(
	func(db *database.DB, cfg config.Config, accounts *auth.Service, history *posts.History, deleter *posts.Deleter, files *media.Service, location *sandbox.Location) *service {
		return newService(deps{DB: db, Network: cfg.Network, Accounts: accounts, Posts: history, Deleter: deleter, Media: files, Sandbox: location.URL, IsRehearsal: location.IsMortal()})
	},
	httpapi.ProvideInternal(func(s *service) httpapi.Routes {
		return httpapi.Routes{Module: "posts.badday", Register: s.register, Section: section}
	}),
)
