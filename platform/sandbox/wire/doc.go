// Package wire is the simulated network's HTTP: calls as they come in, with their parameters, and
// answers as the network writes them, with its own errors. It knows nothing of what the network
// has.
package wire
