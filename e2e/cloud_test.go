package e2e_test

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/objectstore/s3test"
)

const (
	cloudToken = "cf-token-Zx81kQpwR7"
	cloudName  = "crier"
	// cloudPace leaves a network that takes its time over a picture ten seconds.
	cloudPace = 30
)

// cloudWorld is all that outlives a desktop that is switched off: a Cloudflare whose scripts run, a bucket, the network.
type cloudWorld struct {
	*workertest.Runtime

	cf      *cloudflaretest.Server
	account string
	bucket  *s3test.Server
	network *e2e.SandboxProcess
	control *e2e.SandboxControl
	program *e2e.Executable
	dir     string
}

func newCloudWorld(t *testing.T, program *e2e.Executable) *cloudWorld {
	t.Helper()
	c := &cloudWorld{cf: cloudflaretest.Start(t, clock.System()), program: program, dir: filepath.Join(t.TempDir(), "data")}
	c.account = c.cf.AddAccount("Anna")
	c.cf.AddToken(cloudflaretest.Token{Value: cloudToken, Accounts: []string{c.account}})
	c.Runtime = workertest.Start(t, c.cf, workertest.Paced(cloudPace))
	c.bucket = s3test.Start(t)
	c.network = program.Sandbox(t, "0", "")
	c.control = c.network.Control(t)
	return c
}

// settings are those of a service of this world.
func (c *cloudWorld) settings(more ...string) []string {
	b := c.bucket.Config()
	return append([]string{
		"CRIER_DATA_DIR=" + c.dir, "CRIER_SANDBOX_URL=" + c.network.URL(), "CRIER_CLOUDFLARE_URL=" + c.cf.URL(), "CRIER_WORKERS_URL=" + c.URL(),
		"CRIER_BUCKET_ENDPOINT=" + b.Endpoint, "CRIER_BUCKET_NAME=" + b.Name, "CRIER_BUCKET_ACCESS_KEY_ID=" + b.AccessKeyID,
		"CRIER_BUCKET_SECRET_ACCESS_KEY=" + b.SecretAccessKey.Reveal(), "CRIER_BUCKET_PUBLIC_URL=" + b.PublicURL,
		"RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000",
	}, more...)
}

// desk is a Crier that is switched on.
type desk struct {
	*e2e.Service

	t      *testing.T
	world  *cloudWorld
	client *e2e.Client
	// browser is nil until it is needed.
	browser *e2e.Client
}

// open switches Crier on.
func (c *cloudWorld) open(t *testing.T, more ...string) *desk {
	t.Helper()
	s := c.program.Serve(t, c.settings(more...)...)
	return &desk{Service: s, t: t, world: c, client: s.Client(t)}
}

// shut switches it off in order.
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
		d.browser = signedIn(d.t, d.Service)
	}
	return d.browser
}

// setUp sets the cloud up.
func (d *desk) setUp() {
	d.t.Helper()
	d.inside().Post("/api/cloud/setup", body{"apiToken": cloudToken}).Want(http.StatusOK)
}

// newCloud returns a world and a desk in it whose cloud is set up.
func newCloud(t *testing.T) (*cloudWorld, *desk) {
	t.Helper()
	c := newCloudWorld(t, e2e.Program(t))
	d := c.open(t)
	d.setUp()
	return c, d
}

// diagnostics is what the worker says of itself, by v1.
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

// TestCloud_SetUp deploys the real worker by the real program, and has each of the four operations answer.
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
	if !c.Cron(t, c.account, cloudName) {
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
	c.Stop(t, c.account, cloudName)
	if got := d.diagnostics(); !got.Offline || got.OfflineReason == nil {
		t.Errorf("of a dead worker: %+v", got)
	}
	c.Resume(t, c.account, cloudName)
	d.shut()
	d = c.open(t)
	if got := d.diagnostics(); got.Offline {
		t.Errorf("after a restart: %+v", got)
	}
	d.inside().Delete("/api/cloud/setup").Want(http.StatusOK)
	if _, there := c.cf.Script(c.account, cloudName); there {
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

// scheduled is the answer to who schedules a post.
type scheduled struct {
	PostID, JobID string
	CloudJobID    *string
	IsCloud       bool
	Warnings      []posts.Warning
}

// offer schedules a post for the cloud, whether or not the worker confirms it.
func (d *desk) offer(b body, in time.Duration) (got scheduled) {
	d.t.Helper()
	d.client.Post("/api/v1/schedule", b.with("scheduledFor", clock.System().Now().Add(in)).with("timezone", "UTC")).Want(http.StatusCreated).JSON(&got)
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

// synced is what an exchange with the worker came to.
type synced struct{ Results, Waiting, InCloud int }

// sync exchanges everything with the worker, once that is not being deployed.
func (d *desk) sync() (got synced) {
	d.t.Helper()
	until(d.t, func() bool {
		answer := d.inside().Post("/api/schedule/sync", nil)
		return answer.Status == http.StatusOK && json.Unmarshal(answer.Body, &got) == nil
	})
	return got
}

// ends has results come home until the post has ended, and returns it.
func (d *desk) ends(id string) (p posts.Post) {
	d.t.Helper()
	until(d.t, func() bool {
		d.sync()
		p = d.post(id)
		return p.Status.HasEnded()
	})
	return p
}

// isLive wants the post to be PUBLISHED, once, as what the network has under its caption.
func (d *desk) isLive(id string) {
	d.t.Helper()
	p := d.ends(id)
	live := d.world.captioned(d.t, text(p.Caption))
	if p.Status != posts.Published || len(live) != 1 {
		d.t.Fatalf("the post is %s; live is %+v", describe(p), live)
	}
	if text(p.SNMediaID) != live[0].MediaID || text(p.SNPermalink) != text(live[0].Permalink) || p.PublishedAt == nil || p.ErrorCode != nil {
		d.t.Errorf("the post is %s; live is %+v", describe(p), live[0])
	}
}

// captioned returns what was published with the caption.
func (c *cloudWorld) captioned(t *testing.T, caption string) (live []e2e.Publication) {
	t.Helper()
	for _, p := range c.ledger(t).Publications {
		if p.Caption == caption {
			live = append(live, p)
		}
	}
	return live
}

// ledger is what the network has, for whoever outlives the test that started it.
func (c *cloudWorld) ledger(t *testing.T) e2e.Ledger {
	t.Helper()
	return e2e.NewSandboxControl(t, c.network.URL()).Ledger()
}

// goesOut waits until something of the caption is live.
func (c *cloudWorld) goesOut(t *testing.T, caption string) {
	t.Helper()
	until(t, func() bool { return len(c.captioned(t, caption)) > 0 })
}

// mirrored returns the state of a post that the worker's KV shows, empty for none.
func (c *cloudWorld) mirrored(t *testing.T, id string) string {
	t.Helper()
	script, _ := c.cf.Script(c.account, cloudName)
	for _, b := range script.Bindings {
		if e, ok := c.cf.Values(c.account, b.Namespace)[worker.KeyPrefix+id]; ok && b.Name == worker.BindingMirror {
			var shown struct{ State string }
			if err := json.Unmarshal(e.Value, &shown); err != nil {
				t.Fatal(err)
			}
			return shown.State
		}
	}
	return ""
}
