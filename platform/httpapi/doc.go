// Package httpapi is everything between the socket and a module's handler: the surfaces of the API,
// their documents, authentication, rate limits, the one shape of errors, the server.
//
// # Surfaces
//
// A module provides Routes, which register huma operations on a surface (Register). Each surface is
// an API with a document of its own:
//
//	v1        the frozen contract, under /api/v1
//	internal  the interface's surface, under /api
//	Surface   a further one, such as a v2
//
// Server.Check panics when an operation lacks an id, a summary, a description, a tag or its access.
// The document shows everything by example. Examples are composed from the example tags of
// the schemas' fields, unless an operation brings its own (WithRequests, WithAnswers). Deprecated
// announces the end of an operation in the document and in the headers of every answer.
//
// # The way of a request
//
//	request id -> panic guard -> Host check -> authentication: who is it -> routing
//	-> authorisation: may they -> rate limit of the key -> parameters -> body -> handler
//
// The second line depends on the operation. Every error on the way is an ErrorResponse (contract 2
// and 7), also the router's own and a panic's.
//
// A stream on the internal surface sends an event for each change (package events). It has bounds
// of its own: a reader has ten seconds to take what is written, there are at most 32 streams, and
// each ends with its session and with the service.
//
// # Choices that the contract leaves open
//
//   - An unknown path and a wrong method are NOT_FOUND, the latter with the path's methods in
//     Allow. A path that is not clean, such as /a//b, is NOT_FOUND too: the router redirects
//     nothing.
//   - A query string that cannot be read, and a second value for a parameter that takes one, are
//     INVALID_PARAM. A body that claims to be anything but JSON in UTF-8 is VALIDATION_ERROR.
//   - A public operation is never limited, but shows the limits of a key that comes with it.
//   - A cookie that arrives with a cross-origin write is ignored. A cookie is valid at the host
//     that has set it, and one of 127.0.0.1 may not use operations with AtOwnAddress. Other local
//     programs may set cookies called session, too: the first valid one counts.
package httpapi
