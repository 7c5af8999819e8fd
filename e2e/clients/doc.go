// Package clients tests that others can build on the OpenAPI document: clients that common
// generators make of it, for Go (goclient) and for TypeScript, walk through the API, and common
// linters read the document.
//
// "make generate" writes the clients again. What needs Node or its packages is skipped where they
// are not installed, or fails if CRIER_TEST_STRICT is 1, as it is in CI; "make test" installs the
// packages.
package clients
