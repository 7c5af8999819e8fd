package cloud_test

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/wiretime"
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
	if fenced, err = b.link.RaiseFence(t.Context()); err != nil || fenced.Epoch != 10 || b.link.Epoch() != 10 {
		t.Errorf("a fence that is higher: %+v, %v", fenced, err)
	}
}

// TestMemory3_PutBack: a folder that was put back raises a fence above the jobs of epochs that
// it has forgotten.
func TestMemory3_PutBack(t *testing.T) {
	t.Parallel()
	b := ready(t)
	ahead := job()
	ahead.Epoch = 3
	if _, err := b.link.Put(t.Context(), postID, ahead); err != nil {
		t.Fatal(err)
	}
	if fenced, err := b.link.RaiseFence(t.Context()); err != nil || fenced.Epoch != 4 || len(fenced.HandedBack) != 1 || b.link.Epoch() != 4 {
		t.Errorf("got %+v, %v", fenced, err)
	}
}

// TestRaiseFence_OldWorker: a worker that issues no epochs is deployed again first. If that is
// impossible, it is told an epoch that nobody has.
func TestRaiseFence_OldWorker(t *testing.T) {
	t.Parallel()
	for name, canDeploy := range map[string]bool{"deployed again": true, "Cloudflare refuses": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			uploads := b.script(t).Uploads
			if !canDeploy {
				b.cf.Fault(cloudflaretest.Fault{Method: "PUT", Path: "/scripts/crier", Status: 400, Code: 10021, Message: "no", Times: -1})
			}
			b.worker.set(func(w *fakeWorker) {
				w.isOld, w.copies = true, nil
				w.instead = func(http.ResponseWriter, *http.Request) bool {
					w.set(func(w *fakeWorker) { w.isOld = w.isOld && b.script(t).Uploads == uploads })
					return false
				}
			})
			fenced, err := b.link.RaiseFence(t.Context())
			want := int64(1)
			if !canDeploy {
				want = start.UnixMilli()
			}
			if err != nil || !fenced.Direct || fenced.Epoch < want || canDeploy != (fenced.Epoch == 1) {
				t.Errorf("got %+v, %v", fenced, err)
			}
		})
	}
}

// TestMemory5_Bounded: an epoch that nobody can have given out is not taken over.
func TestMemory5_Bounded(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.worker.set(func(w *fakeWorker) { w.fence = 1<<53 - 1 })
	b.mustSetUp(t)
	if got := b.link.Epoch(); got != 0 {
		t.Errorf("the epoch is %d", got)
	}
}

// TestNow: the time is Cloudflare's, whatever this machine's clock is set to.
func TestNow(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, known := b.link.Now(); known {
		t.Error("it is known before anything was heard")
	}
	b.mustSetUp(t)
	before, known := b.link.Now()
	b.clock.Jump(-time.Hour)
	b.clock.Advance(time.Minute)
	after, _ := b.link.Now()
	if !known || after.Sub(before) != time.Minute {
		t.Errorf("from %v to %v, %t", before, after, known)
	}
}

// TestNow_SlowAnswer: an answer that was on its way while the machine slept does not set the time
// back. Tier race, no cost.
func TestNow_SlowAnswer(t *testing.T) {
	t.Parallel()
	b := ready(t)
	before, _ := b.link.Now()
	b.worker.set(func(w *fakeWorker) { w.answered = func() { b.clock.Advance(time.Hour) } })
	if _, err := b.link.Job(t.Context(), postID); err == nil {
		t.Fatal("there is a job")
	}
	if after, known := b.link.Now(); !known || after.Sub(before) != time.Hour {
		t.Errorf("from %v to %v", before, after)
	}
}

// TestNow_OthersAnswer: what a proxy, or the sign-in page of a network, answers in the place of the
// worker or of Cloudflare does not tell the time.
func TestNow_OthersAnswer(t *testing.T) {
	t.Parallel()
	const kindJSON, kindHTML = "application/json", "text/html"
	dated := func(kind, body string) func(*bench) {
		return func(b *bench) {
			b.worker.answers(func(rw http.ResponseWriter, r *http.Request) {
				rw.Header().Set("Date", start.Add(48*time.Hour).Format(http.TimeFormat))
				answer(http.StatusOK, kind, body)(rw, r)
			})
		}
	}
	faulty := func(f cloudflaretest.Fault) func(*bench) {
		f.Header, f.Times = http.Header{"Date": {start.Add(48 * time.Hour).Format(http.TimeFormat)}}, -1
		return func(b *bench) { b.cf.Fault(f) }
	}
	askWorker := func(b *bench) { _, _ = b.link.Job(noContext(), postID) }
	askAPI := func(b *bench) { b.link.Hear(noContext()) }
	for name, c := range map[string]struct {
		spoil, ask func(*bench)
	}{
		"page for the worker":     {dated(kindHTML, "<html>Sign in</html>"), askWorker},
		"JSON for the worker":     {dated(kindJSON, `{"ok":true}`), askWorker},
		"page for Cloudflare":     {faulty(cloudflaretest.Fault{HTML: true}), askAPI},
		"error for Cloudflare":    {faulty(cloudflaretest.Fault{HTML: true, Status: http.StatusBadGateway}), askAPI},
		"JSON for Cloudflare":     {faulty(cloudflaretest.Fault{Body: []byte(`{"ok":true}`)}), askAPI},
		"no error for Cloudflare": {faulty(cloudflaretest.Fault{Body: []byte(`{"success":false}`)}), askAPI},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			b.boot(t)
			c.spoil(b)
			c.ask(b)
			if at, isKnown := b.link.Now(); isKnown {
				t.Errorf("it is %v", at)
			}
			b.worker.heal()
			b.cf.Heal()
			c.ask(b)
			if at, isKnown := b.link.Now(); !isKnown || b.clock.Now().Sub(at).Truncate(time.Second) != 0 {
				t.Errorf("then it is %v, %t", at, isKnown)
			}
		})
	}
}

// TestRaiseFence_TimeNotKnown: a fence gets no epoch of this machine's clock while only a proxy
// answers in Cloudflare's place.
func TestRaiseFence_TimeNotKnown(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.boot(t)
	b.clock.Jump(48 * time.Hour)
	b.worker.silent()
	b.cf.Fault(cloudflaretest.Fault{HTML: true, Times: -1})
	_, err := b.link.RaiseFence(t.Context())
	wantCode(t, err, apperror.WorkerUnreachable)
	if epoch := b.link.Epoch(); epoch != 0 {
		t.Errorf("the epoch is %d", epoch)
	}
}

// TestMemory7_OlderDeploys: a Crier that does not know the worker's tables leaves the worker as it
// is, whichever way it would deploy it.
func TestMemory7_OlderDeploys(t *testing.T) {
	t.Parallel()
	b := ready(t)
	uploads := b.script(t).Uploads
	b.worker.set(func(w *fakeWorker) { w.schema = worker.Schema + 1 })
	err := b.cloud.Setup.Deploy(t.Context())
	wantCode(t, err, apperror.WorkerDeployFailed)
	if err == nil || !strings.Contains(err.Error(), "Crier 9.9.9") {
		t.Errorf("it does not say which version it takes: %v", err)
	}
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}), apperror.WorkerDeployFailed)
	if b.script(t).Uploads != uploads {
		t.Error("it was deployed")
	}
}

// TestCopies: when two Criers run on copies of a folder, the worker heeds the one that was started
// last.
func TestCopies(t *testing.T) {
	t.Parallel()
	b := ready(t)
	first := b.link
	var told []int64
	b.boot(t)
	second := b.link
	second.OnHello(func(_ context.Context, h cloud.Hello) error { told = append(told, h.HighestRev); return nil })
	b.worker.set(func(w *fakeWorker) { w.highest = 77 })
	if _, err := second.Put(t.Context(), postID, job()); err != nil || !slices.Equal(told, []int64{77}) {
		t.Fatalf("%v, told %v", err, told)
	}
	silenced := 0
	first.OnOtherCopy(func(context.Context, wiretime.Time) error { silenced++; return nil })
	for range 2 {
		_, err := first.Put(t.Context(), postID, job())
		if e := cloud.AsWorkerError(err); e == nil || !e.NotSent || !strings.Contains(e.Message, "another copy") {
			t.Errorf("the first one: %v", err)
		}
	}
	if _, err := first.RaiseFence(t.Context()); err == nil || first.OtherCopySince() == nil || silenced != 1 {
		t.Errorf("%v, since %v, %d times", err, first.OtherCopySince(), silenced)
	}
	if _, _, err := first.Open(t.Context(), nil, 1); err != nil {
		t.Errorf("it may look: %v", err)
	}
	if _, err := second.Put(t.Context(), postID, job()); err != nil || second.OtherCopySince() != nil {
		t.Errorf("the second one: %v", err)
	}
}

// hears has the link note how far the worker says it is, and returns the notes.
func (b *bench) hears() *[]cloud.Hello {
	told := new([]cloud.Hello)
	b.link.OnHello(func(_ context.Context, h cloud.Hello) error { *told = append(*told, h); return nil })
	return told
}

// TestHello_BeforeTheVersion: a program that was put back together with its folder learns from the
// worker how far the worker is, even if the worker is of a later version or has another key.
func TestHello_BeforeTheVersion(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*fakeWorker){
		"another version": func(w *fakeWorker) { w.version = "another" },
		"another key":     func(w *fakeWorker) { w.key = "AAAA" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			b.boot(t)
			told := b.hears()
			b.worker.set(func(w *fakeWorker) { w.highest = 77; spoil(w) })
			b.later(t)
			if len(*told) != 1 || (*told)[0].HighestRev != 77 {
				t.Errorf("told %+v", *told)
			}
		})
	}
}

// TestHello_PutBackMeanwhile: a machine that is put back to a snapshot while Crier runs goes on as
// if nothing had happened. It learns from the diagnostics how far the worker is.
func TestHello_PutBackMeanwhile(t *testing.T) {
	t.Parallel()
	b := ready(t)
	told := b.hears()
	b.worker.set(func(w *fakeWorker) { w.highest, w.fence = 77, 3 })
	b.later(t)
	if len(*told) != 1 || (*told)[0].HighestRev != 77 || !(*told)[0].IsAhead {
		t.Errorf("told %+v", *told)
	}
	// What a copy did that was started later is no news for this one.
	silenced := 0
	b.link.OnOtherCopy(func(context.Context, wiretime.Time) error { silenced++; return nil })
	b.worker.set(func(w *fakeWorker) { w.highest, w.copySince = 78, wiretime.Ptr(b.clock.Now()) })
	b.later(t)
	if len(*told) != 1 || silenced != 1 || b.link.OtherCopySince() == nil {
		t.Errorf("told %+v, silenced %d times", *told, silenced)
	}
}

// TestHello_Epochs: the worker is ahead when somebody of whom this folder does not know raised its
// fence, and not when the answer to this folder's own fence was lost.
func TestHello_Epochs(t *testing.T) {
	t.Parallel()
	b := ready(t)
	ahead := func() bool {
		t.Helper()
		b.boot(t)
		told := b.hears()
		if err := b.link.Greet(t.Context()); err != nil || len(*told) != 1 {
			t.Fatalf("%v, told %+v", err, *told)
		}
		return (*told)[0].IsAhead
	}
	if _, err := b.link.RaiseFence(t.Context()); err != nil || ahead() {
		t.Errorf("%v, or a fence of its own is not known", err)
	}
	b.cf.Fault(cloudflaretest.Fault{Lose: true, Times: -1})
	b.worker.set(func(w *fakeWorker) {
		w.instead = func(_ http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/v1/fence" {
				return false
			}
			w.set(func(w *fakeWorker) { w.fence++ })
			panic(http.ErrAbortHandler)
		}
	})
	_, err := b.link.RaiseFence(t.Context())
	wantCode(t, err, apperror.WorkerUnreachable)
	b.worker.heal()
	b.cf.Heal()
	if ahead() || b.link.Epoch() != 2 {
		t.Errorf("a fence of its own whose answer was lost is not known; the epoch is %d", b.link.Epoch())
	}
	b.worker.set(func(w *fakeWorker) { w.fence++ })
	if !ahead() || ahead() || b.link.Epoch() != 3 {
		t.Errorf("a fence of another one is not told once; the epoch is %d", b.link.Epoch())
	}
}

// TestHello_FenceArrivesLate: requests for a fence that got no answer reach the worker after the
// fence of Cloudflare, and take epochs after that one's. This folder has asked for them.
func TestHello_FenceArrivesLate(t *testing.T) {
	t.Parallel()
	b := ready(t)
	const late = 2
	b.worker.set(func(w *fakeWorker) {
		w.instead = func(_ http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path == "/v1/fence" {
				panic(http.ErrAbortHandler)
			}
			return false
		}
	})
	var by cloud.Fenced
	for range late {
		var err error
		if by, err = b.link.RaiseFence(t.Context()); err != nil || by.Direct {
			t.Fatalf("%+v, %v", by, err)
		}
	}
	b.worker.heal()
	isAhead := func(epoch int64) bool {
		t.Helper()
		b.worker.set(func(w *fakeWorker) { w.fence = epoch })
		b.boot(t)
		told := b.hears()
		if err := b.link.Greet(t.Context()); err != nil || len(*told) != 1 || b.link.Epoch() != epoch {
			t.Fatalf("%v, told %+v, the epoch is %d", err, *told, b.link.Epoch())
		}
		return (*told)[0].IsAhead
	}
	for n := range int64(late + 1) {
		if isAhead(by.Epoch + n) {
			t.Errorf("%d requests of its own that were late are taken for another one's", n)
		}
	}
	if !isAhead(by.Epoch + late + 1) {
		t.Error("a fence of another one is not told")
	}
}

// bound returns the fence that the deployed worker has.
func (b *bench) bound(t *testing.T) string {
	t.Helper()
	return textOf(b.script(t), worker.BindingFence)
}

// TestRaiseFence_ByCloudflare: one of the two ways, KV and a deployment, is enough.
func TestRaiseFence_ByCloudflare(t *testing.T) {
	t.Parallel()
	type fault = cloudflaretest.Fault
	noKV := fault{Method: "PUT", Path: "/values/", Status: 403, Code: 10000, Message: "Authentication error", Times: -1}
	noUpload := fault{Method: "PUT", Path: "/scripts/crier", Status: 400, Code: 10021, Message: "no", Times: -1}
	// An epoch that no backup can hold.
	present := strconv.FormatInt(start.UnixMilli(), 10)
	for name, c := range map[string]struct {
		faults    []fault
		gone      bool
		kv, bound string
		code      apperror.Code
	}{
		"both":               {nil, false, present, present, ""},
		"deployment alone":   {[]fault{noKV}, false, "", present, ""},
		"KV alone":           {[]fault{noUpload}, false, present, "", ""},
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
				if err := newClient(b).Workers().DeleteScript(t.Context(), workerName); err != nil {
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
			if got := string(b.cf.KV(b.account, namespace).Values()[worker.KeyFence].Value); got != c.kv {
				t.Errorf("KV has %q", got)
			}
			if !c.gone && b.bound(t) != c.bound {
				t.Errorf("bound is %q", b.bound(t))
			}
			if err == nil && (fenced.Direct || fenced.Epoch != start.UnixMilli() || fenced.Since.IsZero() || fenced.HandedBack != nil) {
				t.Errorf("got %+v", fenced)
			}
			// The epoch is used, whatever the result was.
			b.boot(t)
			if got := b.link.Epoch(); err == nil && got != start.UnixMilli() {
				t.Errorf("the epoch is %d", got)
			}
		})
	}
}

// TestRaiseFence_Stays: a later deployment has the fence too.
func TestRaiseFence_Stays(t *testing.T) {
	t.Parallel()
	b := ready(t)
	present := strconv.FormatInt(start.UnixMilli(), 10)
	b.worker.silent()
	b.cf.Fault(cloudflaretest.Fault{Method: "PUT", Path: "/scripts/crier", Status: 400, Code: 10021, Message: "no"})
	if _, err := b.link.RaiseFence(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.worker.heal()
	if b.status(t).IsCurrent {
		t.Error("what is deployed has no fence, and is said to be current")
	}
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil || b.bound(t) != present || !b.link.Ready() {
		t.Errorf("%v, bound is %q", err, b.bound(t))
	}
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}); err != nil || b.bound(t) != present {
		t.Errorf("%v, bound is %q", err, b.bound(t))
	}
}

// TestSetUp_TakesTheFenceOver: after its set-up, a data folder that is older than the worker sends
// jobs that the worker takes.
func TestSetUp_TakesTheFenceOver(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.worker.set(func(w *fakeWorker) { w.fence = 5 })
	b.mustSetUp(t)
	if b.link.Epoch() != 5 {
		t.Errorf("the epoch is %d", b.link.Epoch())
	}
}
