package cloud_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/platform/wiretime"
)

// TestWatch_Bucket: the bucket is checked once a day. When its store refuses the keys, no new posts
// go to the worker until it takes them again. A store that does not answer changes nothing.
func TestWatch_Bucket(t *testing.T) {
	t.Parallel()
	b := withMadeBucket(t)
	watch := func(after time.Duration) {
		t.Helper()
		b.clock.Advance(after)
		if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	b.store.know("somebody")
	watch(23 * time.Hour)
	if !b.link.Ready() {
		t.Error("the bucket was checked before a day was over")
	}
	watch(time.Hour)
	if problem := b.status(t).Problem; b.link.Ready() || b.status(t).IsVerified || problem == nil || !strings.Contains(*problem, "bucket") {
		t.Errorf("a bucket that nothing can be put into is said to work: %+v", b.status(t))
	}
	b.store.know(tokenID)
	watch(lookPause)
	if !b.link.Ready() {
		t.Errorf("the bucket works again: %+v", b.status(t))
	}
	b.store.http.Close()
	watch(24 * time.Hour)
	if !b.link.Ready() {
		t.Errorf("the store only did not answer: %+v", b.status(t))
	}
}

// lookPause is how often the watcher asks a worker.
const lookPause = 10 * time.Minute

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

// TestReport_ClockSetBack: what the worker reported last is shown of a silent worker, also when the
// report before was stored by a clock that was ahead.
func TestReport_ClockSetBack(t *testing.T) {
	t.Parallel()
	b := ready(t)
	const ahead = 1000 * time.Hour
	b.clock.Jump(ahead)
	if _, err := b.cloud.Inspector.Diagnostics(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.clock.Jump(-ahead)
	ran := wiretime.Of(start.Add(time.Minute))
	b.worker.set(func(w *fakeWorker) { w.lastRun = &ran })
	if _, err := b.cloud.Inspector.Diagnostics(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.boot(t)
	b.worker.answers(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	if got, err := b.cloud.Inspector.Diagnostics(t.Context()); err != nil || !got.Offline || got.LastCronRun == nil || *got.LastCronRun != ran {
		t.Errorf("got %+v, %v", got, err)
	}
}
