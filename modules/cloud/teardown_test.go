package cloud_test

import (
	"context"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"crier/modules/cloud"
	"crier/platform/apperror"
	"crier/platform/cloudflare/cloudflaretest"
)

// mustBeGone wants nothing to be left but the bucket and the epoch.
func (b *bench) mustBeGone(t *testing.T, epoch int64) {
	t.Helper()
	if _, there := b.cf.Script(b.account, workerName); there {
		t.Error("the script is there")
	}
	status, public := b.status(t), b.cloud.Overview.Status()
	if status.IsConfigured || status.HasAPIToken || status.AccountID != nil || len(status.Steps) != 0 || status.IsClosing || status.Epoch != epoch ||
		public.WorkerConfigured || public.LastVerifiedAt != nil || !public.BucketConfigured || b.link.HasWorker() || b.link.Ready() {
		t.Errorf("left is %+v, %+v", status, public)
	}
	_, err := b.cloud.Inspector.Diagnostics(t.Context())
	wantCode(t, err, apperror.CloudNotConfigured)
}

func TestTearDown(t *testing.T) {
	t.Parallel()
	b := ready(t)
	if _, err := b.link.RaiseFence(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.cloud.Teardown.TearDown(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	b.mustBeGone(t, 1)
	b.boot(t)
	b.mustBeGone(t, 1)
	if err := b.cloud.Teardown.TearDown(t.Context(), false); err != nil {
		t.Errorf("a second time: %v", err)
	}
	b.mustSetUp(t)
	if b.link.Epoch() != 1 || !b.link.Ready() {
		t.Errorf("set up again: epoch %d", b.link.Epoch())
	}
}

// TestTearDown_Refused: a refused teardown changes nothing, and the worker goes on.
func TestTearDown_Refused(t *testing.T) {
	t.Parallel()
	put := func(t *testing.T, b *bench) {
		t.Helper()
		if _, err := b.link.Put(t.Context(), postID, job()); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		spoil func(*testing.T, *bench)
		force bool
		code  apperror.Code
		says  string
	}{
		"posts at home": {func(_ *testing.T, b *bench) {
			b.link.OnTeardown(func(context.Context, bool) error { return apperror.New(apperror.InvalidStatus, "3 posts are left") })
		}, true, apperror.InvalidStatus, "3 posts"},
		"jobs of nobody": {put, true, apperror.InvalidStatus, "crier cloud adopt"},
		"given back, of nobody": {func(t *testing.T, b *bench) {
			put(t, b)
			b.worker.end(postID.String(), "FENCED", 1)
		}, true, apperror.InvalidStatus, "crier cloud cancel"},
		"results": {func(t *testing.T, b *bench) {
			put(t, b)
			b.worker.end(postID.String(), "PUBLISHED", 1)
		}, true, apperror.InvalidStatus, "crier cloud sync"},
		"renewed tokens": {func(_ *testing.T, b *bench) {
			b.worker.set(func(w *fakeWorker) { w.renewed = []cloud.RenewedToken{{AccountID: "17841400000000001"}} })
		}, false, apperror.InvalidStatus, "crier cloud sync"},
		"silence": {func(_ *testing.T, b *bench) { b.worker.silent() }, false, apperror.WorkerUnreachable, "--force"},
		"another key": {func(_ *testing.T, b *bench) {
			b.worker.answers(answer(401, "application/json", `{"error":"no","code":"UNAUTHORIZED","status":401}`))
		}, false, apperror.InvalidWorkerKey, "--force"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			c.spoil(t, b)
			err := b.cloud.Teardown.TearDown(t.Context(), c.force)
			wantCode(t, err, c.code)
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("it says %v", err)
			}
			if b.cf.Count("DELETE", "") != 0 || !b.link.Ready() || b.status(t).IsClosing {
				t.Errorf("something was changed: %+v", b.status(t))
			}
		})
	}
}

// TestTearDown_Forced: with force, a worker that never answers is deleted without being asked.
func TestTearDown_Forced(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*bench){
		"silent":      func(*bench) {},
		"wrong token": func(b *bench) { b.cf.RevokeToken(apiToken) },
		"not of the account": func(b *bench) {
			b.cf.Fault(cloudflaretest.Fault{Path: "/accounts", Status: 403, Code: 10000, Message: "Authentication error", Times: -1})
		},
		"may nothing there": func(b *bench) {
			b.cf.Fault(cloudflaretest.Fault{Path: "/accounts", Status: 403, Code: 9109, Message: "Unauthorized to access requested resource", Times: -1})
		},
		"no account": func(b *bench) {
			b.cf.Fault(cloudflaretest.Fault{Path: "/accounts", Status: 404, Code: 7003, Message: "Could not route, perhaps your object identifier is invalid?", Times: -1})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			b.worker.silent()
			spoil(b)
			if err := b.cloud.Teardown.TearDown(t.Context(), true); err != nil {
				t.Fatal(err)
			}
			if name == "silent" {
				b.mustBeGone(t, 0)
			}
			if b.link.HasWorker() {
				t.Error("it is remembered")
			}
		})
	}
}

// TestTearDown_ForcedWithinReach: force does not forget a worker that can be deleted, although
// Cloudflare has refused that once.
func TestTearDown_ForcedWithinReach(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]cloudflaretest.Fault{
		"a permission is missing": {Status: 403, Code: 10000, Message: "Authentication error"},
		"7003":                    {Status: 404, Code: 7003, Message: "Could not route, perhaps your object identifier is invalid?"},
		"down":                    {Status: 503},
	} {
		for _, path := range []string{"/workers/scripts/", "/namespaces/"} {
			t.Run(name+" "+path, func(t *testing.T) {
				t.Parallel()
				b := ready(t)
				b.worker.silent()
				refused := fault
				refused.Method, refused.Path, refused.Times = http.MethodDelete, path, -1
				b.cf.Fault(refused)
				wantCode(t, b.cloud.Teardown.TearDown(t.Context(), true), apperror.CloudError)
				if !b.link.HasWorker() || !b.status(t).IsClosing {
					t.Errorf("it was forgotten: %+v", b.status(t))
				}
			})
		}
	}
}

// TestTearDown_WhatIsGone: a script that was deleted by hand has no posts left, so the teardown
// needs no force.
func TestTearDown_WhatIsGone(t *testing.T) {
	t.Parallel()
	b := ready(t)
	if err := newClient(b).Workers().DeleteScript(t.Context(), workerName); err != nil {
		t.Fatal(err)
	}
	if err := b.cloud.Teardown.TearDown(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	b.mustBeGone(t, 0)
}

// TestTearDown_AsCloudflareAnswers: Cloudflare answers a deletion without a body, or as if there
// was nothing to delete. The list of scripts says which of the two it was.
func TestTearDown_AsCloudflareAnswers(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]cloudflaretest.Fault{
		"200 without a body": {Body: []byte{}},
		"204":                {Status: http.StatusNoContent, Body: []byte{}},
		"10007":              {Status: http.StatusNotFound, Code: 10007, Message: "workers.api.error.script_not_found"},
		"7003":               {Status: http.StatusNotFound, Code: 7003, Message: "Could not route, perhaps your object identifier is invalid?"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			fault.Method, fault.Path = http.MethodDelete, "/workers/scripts/"
			if fault.Code != 0 {
				// The script is there all the same: it is not forgotten, and the teardown can be
				// done again.
				b.cf.Fault(fault)
				wantCode(t, b.cloud.Teardown.TearDown(t.Context(), false), apperror.CloudError)
				if _, there := b.cf.Script(b.account, workerName); !there || !b.status(t).IsClosing || !b.status(t).HasAPIToken {
					t.Errorf("a worker that runs was forgotten: %+v", b.status(t))
				}
			}
			fault.Commit = true
			b.cf.Fault(fault)
			if err := b.cloud.Teardown.TearDown(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			b.mustBeGone(t, 0)
		})
	}
}

// TestTearDown_Cut: a teardown that was cut off goes on where it stopped, also after a restart.
// Meanwhile nothing is sent to the worker.
func TestTearDown_Cut(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/scripts/crier", "/namespaces/"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			b.cf.Fault(cloudflaretest.Fault{Method: "DELETE", Path: path, Commit: true, Lose: true, Times: -1})
			wantCode(t, b.cloud.Teardown.TearDown(t.Context(), false), apperror.CloudError)
			b.boot(t)
			if b.link.Ready() || !b.status(t).IsClosing {
				t.Errorf("got %+v", b.status(t))
			}
			_, err := b.link.Put(t.Context(), postID, job())
			if e := cloud.AsWorkerError(err); e == nil || !e.NotSent {
				t.Errorf("got %v", err)
			}
			wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}), apperror.InvalidStatus)
			wantCode(t, b.cloud.Setup.Deploy(t.Context()), apperror.InvalidStatus)
			b.later(t)
			b.cf.Heal()
			if err := b.cloud.Teardown.TearDown(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			b.mustBeGone(t, 0)
		})
	}
}

// TestTearDown_CutAndRefused: a teardown that had deleted the script is repeated while Cloudflare
// does not answer. It is refused, and nothing new goes to the worker that is gone.
func TestTearDown_CutAndRefused(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.cf.Fault(cloudflaretest.Fault{Method: "DELETE", Path: "/namespaces/", Status: 500, Times: -1})
	wantCode(t, b.cloud.Teardown.TearDown(t.Context(), false), apperror.CloudError)
	b.cf.Fault(cloudflaretest.Fault{Path: "/", Cut: true, Times: -1})
	wantCode(t, b.cloud.Teardown.TearDown(t.Context(), false), apperror.WorkerUnreachable)
	if b.link.Ready() || !b.status(t).IsClosing {
		t.Errorf("new posts go to a worker that was deleted: %+v", b.status(t))
	}
	b.cf.Heal()
	if err := b.cloud.Teardown.TearDown(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	b.mustBeGone(t, 0)
}

// TestTearDown_AndAJobAtOnce: the teardown waits for a job that is on its way, and is then refused.
func TestTearDown_AndAJobAtOnce(t *testing.T) {
	t.Parallel()
	b := ready(t)
	arrived, leave, asked := make(chan struct{}), make(chan struct{}), make(chan struct{})
	b.worker.set(func(w *fakeWorker) {
		w.instead = func(_ http.ResponseWriter, r *http.Request) bool {
			switch {
			case r.Method == http.MethodPut:
				close(arrived)
				<-leave
			case r.URL.Path == "/v1/jobs":
				close(asked)
			}
			return false
		}
	})
	put, down := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := b.link.Put(t.Context(), postID, job())
		put <- err
	}()
	<-arrived
	go func() { down <- b.cloud.Teardown.TearDown(t.Context(), false) }()
	for early := false; !early && !b.link.IsWaitedFor(); {
		select {
		case <-asked:
			early = true
			t.Error("the worker was asked while a job was on its way")
		default:
			runtime.Gosched()
		}
	}
	close(leave)
	putErr, downErr := <-put, <-down
	if putErr != nil || apperror.CodeOf(downErr) != apperror.InvalidStatus || !b.link.Ready() {
		t.Errorf("put: %v, teardown: %v", putErr, downErr)
	}
}
