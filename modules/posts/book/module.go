package book

import (
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"

	"go.uber.org/fx"
)

// Module serves the book.
var Module = fx.Provide(
	newService,
	database.ProvideModels((*KeptText)(nil), (*BookPlace)(nil)),
	database.ProvideWatched(
		database.Watched{Table: "book_texts", Kind: events.Status, As: "book"},
		database.Watched{Table: "book_places", Kind: events.Status, As: "book"},
	),
	httpapi.ProvideInternal(func(s *service) httpapi.Routes {
		return httpapi.Routes{Module: "posts.book", Register: s.register}
	}),
)
