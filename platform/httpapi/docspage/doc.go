// Package docspage serves the documentation below /docs: at /docs itself the interactive page of the OpenAPI document, Swagger UI,
// embedded, so that the page works without the Internet and sends nothing there; beside it the guides, whose numbers, states and codes
// are data of the program, and the pages of prose that a module brings; and a search over all of them.
//
// A page is made when somebody first reads or searches it, so that a start does not wait for it.
//
// A key typed into the reference lives in that tab's memory until it is reloaded or closed. It is not kept in the browser's
// storage: that belongs to http://127.0.0.1:PORT, and whichever program listens on the port next could read it there.
package docspage
