package needtest_test

import (
	"testing"
	"time"

	"crier/platform/needtest"
)

// TestInstalling: what is installed has nearly all the time that the test program has.
func TestInstalling(t *testing.T) {
	t.Parallel()
	ctx, cancel := needtest.Installing(t)
	defer cancel()
	programEnd, isTimed := t.Deadline()
	end, hasEnd := ctx.Deadline()
	if hasEnd != isTimed || isTimed && programEnd.Sub(end) != time.Minute {
		t.Errorf("it ends at %s, %t, and the program at %s, %t", end, hasEnd, programEnd, isTimed)
	}
}
