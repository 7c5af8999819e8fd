package docs

import (
	"crier/platform/httpapi/docspage"

	"go.uber.org/fx"
)

// Module has the pages served.
var Module = fx.Module("docs", fx.Provide(func() docspage.Book { return docspage.Book{Pages: Pages, DemoAccount: DemoAccount} }))
