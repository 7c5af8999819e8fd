package docs

import "go.uber.org/fx"

// Module has the pages served.
var Module = fx.Module("docs", fx.Provide(Book))
