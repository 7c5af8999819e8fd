package footprint

import (
	"runtime/debug"
	"testing"
)

// TestRelax: the collector works as before afterwards, and not before the last of those who have
// relaxed it has restored it.
func TestRelax(t *testing.T) { //nolint:paralleltest // The setting is the process's.
	current := func() int {
		percent := debug.SetGCPercent(100)
		debug.SetGCPercent(percent)
		return percent
	}
	before := current()
	restore := Relax()
	if got := current(); got != relaxedGCPercent {
		t.Errorf("relaxed it is %d", got)
	}
	restoreOther := Relax()
	restore()
	restore()
	if got := current(); got != relaxedGCPercent {
		t.Errorf("while one works it is %d", got)
	}
	restoreOther()
	if got := current(); got != before {
		t.Errorf("restored it is %d, not %d", got, before)
	}
}
