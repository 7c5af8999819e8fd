package docs

import (
	_ "embed"

	"crier/platform/httpapi"

	"go.uber.org/fx"
)

//go:embed introduction.md
var introduction string

// Module has the pages served, and the v1 document introduced.
var Module = fx.Options(fx.Provide(Book), fx.Supply(httpapi.Introduction(introduction)))
