// Package clients tests that others can build on the OpenAPI document: clients that common
// generators make of it, for Go (goclient) and for TypeScript, walk through the API, and common
// linters read the document.
//
// The clients are made by night, in .cache: no copy of them is kept. What needs Node or its
// packages ends as package needtest says where they are not installed; make nightly installs them.
package clients
