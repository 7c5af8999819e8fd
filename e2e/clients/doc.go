// Package clients tests that others can build on the OpenAPI document: clients that common
// generators make of it, for Go (goclient) and for TypeScript, walk through the API, and common
// linters read the document.
//
// "make generate" writes the clients again. What needs Node or its packages ends as package
// needtest says where they are not installed; "make test" installs the packages.
package clients
