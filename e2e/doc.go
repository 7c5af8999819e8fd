// Package e2e tests Crier from outside: the real graph of modules, or some of them, on a temporary
// folder, with the real HTTP server, SQLite and sandbox network, on a clock that the test moves.
//
// Boot boots it within the test's process, Command builds and runs the real program. The Client of
// a booted App checks every answer against the served OpenAPI document.
package e2e
