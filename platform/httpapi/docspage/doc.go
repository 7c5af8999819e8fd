// Package docspage serves the documentation below /docs: the interactive page of the OpenAPI
// document at /docs itself, the guides, whose numbers, states and codes are data of the program,
// the pages of prose that a module brings, and a search over all of them. The interactive page is
// Swagger UI, embedded, so that it works without the Internet and sends nothing there.
//
// A page is made when somebody first reads or searches it, so that a start does not wait for it.
//
// A key that somebody types into the reference lives in that tab's memory until it is reloaded or
// closed. The browser's storage would be unsafe: it belongs to http://127.0.0.1:PORT, and any
// program that listens on the port later could read it there.
package docspage
