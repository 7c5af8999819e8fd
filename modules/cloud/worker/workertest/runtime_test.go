package workertest_test

import (
	"bytes"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	"crier/platform/cloudflare"
)

// TestPublish: what the client of Cloudflare's API uploads publishes to the sandbox, and shows it
// in the KV that the API reads.
func TestPublish(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if got, ok := b.ask(http.MethodGet, "/v1/diagnostics", nil); !ok || got.status != http.StatusNotFound {
		t.Errorf("before it is deployed: %+v", got)
	}
	b.deploy()
	id := newID()
	b.want(http.MethodPut, "/v1/jobs/"+id, b.job(id, 200*time.Millisecond, 0))
	b.ends(id, "PUBLISHED")
	if got := b.captions(); !slices.Equal(got, []string{id}) {
		t.Errorf("on the network are %v", got)
	}
	b.until(func() bool {
		value, err := b.kv.Get(t.Context(), worker.KeyPrefix+id)
		return err == nil && stateIn(t, value) == "PUBLISHED"
	})
	page, err := b.kv.Keys(t.Context(), worker.KeyPrefix, "", 100)
	if err != nil || len(page.Keys) != 1 || stateIn(t, page.Keys[0].Metadata) != "PUBLISHED" || page.Keys[0].Expires.IsZero() {
		t.Errorf("keys %+v, %v", page, err)
	}
	if !b.Cron(t, b.id, script) || b.want(http.MethodGet, "/v1/diagnostics", nil).LastCronRun == "" {
		t.Error("no cron has run")
	}
	if value, err := b.kv.Get(t.Context(), worker.KeyLastRun); err != nil || len(value) == 0 {
		t.Errorf("the heart-beat is not shown: %q %v", value, err)
	}
}

// TestFence_ByKV: the worker reads what the API wrote, once KV shows it.
func TestFence_ByKV(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.deploy()
	late, early := newID(), newID()
	b.cf.KV(b.id, b.ns).FreezeReads()
	if err := b.kv.Put(t.Context(), cloudflare.Entry{Key: worker.KeyFence, Value: []byte("1")}); err != nil {
		t.Fatal(err)
	}
	b.want(http.MethodPut, "/v1/jobs/"+early, b.job(early, 0, 0))
	b.ends(early, "PUBLISHED")
	b.cf.KV(b.id, b.ns).ThawReads()
	b.want(http.MethodPut, "/v1/jobs/"+late, b.job(late, 0, 0))
	b.ends(late, "FENCED")
	if got := b.captions(); !slices.Equal(got, []string{early}) {
		t.Errorf("on the network are %v", got)
	}
}

// TestDeath: what was answered outlives the process, and a worker that is dead answers nothing.
func TestDeath(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.deploy()
	id := newID()
	b.FailKV(http.StatusInternalServerError) // The worker begins nothing before it is dead.
	b.want(http.MethodPut, "/v1/jobs/"+id, b.job(id, 0, 0))
	b.Stop(t, b.id, script)
	b.Heal()
	if got, ok := b.ask(http.MethodGet, "/v1/diagnostics", nil); ok {
		t.Errorf("a dead worker answers %+v", got)
	}
	if b.Cron(t, b.id, script) {
		t.Error("the cron of a dead worker runs")
	}
	b.deploy(cloudflare.BindText(worker.BindingFence, "3"))
	if _, ok := b.ask(http.MethodGet, "/v1/diagnostics", nil); ok {
		t.Error("an upload wakes the dead")
	}
	b.Resume(t, b.id, script)
	b.ends(id, "FENCED")
	next := newID()
	b.want(http.MethodPut, "/v1/jobs/"+next, b.job(next, 0, 3))
	b.ends(next, "PUBLISHED")
	b.Restart(t, b.id, script)
	b.ends(next, "PUBLISHED")
	if err := b.account.Workers().DeleteScript(t.Context(), script); err != nil {
		t.Fatal(err)
	}
	if got, ok := b.ask(http.MethodGet, "/v1/diagnostics", nil); !ok || got.status != http.StatusNotFound {
		t.Errorf("a script that was deleted answers %+v", got)
	}
	b.deploy()
	if got := b.want(http.MethodGet, "/v1/diagnostics", nil); got.UnacknowledgedCount != 0 || got.Fence != 0 {
		t.Errorf("a new one remembers %+v", got)
	}
}

// TestFaults: each fault does what it says and is used up.
func TestFaults(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.deploy()
	put := func(id string) (reply, bool) { return b.ask(http.MethodPut, "/v1/jobs/"+id, b.job(id, time.Hour, 0)) }
	known := func(id string) bool {
		got, ok := b.ask(http.MethodGet, "/v1/jobs/"+id, nil)
		return ok && got.status == http.StatusOK
	}
	for _, one := range []struct {
		fault           workertest.Fault
		answered, known bool
		status          int
	}{
		{fault: workertest.Fault{Method: http.MethodPut, Drop: true}},
		{fault: workertest.Fault{Method: http.MethodPut, Lose: true}, known: true},
		{fault: workertest.Fault{Method: http.MethodPut, Status: 502}, answered: true, status: 502},
		{fault: workertest.Fault{Method: http.MethodPut, Status: 524, Commit: true}, answered: true, status: 524, known: true},
		{fault: workertest.Fault{Path: "/v1/jobs", Status: 429, Body: []byte(`{"code":"X"}`)}, answered: true, status: 429},
		{
			fault:    workertest.Fault{Method: http.MethodPut, Edit: func([]byte) []byte { return []byte("{}") }},
			answered: true, status: 200, known: true,
		},
	} {
		id := newID()
		b.Fault(one.fault)
		if got, ok := put(id); ok != one.answered || got.status != one.status {
			t.Errorf("%+v: answered %t, %+v", one.fault, ok, got)
		}
		if known(id) != one.known {
			t.Errorf("%+v: the job is there: %t", one.fault, !one.known)
		}
	}
	b.Fault(workertest.Fault{Times: -1, Drop: true})
	b.Heal()
	if id := newID(); !known(id) {
		if got, ok := put(id); !ok || got.status != http.StatusOK {
			t.Errorf("after healing: %+v", got)
		}
	}
}

// TestHeld: a held request arrives when it is released, even if its caller has given up. An answer
// can be held alone.
func TestHeld(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.deploy()
	release, reached := make(chan struct{}), make(chan struct{})
	b.Fault(workertest.Fault{Method: http.MethodPut, Until: release, Reached: func() { close(reached) }, Lose: true})
	id := newID()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_, _ = b.ask(http.MethodPut, "/v1/jobs/"+id, b.job(id, time.Hour, 0))
	}()
	<-reached
	if got := b.want(http.MethodGet, "/v1/diagnostics", nil); got.ScheduledCount != 0 {
		t.Error("it has arrived already")
	}
	close(release)
	<-gone
	b.ends(id, "SCHEDULED")
	answered := make(chan struct{})
	b.Fault(workertest.Fault{Method: http.MethodDelete, ReplyUntil: answered})
	cancelled := make(chan reply)
	go func() {
		got, _ := b.ask(http.MethodDelete, "/v1/jobs/"+id+"?rev=2", nil)
		cancelled <- got
	}()
	b.ends(id, "CANCELLED")
	close(answered)
	if got := <-cancelled; got.status != http.StatusOK {
		t.Errorf("the answer is %+v", got)
	}
}

// TestHaving: a fault of answers of one kind lets the others arrive, and is not used up by them.
func TestHaving(t *testing.T) {
	t.Parallel()
	const results = "/v1/results?after=0&limit=10"
	b := newBench(t)
	b.deploy()
	id := newID()
	var met atomic.Int64
	b.Fault(workertest.Fault{
		Method: http.MethodGet, Path: "/v1/results", Status: http.StatusBadGateway, Commit: true, Reached: func() { met.Add(1) },
		Having: func(body []byte) bool { return bytes.Contains(body, []byte(id)) },
	})
	b.want(http.MethodGet, results, nil)
	if n := met.Load(); n != 0 {
		t.Error("an answer without a result counts")
	}
	b.want(http.MethodPut, "/v1/jobs/"+id, b.job(id, 0, 0))
	b.ends(id, "PUBLISHED")
	if got, ok := b.ask(http.MethodGet, results, nil); !ok || got.status != http.StatusBadGateway || met.Load() != 1 {
		t.Errorf("the answer with the result is %+v, and the fault befell %d", got, met.Load())
	}
	if got := b.want(http.MethodGet, results, nil); len(got.Results) != 1 || met.Load() != 1 {
		t.Errorf("the next answer is %s, and the fault befell %d", got.body, met.Load())
	}
}

// TestKVFails: while KV does not answer, or no read of it, the worker begins nothing.
func TestKVFails(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(*bench){
		"every request": func(b *bench) { b.FailKV(http.StatusInternalServerError) },
		"reads":         func(b *bench) { b.FailKVReads(http.StatusInternalServerError) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.deploy()
			fail(b)
			id := newID()
			b.want(http.MethodPut, "/v1/jobs/"+id, b.job(id, 0, 0))
			b.until(func() bool { return b.want(http.MethodGet, "/v1/jobs/"+id, nil).Job.ErrorCode == "CLOUD_ERROR" })
			if got := b.captions(); len(got) != 0 {
				t.Errorf("on the network are %v", got)
			}
			b.Heal()
			b.ends(id, "PUBLISHED")
		})
	}
}
