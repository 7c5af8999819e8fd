// Package docspage serves the interactive page of the OpenAPI document at /docs: Swagger UI, embedded, so that the
// page works without the Internet and sends nothing there. Below it stand guides, plain pages of prose: what they say in
// numbers, states and codes is data of the program.
//
// A key typed into the page lives in that tab's memory until it is reloaded or closed. It is not kept in the browser's
// storage: that belongs to http://127.0.0.1:PORT, and whichever program listens on the port next could read it there.
package docspage
