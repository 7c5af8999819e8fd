// Package footprint keeps small what the service takes of the machine's memory.
package footprint

import "runtime/debug"

// relaxedGCPercent lets the heap grow with few collections.
const relaxedGCPercent = 400

// Relax lets the heap of the process grow with few collections, for work of which most stays in
// use. They would take a sixth of the time of a start. restore ends that. Calls must not overlap:
// the last restore would bring back the setting of the other call.
func Relax() (restore func()) {
	before := debug.SetGCPercent(relaxedGCPercent)
	return func() { debug.SetGCPercent(before) }
}

// Trim gives back what only the start has needed: the memory of its garbage, and the pages of the
// program.
func Trim() error {
	debug.FreeOSMemory()
	return DropProgram()
}

// DropProgram gives back, on Linux, the pages of the program that this process has touched, which
// are more than half of what an idle service has in memory. Nothing is lost by it: what is needed
// again comes from the system's cache of the file. An error says that the pages are still there.
func DropProgram() error { return dropProgram() }
