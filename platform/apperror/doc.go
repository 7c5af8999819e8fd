// Package apperror is the program's error for things that a client is told: a code of the
// contract's catalogue (contract 7) and a message that is safe to show.
//
// Every other error is an internal one: its text goes to the log, and the client gets
// INTERNAL_ERROR. The catalogue is one table, Catalog, from which HTTP statuses, the OpenAPI
// document and the page of errors are made.
package apperror
