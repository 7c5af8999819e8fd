package e2e_test

import (
	"fmt"
	"testing"

	"crier/e2e"
)

// noted is a test that has come to its end, failed or not, and what it said.
type noted struct {
	testing.TB
	failed   bool
	cleanups []func()
	said     string
}

func (*noted) Helper() {}

func (n *noted) Cleanup(f func()) { n.cleanups = append(n.cleanups, f) }

func (n *noted) Failed() bool { return n.failed }

func (n *noted) Logf(format string, args ...any) { n.said += fmt.Sprintf(format, args...) }

// TestDrawnSeed_IsSaidByAFailure: a test that has failed says with which seed it is repeated, and
// one that has passed says nothing.
func TestDrawnSeed_IsSaidByAFailure(t *testing.T) {
	t.Parallel()
	for _, failed := range []bool{true, false} {
		n := &noted{TB: t, failed: failed}
		seed, want := e2e.DrawnSeed(n), ""
		for _, f := range n.cleanups {
			f()
		}
		if failed {
			want = fmt.Sprintf("repeat it: CRIER_TEST_SEED=%d", seed)
		}
		if n.said != want {
			t.Errorf("failed %t: it says %q, not %q", failed, n.said, want)
		}
	}
}
