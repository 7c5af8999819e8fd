// Package badday has the sandbox fail in ways that a person picks, so that they can see what becomes of a publication then, and reads in
// the sandbox's ledger how often it was asked for and what became visible. It speaks to the sandbox's control API, as anybody can, and does
// nothing in live mode.
package badday
