package cloud_test

import (
	"testing"

	"crier/modules/cloud"
	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/cloudflare/cloudflaretest"
)

func TestRaiseFence_TheWorkerItself(t *testing.T) {
	t.Parallel()
	b := ready(t)
	if _, err := b.link.Put(t.Context(), postID, job()); err != nil {
		t.Fatal(err)
	}
	fenced, err := b.link.RaiseFence(t.Context())
	if err != nil || !fenced.Direct || fenced.Epoch != 1 || len(fenced.HandedBack) != 1 || fenced.HandedBack[0] != postID || len(fenced.Resolving) != 0 {
		t.Fatalf("got %+v, %v", fenced, err)
	}
	if b.link.Epoch() != 1 || b.script(t).Uploads != 1 || b.cf.Count("PUT", "/values/") != 0 {
		t.Errorf("epoch %d", b.link.Epoch())
	}
	b.worker.set(func(w *fakeWorker) { w.fence = 9 })
	if fenced, err = b.link.RaiseFence(t.Context()); err != nil || fenced.Epoch != 9 || b.link.Epoch() != 9 {
		t.Errorf("a fence that is higher: %+v, %v", fenced, err)
	}
}

// bound returns the fence that the deployed worker has.
func (b *bench) bound(t *testing.T) string {
	t.Helper()
	for _, binding := range b.script(t).Bindings {
		if binding.Name == worker.BindingFence {
			return binding.Text
		}
	}
	return ""
}

// TestRaiseFence_ByCloudflare: one of the two ways will do.
func TestRaiseFence_ByCloudflare(t *testing.T) {
	t.Parallel()
	type fault = cloudflaretest.Fault
	noKV := fault{Method: "PUT", Path: "/values/", Status: 403, Code: 10000, Message: "Authentication error", Times: -1}
	noUpload := fault{Method: "PUT", Path: "/scripts/crier", Status: 400, Code: 10021, Message: "no", Times: -1}
	for name, c := range map[string]struct {
		faults    []fault
		gone      bool
		kv, bound string
		code      apperror.Code
	}{
		"both":               {nil, false, "1", "1", ""},
		"deployment alone":   {[]fault{noKV}, false, "", "1", ""},
		"KV alone":           {[]fault{noUpload}, false, "1", "", ""},
		"script gone":        {[]fault{noKV}, true, "", "", ""},
		"neither":            {[]fault{noKV, noUpload}, false, "", "", apperror.WorkerUnreachable},
		"Cloudflare is down": {[]fault{{Lose: true, Times: -1}}, false, "", "", apperror.WorkerUnreachable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			namespace := b.namespace(t)
			b.worker.silent()
			if c.gone {
				if err := newClient(b).DeleteScript(t.Context(), workerName); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range c.faults {
				b.cf.Fault(f)
			}
			fenced, err := b.link.RaiseFence(t.Context())
			if got := apperror.CodeOf(err); got != c.code {
				t.Fatalf("got %v", err)
			}
			if got := string(b.cf.Values(b.account, namespace)[worker.KeyFence].Value); got != c.kv {
				t.Errorf("KV has %q", got)
			}
			if !c.gone && b.bound(t) != c.bound {
				t.Errorf("bound is %q", b.bound(t))
			}
			if err == nil && (fenced.Direct || fenced.Epoch != 1 || fenced.Since.IsZero() || fenced.HandedBack != nil) {
				t.Errorf("got %+v", fenced)
			}
			// The epoch is used up, whatever came of it.
			b.boot(t)
			if b.link.Epoch() != 1 {
				t.Errorf("the epoch is %d", b.link.Epoch())
			}
		})
	}
}

// TestRaiseFence_Stays: what is deployed later has the fence too.
func TestRaiseFence_Stays(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.worker.silent()
	b.cf.Fault(cloudflaretest.Fault{Method: "PUT", Path: "/scripts/crier", Status: 400, Code: 10021, Message: "no"})
	if _, err := b.link.RaiseFence(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.worker.heal()
	if b.status(t).IsCurrent {
		t.Error("what is deployed has no fence, and is said to be current")
	}
	if err := b.stack.Watch(t.Context()); err != nil || b.bound(t) != "1" || !b.link.Ready() {
		t.Errorf("%v, bound is %q", err, b.bound(t))
	}
	if err := b.stack.SetUp(t.Context(), cloud.SetupRequest{}); err != nil || b.bound(t) != "1" {
		t.Errorf("%v, bound is %q", err, b.bound(t))
	}
}

// TestSetUp_TakesTheFenceOver: a data folder that is older than the worker sends what the worker takes.
func TestSetUp_TakesTheFenceOver(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.worker.set(func(w *fakeWorker) { w.fence = 5 })
	b.mustSetUp(t)
	if b.link.Epoch() != 5 {
		t.Errorf("the epoch is %d", b.link.Epoch())
	}
}
