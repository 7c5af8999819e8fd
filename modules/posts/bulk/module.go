package bulk

import (
	"crier/platform/httpapi"

	"go.uber.org/fx"
)

// Module reads the tables that are dropped on the calendar.
var Module = fx.Provide(
	newTables,
	httpapi.ProvideInternal(func(t *tables) httpapi.Routes {
		return httpapi.Routes{Module: "posts.bulk", Register: t.register}
	}),
)
