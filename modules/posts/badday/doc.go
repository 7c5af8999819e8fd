// Package badday makes the sandbox fail in a way that a person picks, so that they can see what
// becomes of a publication. It then reads in the sandbox's ledger how often the sandbox was asked
// and what became visible. It uses the sandbox's control API, as anybody can, and does nothing in
// live mode.
package badday
