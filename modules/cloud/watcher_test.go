package cloud_test

import (
	"testing"
	"time"
)

// TestWatch_ClockSetBack: after the clock was set back, nothing waits for an instant that the clock
// had shown before.
func TestWatch_ClockSetBack(t *testing.T) {
	t.Parallel()
	b := ready(t)
	const ahead = 1000 * time.Hour
	watch := func() {
		t.Helper()
		if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := b.cloud.Inspector.Keys(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
	}
	b.clock.Jump(ahead)
	watch()
	b.clock.Jump(-ahead)
	looks, lists := b.worker.count("GET /v1/diagnostics"), len(b.cf.Calls())
	watch()
	// The second one is of the keys, which ask the worker as well.
	if n := b.worker.count("GET /v1/diagnostics") - looks; n != 2 {
		t.Errorf("the worker was asked %d times", n)
	}
	if len(b.cf.Calls())-lists < 2 {
		t.Errorf("the keys are not read any more: %v", b.cf.Calls()[lists:])
	}
}
