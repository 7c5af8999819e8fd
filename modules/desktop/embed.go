package desktop

import "embed"

// dist is what "make ui" builds of the folder app.
//
//go:embed dist
var dist embed.FS
