// Package footprint keeps small what the service takes of the machine's memory.
package footprint

import (
	"runtime/debug"
	"sync"
)

// relaxedGCPercent lets the heap grow with few collections.
const relaxedGCPercent = 400

// relaxed counts the callers of Relax that have not restored the setting, and has the setting from
// before the first of them.
var relaxed struct {
	mu             sync.Mutex
	callers, usual int
}

// Relax lets the heap of the process grow with few collections, for work of which most stays in
// use. They would take a sixth of the time of a start. restore ends that, once all callers have
// called theirs.
func Relax() (restore func()) {
	relaxed.mu.Lock()
	defer relaxed.mu.Unlock()
	if relaxed.callers == 0 {
		relaxed.usual = debug.SetGCPercent(relaxedGCPercent)
	}
	relaxed.callers++
	return sync.OnceFunc(unrelax)
}

func unrelax() {
	relaxed.mu.Lock()
	defer relaxed.mu.Unlock()
	if relaxed.callers--; relaxed.callers == 0 {
		debug.SetGCPercent(relaxed.usual)
	}
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
