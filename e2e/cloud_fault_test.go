package e2e_test

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	"crier/modules/posts"
	"crier/platform/needtest"
)

// TestCloud_AnswersAreLost: whatever becomes of a request to the worker or of its answer, each post
// is published once, as it is stored on the desktop.
func TestCloud_AnswersAreLost(t *testing.T) {
	t.Parallel()
	c, d := newCloud(t)
	captions := []string{}
	for name, fault := range map[string]workertest.Fault{
		"put lost":     {Method: http.MethodPut, Lose: true},
		"put dropped":  {Method: http.MethodPut, Drop: true},
		"put proxied":  {Method: http.MethodPut, Status: http.StatusBadGateway, Commit: true},
		"put a page":   {Method: http.MethodPut, Status: http.StatusOK},
		"put another":  {Method: http.MethodPut, Status: http.StatusOK, Body: []byte(`{"job":{"id":"00000000-0000-4000-8000-000000000000","state":"SCHEDULED"}}`)},
		"put too many": {Method: http.MethodPut, Status: http.StatusTooManyRequests},
	} {
		c.Fault(fault)
		d.offer(d.image(name), 5*time.Second)
		d.sync()
		captions = append(captions, name)
	}
	for name, fault := range map[string]workertest.Fault{
		"edit lost":    {Method: http.MethodPut, Lose: true},
		"edit dropped": {Method: http.MethodPut, Drop: true},
		"edit proxied": {Method: http.MethodPut, Status: http.StatusGatewayTimeout, Commit: true},
	} {
		id := d.schedule(d.image(name), 8*time.Second)
		c.Fault(fault)
		d.client.Put("/api/v1/schedule/"+id, body{"caption": name + " and never seen"}).WantError(http.StatusBadGateway, "WORKER_UNREACHABLE")
		if p := d.post(id); text(p.Caption) != name || p.Status != posts.Scheduled {
			t.Errorf("%s: it is %s", name, describe(p))
		}
		d.sync()
		captions = append(captions, name)
	}
	for name, fault := range map[string]workertest.Fault{
		"cancel lost":    {Method: http.MethodDelete, Lose: true},
		"cancel dropped": {Method: http.MethodDelete, Drop: true},
	} {
		id := d.schedule(d.image(name), 8*time.Second)
		c.Fault(fault)
		d.client.Delete("/api/v1/schedule/"+id).WantError(http.StatusBadGateway, "WORKER_UNREACHABLE")
		if p := d.post(id); p.Status != posts.Scheduled {
			t.Errorf("%s: it is %s", name, describe(p))
		}
		d.sync()
		captions = append(captions, name)
	}
	for _, caption := range captions {
		c.GoesOut(t, caption)
	}
	for _, fault := range []workertest.Fault{
		{Path: "/v1/results", Method: http.MethodGet, Lose: true, Times: -1},
		{Path: "/v1/results", Method: http.MethodGet, Status: http.StatusOK, Times: -1},
		{Path: "/v1/results", Method: http.MethodGet, Status: http.StatusOK, Body: []byte(`{"results":null}`), Times: -1},
	} {
		c.Fault(fault)
		d.inside().Post("/api/schedule/sync", nil).WantError(http.StatusInternalServerError, "SYNC_FAILED")
		c.Heal()
	}
	c.Fault(workertest.Fault{Path: "/v1/results/acknowledge", Lose: true, Times: 2})
	d.sync()
	var page posts.RecentCompletions
	d.client.Get("/api/v1/posts/recent-completions?since=2020-01-01T00:00:00Z&limit=100").Want(http.StatusOK).JSON(&page)
	for _, p := range page.Posts {
		d.isLive(p.ID.String())
	}
	if len(page.Posts) != len(captions) {
		t.Errorf("%d completions of %d posts", len(page.Posts), len(captions))
	}
	c.wantOnly(t, captions...)
}

// TestCloud_LateRequests: a request that arrives after a later one changes nothing.
func TestCloud_LateRequests(t *testing.T) {
	t.Parallel()
	c, d := newCloud(t)
	release, reached := make(chan struct{}), make(chan struct{})
	c.Fault(workertest.Fault{Method: http.MethodPut, Until: release, Reached: func() { close(reached) }})
	got := d.offer(d.image("late"), time.Hour) // The client is not kept waiting for as long as the request.
	e2e.Await(t, reached, "the request")
	if len(got.Warnings) == 0 {
		t.Error("nothing tells that the worker has not confirmed it")
	}
	// Crier dies while the request is on its way.
	d.Kill(t)
	d = c.open(t)
	e2e.Until(t, func() bool {
		return d.client.Delete("/api/v1/schedule/"+got.PostID).Status == http.StatusOK
	})
	close(release)
	e2e.Until(t, func() bool {
		calls := c.Calls()
		for _, call := range calls {
			if call.Method == http.MethodPut && call.Status != 0 {
				return true
			}
		}
		return false
	})
	d.sync()
	if n := d.diagnostics().ScheduledCount; n != 0 {
		t.Errorf("the worker has %d posts after the cancellation", n)
	}
}

// TestCloud_OtherVersion: a worker of another version is reported, and one deployment corrects it.
// It keeps its posts.
func TestCloud_OtherVersion(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c, d := newCloud(t)
	id := d.schedule(d.image("kept"), 12*time.Second)
	version, err := worker.Version()
	if err != nil {
		t.Fatal(err)
	}
	c.Fault(workertest.Fault{Path: "/v1/diagnostics", Edit: func(b []byte) []byte { return bytes.Replace(b, []byte(version), []byte("0123456789ab"), 1) }})
	d.inside().Post("/api/cloud/verify", nil).WantError(http.StatusInternalServerError, "WORKER_DEPLOY_FAILED")
	d.inside().Post("/api/cloud/deploy", nil).Want(http.StatusOK)
	if got := d.diagnostics(); got.ScheduledCount != 1 || got.Offline {
		t.Errorf("after the deployment: %+v", got)
	}
	d.inside().Delete("/api/cloud/setup").WantError(http.StatusBadRequest, "INVALID_STATUS")
	if exit := d.Command(t, "cloud", "teardown"); exit.Code == 0 {
		t.Errorf("it is torn down with a post in it: %s", exit.Stdout)
	}
	d.isLive(id)
	// The account is disconnected, and its scheduled posts fail.
	gone := d.schedule(d.image("gone"), time.Hour)
	d.client.Delete("/api/v1/auth/accounts/" + demoAccount).Want(http.StatusOK)
	e2e.Until(t, func() bool {
		d.sync()
		return d.diagnostics().ScheduledCount == 0
	})
	if p := d.post(gone); p.Status != posts.Failed || text(p.ErrorCode) != "NOT_FOUND" {
		t.Errorf("it is %s", describe(p))
	}
	c.wantOnly(t, "kept")
	d.inside().Delete("/api/cloud/setup").Want(http.StatusOK)
	if _, there := c.CF.Script(c.Account, e2e.CloudName); there {
		t.Error("the worker outlives its teardown")
	}
}
