// Package footprint keeps small what the service takes of the machine's memory.
package footprint
