package intent_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"crier/platform/intent"
)

func TestIntent_IsSpentOnce(t *testing.T) {
	t.Parallel()
	one := intent.NewIssuer().Issue()
	other := one
	if err := one.Spend(); err != nil {
		t.Fatal(err)
	}
	for _, again := range []intent.Intent{one, other} {
		if err := again.Spend(); !errors.Is(err, intent.ErrSpent) {
			t.Errorf("got %v", err)
		}
	}
}

func TestIntent_ZeroPermitsNothing(t *testing.T) {
	t.Parallel()
	var issuer intent.Issuer
	for _, none := range []intent.Intent{{}, issuer.Issue()} {
		if err := none.Spend(); !errors.Is(err, intent.ErrNone) {
			t.Errorf("got %v", err)
		}
	}
}

// TestIntent_OfManyAtOnce: one of them makes the call.
func TestIntent_OfManyAtOnce(t *testing.T) {
	t.Parallel()
	one := intent.NewIssuer().Issue()
	var spent atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if one.Spend() == nil {
				spent.Add(1)
			}
		})
	}
	all.Wait()
	if n := spent.Load(); n != 1 {
		t.Errorf("%d calls were permitted", n)
	}
}
