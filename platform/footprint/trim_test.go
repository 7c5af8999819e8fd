package footprint

import (
	"runtime/debug"
	"testing"
)

// TestRelax: the collector works as before afterwards. It is not parallel, for the setting is the process's.
func TestRelax(t *testing.T) {
	current := func() int {
		percent := debug.SetGCPercent(100)
		debug.SetGCPercent(percent)
		return percent
	}
	before := current()
	restore := Relax()
	if got := current(); got != startGCPercent {
		t.Errorf("relaxed it is %d", got)
	}
	restore()
	if got := current(); got != before {
		t.Errorf("restored it is %d, not %d", got, before)
	}
}
