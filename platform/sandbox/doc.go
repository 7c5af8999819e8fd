// Package sandbox is the simulated social network.
package sandbox
