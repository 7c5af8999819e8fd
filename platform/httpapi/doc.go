// Package httpapi is everything between the socket and a module's handler: the surfaces of the API, their documents,
// authentication, rate limits, the one shape of errors, the server.
//
// A module hands over Routes, which register huma operations on a surface: v1, the frozen contract under /api/v1,
// internal, the desktop UI's surface under /api, or a further Surface, such as a v2. Each is an API with a document of its
// own. What an operation must say of itself (id, summary, description, tag, access) is enforced when it is registered.
//
// The document shows everything by example: an example is composed from the schemas, of the example tags of their fields,
// unless an operation brings its own (WithRequests, WithAnswers). An operation that will go away says so (Deprecated), in
// the document and in the headers of every answer.
//
// A request passes, in this order: request id, panic guard, Host check, authentication (who is it), routing, then for
// the operation: authorisation (may they), the key's rate limit, parameters, body, handler. Every error on the way is an
// ErrorResponse (contract 2 and 7), the router's own and a panic's included.
//
// What changes is told over a stream of events on the internal surface (package events). It has bounds of its own: a reader has ten
// seconds to take what is written, there are 32 streams, and each ends with its session and with the service.
//
// Choices that the contract leaves open: an unknown path and a wrong method are NOT_FOUND, the latter with the methods of that very path in Allow. So is
// a path that is not clean, such as /a//b: the router redirects nothing. A query string that cannot be read and a second
// value for a parameter that takes one are INVALID_PARAM, a body that says it is anything but JSON in UTF-8 is a
// VALIDATION_ERROR. A public operation is never limited, but shows the limits of a key that comes with it. A cookie
// that arrives with a cross-origin write is not looked at. A cookie is good at the host at which it was set, and one of 127.0.0.1 does
// not do what AtOwnAddress is said of. Of several cookies called session, which programs on other
// local ports may set, the first good one counts.
package httpapi
