package e2e_test

import (
	"net/http"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	"crier/platform/clock"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/objectstore/s3test"
)

const (
	cloudToken = "cf-token-Zx81kQpwR7"
	cloudName  = "crier"
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
	c.Runtime = workertest.Start(t, c.cf)
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
