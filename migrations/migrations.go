// Package migrations holds the schema's history as SQL texts, embedded in the program.
//
// A file is named YYYYMMDDhhmmss_module_what.tx.up.sql and is never changed once it has been
// released: what follows is a new file. The texts name no Go type, so that code may change without
// them.
package migrations

import "embed"

// Files holds the migrations, which run in the order of their names.
//
//go:embed *.sql
var Files embed.FS
