package bulk

import (
	"crier/platform/httpapi"

	"go.uber.org/fx"
)

// Module reads the tables that are dropped on the calendar, and writes such.
var Module = fx.Provide(
	newTables, newExports,
	httpapi.ProvideInternal(func(t *tables, e *exports) httpapi.Routes {
		return httpapi.Routes{Module: "posts.bulk", Register: httpapi.RegisterAll(t.register, e.register)}
	}),
)
