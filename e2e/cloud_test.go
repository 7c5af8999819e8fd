package e2e_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/cloud/worker"
	"crier/modules/posts"
	"crier/platform/clock"
)

// cloudWorld is a world with the desks of its tests.
type cloudWorld struct{ *e2e.CloudWorld }

func newCloudWorld(t *testing.T, program *e2e.Executable) *cloudWorld {
	t.Helper()
	return &cloudWorld{e2e.NewCloudWorld(t, program)}
}

// desk is a running Crier.
type desk struct {
	*e2e.Service

	t      *testing.T
	world  *cloudWorld
	client *e2e.Client
	// browser is nil until it is needed.
	browser *e2e.Client
}

// open starts Crier.
func (c *cloudWorld) open(t *testing.T, more ...string) *desk {
	t.Helper()
	s := c.Program.Serve(t, c.Settings(more...)...)
	return &desk{Service: s, t: t, world: c, client: s.Client(t)}
}

// shut stops it in order.
func (d *desk) shut() {
	d.t.Helper()
	if exit := d.Stop(d.t); exit.Code != 0 {
		d.t.Fatalf("it ended with %d: %s", exit.Code, exit.Stderr)
	}
}

// inside returns a client of the internal surface.
func (d *desk) inside() *e2e.Client {
	d.t.Helper()
	if d.browser == nil {
		d.browser = d.Browser(d.t)
	}
	return d.browser
}

// setUp sets the cloud up.
func (d *desk) setUp() {
	d.t.Helper()
	d.world.SetUp(d.inside())
}

// newCloud returns a world and a desk whose cloud is set up.
func newCloud(t *testing.T) (*cloudWorld, *desk) {
	t.Helper()
	c := newCloudWorld(t, e2e.Program(t))
	d := c.open(t)
	d.setUp()
	return c, d
}

// cloudDiagnostics is the worker's report in v1.
type cloudDiagnostics struct {
	Version, LastCronRun, OfflineReason         *string
	HasEncryptionKey, Offline                   bool
	ScheduledCount, CompletedCount, FailedCount int
}

func (d *desk) diagnostics() (got cloudDiagnostics) {
	d.t.Helper()
	d.client.Get("/api/v1/cloud/diagnostics").Want(http.StatusOK).JSON(&got)
	return got
}

// TestCloud_SetUp deploys the real worker with the real program, and calls each of the four
// operations.
func TestCloud_SetUp(t *testing.T) {
	t.Parallel()
	c := newCloudWorld(t, e2e.Program(t))
	d := c.open(t)
	d.client.Get("/api/v1/cloud/diagnostics").WantError(http.StatusBadRequest, "CLOUD_NOT_CONFIGURED")
	d.inside().Post("/api/cloud/setup", body{"apiToken": "wrong-token"}).WantError(http.StatusInternalServerError, "CLOUD_ERROR")
	d.setUp()
	var status struct{ IsConfigured, IsVerified, WorkerConfigured, BucketConfigured, HasStoredAPIToken bool }
	d.client.Get("/api/v1/cloud/status").Want(http.StatusOK).JSON(&status)
	if !status.IsConfigured || !status.IsVerified || !status.WorkerConfigured || !status.BucketConfigured || !status.HasStoredAPIToken {
		t.Errorf("status %+v", status)
	}
	version, err := worker.Version()
	if got := d.diagnostics(); err != nil || got.Offline || got.Version == nil || *got.Version != version || !got.HasEncryptionKey || got.LastCronRun != nil {
		t.Errorf("diagnostics %+v, want version %s, %v", got, version, err)
	}
	if !c.Cron(t, c.Account, e2e.CloudName) {
		t.Error("the cron does not run")
	}
	var cron struct {
		HasCron     bool
		LastCronRun *time.Time
	}
	d.client.Get("/api/v1/cloud/cron-status").Want(http.StatusOK).JSON(&cron)
	if !cron.HasCron || cron.LastCronRun == nil {
		t.Errorf("cron %+v", cron)
	}
	var kv struct{ Keys []struct{ Name string } }
	d.client.Get("/api/v1/cloud/kv").Want(http.StatusOK).JSON(&kv)
	if len(kv.Keys) != 1 || kv.Keys[0].Name != worker.KeyLastRun {
		t.Errorf("keys %+v", kv)
	}
	d.inside().Post("/api/cloud/deploy", nil).Want(http.StatusOK)
	d.inside().Post("/api/cloud/verify", nil).Want(http.StatusOK)
	c.Stop(t, c.Account, e2e.CloudName)
	if got := d.diagnostics(); !got.Offline || got.OfflineReason == nil {
		t.Errorf("of a dead worker: %+v", got)
	}
	c.Resume(t, c.Account, e2e.CloudName)
	d.shut()
	d = c.open(t)
	if got := d.diagnostics(); got.Offline {
		t.Errorf("after a restart: %+v", got)
	}
	d.inside().Delete("/api/cloud/setup").Want(http.StatusOK)
	if _, there := c.CF.Script(c.Account, e2e.CloudName); there {
		t.Error("the worker outlives its teardown")
	}
	d.client.Get("/api/v1/cloud/diagnostics").WantError(http.StatusBadRequest, "CLOUD_NOT_CONFIGURED")
	for _, call := range c.Calls() {
		if slices.Contains([]int{401, 500}, call.Status) {
			t.Errorf("the worker answered %d to %s %s", call.Status, call.Method, call.Path)
		}
	}
}

// photo uploads a picture and returns its id.
func (d *desk) photo() string {
	d.t.Helper()
	return d.client.Upload("file", "photo.png", picture(d.t, 320, 320)).Want(http.StatusCreated).String("id")
}

// image returns the body of a post of one picture on the bakery's account.
func (d *desk) image(caption string) body {
	d.t.Helper()
	return body{"accountId": demoAccount, "mediaType": "IMAGE", "mediaFileId": d.photo(), "caption": caption}
}

// scheduled is the answer to a request to schedule a post.
type scheduled struct {
	PostID, JobID string
	CloudJobID    *string
	IsCloud       bool
	Warnings      []posts.Warning
}

// offer schedules a post for the cloud. The worker may fail to confirm it. On a busy machine the
// time has passed before the service has the request: the post gets a later one.
func (d *desk) offer(b body, in time.Duration) (got scheduled) {
	d.t.Helper()
	try := func() e2e.Response {
		return d.client.Post("/api/v1/schedule", b.with("scheduledFor", clock.System().Now().Add(in)).with("timezone", "UTC"))
	}
	answer := try()
	for ; answer.Status == http.StatusBadRequest && answer.String("code") == "INVALID_SCHEDULE" && in < time.Hour; answer = try() {
		in *= 2
	}
	answer.Want(http.StatusCreated).JSON(&got)
	if !got.IsCloud || text(got.CloudJobID) != got.PostID || got.JobID != got.PostID {
		d.t.Fatalf("it does not go to the cloud: %+v", got)
	}
	return got
}

// schedule is offer for a post that the worker confirms at once.
func (d *desk) schedule(b body, in time.Duration) string {
	d.t.Helper()
	got := d.offer(b, in)
	for _, w := range got.Warnings {
		if w.Code != "CLOSE_TO_ANOTHER" {
			d.t.Errorf("warning %+v", w)
		}
	}
	return got.PostID
}

func (d *desk) post(id string) (p posts.Post) {
	d.t.Helper()
	d.client.Get("/api/v1/posts/" + id).Want(http.StatusOK).JSON(&p)
	return p
}

// synced is the result of an exchange with the worker.
type synced struct{ Results, Waiting, InCloud int }

// sync exchanges everything with the worker, once no deployment is running.
func (d *desk) sync() (got synced) {
	d.t.Helper()
	e2e.Until(d.t, func() bool {
		answer := d.inside().Post("/api/schedule/sync", nil)
		return answer.Status == http.StatusOK && json.Unmarshal(answer.Body, &got) == nil
	})
	return got
}

// ends fetches results until the post has ended, and returns it.
func (d *desk) ends(id string) (p posts.Post) {
	d.t.Helper()
	e2e.Until(d.t, func() bool {
		d.sync()
		p = d.post(id)
		return p.Status.HasEnded()
	})
	return p
}

// isLive checks that the post is PUBLISHED once, as the item that the network has under its
// caption.
func (d *desk) isLive(id string) {
	d.t.Helper()
	p := d.ends(id)
	live := d.world.Captioned(d.t, text(p.Caption))
	if p.Status != posts.Published || len(live) != 1 {
		d.t.Fatalf("the post is %s; live is %+v", describe(p), live)
	}
	if text(p.SNMediaID) != live[0].MediaID || e2e.PathOf(p.SNPermalink) != e2e.PathOf(live[0].Permalink) || p.PublishedAt == nil || p.ErrorCode != nil {
		d.t.Errorf("the post is %s; live is %+v", describe(p), live[0])
	}
}

// TestCloud_OtherFiles: a post that the real worker has gets other files and another type, stays
// the worker's, and is published once with them while Crier is closed.
func TestCloud_OtherFiles(t *testing.T) {
	t.Parallel()
	c, d := newCloud(t)
	id := d.schedule(d.image("before"), time.Hour)
	var changed posts.EditablePost
	d.inside().With("If-Match", d.post(id).UpdatedAt.String()).InternalDo(http.MethodPut, "/api/posts/"+id, body{
		"mediaType": "CAROUSEL", "mediaFileId": nil, "mediaFileIds": []string{d.photo(), d.photo()}, "caption": "after",
	}).Want(http.StatusOK).JSON(&changed)
	if !changed.InCloud() || len(changed.MediaFiles) != 2 || len(changed.Warnings) != 0 || changed.BucketMediaKey == nil {
		t.Errorf("it is %s, warnings %v", describe(changed.Post), changed.Warnings)
	}
	// From now on it is changed like any other post of the worker.
	d.inside().With("If-Match", changed.UpdatedAt.String()).InternalDo(http.MethodPut, "/api/posts/"+id, body{"scheduledFor": clock.System().Now().Add(3 * time.Second)}).Want(http.StatusOK)
	d.shut()
	e2e.Until(t, func() bool { return len(c.Ledger(t).Publications) > 0 })
	d = c.open(t)
	d.knows(map[string]string{"changed": id})
	if live := c.Ledger(t).Publications; len(live) != 1 || live[0].Caption != "after" || live[0].MediaType != "CAROUSEL" {
		t.Errorf("live is %+v", live)
	}
}
