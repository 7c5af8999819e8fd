// Package control is the control API, by which tests, and people who try things out, change the
// simulated network. The comment of package sandbox says what the calls do where the description of
// the API is silent.
package control
