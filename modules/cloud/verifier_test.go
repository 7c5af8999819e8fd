package cloud_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// later lets so much time pass that the worker is looked at again.
func (b *bench) later(t *testing.T) {
	t.Helper()
	b.clock.Advance(11 * time.Minute)
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestWatch_Silence: a machine that wakes up has no network for a moment, so a short silence
// changes nothing. A worker that is silent for longer is not used.
func TestWatch_Silence(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.worker.silent()
	for look, want := range []bool{true, true, false} {
		b.later(t)
		if b.link.Ready() != want {
			t.Errorf("ready after look %d: %v", look+1, b.link.Ready())
		}
	}
	status := b.status(t)
	if *status.ProblemCode != "WORKER_UNREACHABLE" || len(status.Warnings) != 1 || !strings.Contains(status.Warnings[0], "crier cloud takeover") || status.LastVerifiedAt == nil {
		t.Errorf("got %+v", status)
	}
	if !b.link.HasWorker() {
		t.Error("its jobs are forgotten")
	}
	b.worker.heal()
	b.later(t)
	if !b.link.Ready() || b.status(t).Problem != nil {
		t.Errorf("it does not recover: %+v", b.status(t))
	}
}

// TestWatch_Contradiction: an answer that contradicts what was deployed counts at once.
func TestWatch_Contradiction(t *testing.T) {
	t.Parallel()
	for code, spoil := range map[apperror.Code]func(*bench){
		apperror.EncryptionKeyMismatch: func(b *bench) { b.worker.set(func(w *fakeWorker) { w.key = "AAAA" }) },
		apperror.WorkerDeployFailed:    func(b *bench) { b.worker.set(func(w *fakeWorker) { w.version = "another" }) },
		apperror.CloudError:            func(b *bench) { b.cf.RevokeToken(apiToken) },
	} {
		t.Run(string(code), func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			spoil(b)
			b.later(t)
			if status := b.status(t); b.link.Ready() || *status.ProblemCode != string(code) || b.cloud.Overview.Status().IsVerified {
				t.Errorf("got %+v", status)
			}
			wantCode(t, b.cloud.Verifier.Verify(t.Context()), code)
			b.worker.heal()
			b.cf.AddToken(cloudflaretest.Token{ID: tokenID, Value: apiToken, Accounts: []string{b.account}})
			b.later(t)
			if !b.link.Ready() {
				t.Errorf("it does not recover: %+v", b.status(t))
			}
		})
	}
}

// TestWatch_WithoutCloudflare: the worker works without Cloudflare's API.
func TestWatch_WithoutCloudflare(t *testing.T) {
	t.Parallel()
	b := ready(t)
	for range 4 {
		b.cf.Fault(cloudflaretest.Fault{Status: http.StatusBadGateway, HTML: true, Times: -1})
		b.later(t)
	}
	if !b.link.Ready() {
		t.Errorf("got %+v", b.status(t))
	}
}

// TestWatch_HowOften: a worker that works is asked rarely.
func TestWatch_HowOften(t *testing.T) {
	t.Parallel()
	b := ready(t)
	before := b.worker.count("GET /v1/diagnostics")
	for range 60 {
		b.clock.Advance(time.Minute)
		if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.worker.count("GET /v1/diagnostics") - before; n < 5 || n > 7 {
		t.Errorf("it was asked %d times in an hour", n)
	}
}

// TestWatch_NewWorker: a worker whose address was not known everywhere when it was deployed is
// found within minutes.
func TestWatch_NewWorker(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.worker.silent()
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken}), apperror.WorkerUnreachable)
	b.worker.heal()
	b.clock.Advance(time.Minute)
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil || !b.link.Ready() {
		t.Errorf("%v, %+v", err, b.status(t))
	}
}

// TestWatch_DeploysWhatBelongsToIt: the worker is deployed again after an upgrade and when a
// binding changes, with growing pauses.
func TestWatch_DeploysWhatBelongsToIt(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.later(t)
	if n := b.script(t).Uploads; n != 1 {
		t.Fatalf("it was deployed %d times without a reason", n)
	}
	b.bindings = map[string]string{worker.BindingInstagram: "http://127.0.0.1:4711"}
	if b.status(t).IsCurrent {
		t.Error("it is said to be current")
	}
	b.cf.Fault(cloudflaretest.Fault{Method: "PUT", Path: "/scripts/crier", Status: 400, Code: 10021, Message: "no", Times: -1})
	before := b.cf.Count("PUT", "/scripts/crier")
	for range 10 {
		b.clock.Advance(time.Minute)
		if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.cf.Count("PUT", "/scripts/crier") - before; n != 4 {
		t.Errorf("it was tried %d times in 10 minutes", n)
	}
	if !b.link.Ready() {
		t.Error("the worker that is there is not used any more")
	}
	b.cf.Heal()
	b.boot(t)
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	script := b.script(t)
	base := textOf(script, worker.BindingInstagram)
	if script.Uploads != 2 || base != "http://127.0.0.1:4711" || !b.status(t).IsCurrent || !b.link.Ready() {
		t.Errorf("%d uploads, bound %q, %+v", script.Uploads, base, b.status(t))
	}
}

// TestDeploy_MakesWhatIsGone: a namespace that was deleted by hand is made again.
func TestDeploy_MakesWhatIsGone(t *testing.T) {
	t.Parallel()
	b := ready(t)
	before := b.namespace(t)
	if err := newClient(b).DeleteNamespace(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	if err := b.cloud.Setup.Deploy(t.Context()); err != nil || b.namespace(t) == before || !b.link.Ready() {
		t.Errorf("%v, the namespace is %s", err, b.namespace(t))
	}
}

// TestWatch_DeadCron: a dead cron is reported once it should have run.
func TestWatch_DeadCron(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.worker.set(func(w *fakeWorker) { w.lastRun = wiretime.Ptr(start) })
	b.clock.Advance(10 * time.Minute)
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil || b.status(t).IsCronDead {
		t.Errorf("it is told too early: %v", err)
	}
	b.later(t)
	if status := b.status(t); !status.IsCronDead || !b.link.Ready() || !strings.Contains(status.Warnings[0], "takeover") || *status.LastCronRun != wiretime.Of(start) {
		t.Errorf("got %+v", status)
	}
	b.clock.Advance(11 * time.Minute)
	b.worker.set(func(w *fakeWorker) { w.lastRun = wiretime.Ptr(b.clock.Now().Add(-time.Minute)) })
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil || b.status(t).IsCronDead {
		t.Errorf("it runs again: %v, %+v", err, b.status(t))
	}
}

// TestKeys_ThatCannotBeOpened: with another sealing key nothing is sent, posts are held, and a
// set-up makes new keys.
func TestKeys_ThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	b := ready(t)
	before := b.link.KeyCheck()
	b.key = secrets.NewKey()
	b.boot(t)
	if b.link.Ready() || !b.link.HasWorker() || b.cloud.Overview.Status().IsVerified || b.cloud.Overview.Status().HasStoredAPIToken {
		t.Error("it is said to work")
	}
	asked := b.worker.count("PUT /v1/jobs/" + postID.String())
	_, err := b.link.Seal(postID, secrets.NewText("network-token"))
	wantCode(t, err, apperror.EncryptionKeyMismatch)
	_, err = b.link.Put(t.Context(), postID, job())
	if e := cloud.AsWorkerError(err); e == nil || !e.NotSent || e.Apperror().Code != apperror.EncryptionKeyMismatch || !strings.Contains(e.Message, "crier cloud setup") {
		t.Errorf("got %v", err)
	}
	if b.worker.count("PUT /v1/jobs/"+postID.String()) != asked {
		t.Error("it was sent")
	}
	if _, err = b.cloud.Inspector.Diagnostics(t.Context()); apperror.CodeOf(err) != apperror.EncryptionKeyMismatch {
		t.Errorf("diagnostics: %v", err)
	}
	if status := b.status(t); *status.ProblemCode != "ENCRYPTION_KEY_MISMATCH" || status.HasAPIToken {
		t.Errorf("got %+v", status)
	}
	wantCode(t, b.cloud.Setup.Deploy(t.Context()), apperror.TokenRequired)
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}), apperror.TokenRequired)
	b.mustSetUp(t)
	if after := b.link.KeyCheck(); !b.link.Ready() || after == before || after != keyCheck(b.script(t).Secrets[worker.BindingEncryptionKey]) {
		t.Errorf("ready %v, key %s, before %s", b.link.Ready(), after, before)
	}
	if len(b.status(t).Warnings) != 0 {
		t.Errorf("got %+v", b.status(t))
	}
}

// TestStored_AreNoSecrets looks into the database itself.
func TestStored_AreNoSecrets(t *testing.T) {
	t.Parallel()
	b := ready(t)
	var row []map[string]any
	if err := b.db.NewSelect().Table("cloud_worker").Scan(t.Context(), &row); err != nil || len(row) != 1 {
		t.Fatal(err, row)
	}
	script := b.script(t)
	key, err := base64.StdEncoding.DecodeString(script.Secrets[worker.BindingEncryptionKey])
	if err != nil {
		t.Fatal(err)
	}
	for column, value := range row[0] {
		text, ok := value.(string)
		if b, isBytes := value.([]byte); isBytes {
			text, ok = string(b), true
		}
		for _, secret := range []string{apiToken, string(key), script.Secrets[worker.BindingEncryptionKey], script.Secrets[worker.BindingWorkerKey]} {
			if ok && strings.Contains(text, secret) {
				t.Errorf("%s has a secret", column)
			}
		}
	}
}

// TestKeys_AreForTheirAddress: a worker's address that was changed in the database does not get the
// key.
func TestKeys_AreForTheirAddress(t *testing.T) {
	t.Parallel()
	b := ready(t)
	if _, err := b.db.NewRaw("UPDATE cloud_worker SET subdomain = 'evil'").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	handed := false
	b.worker.set(func(w *fakeWorker) {
		w.instead = func(http.ResponseWriter, *http.Request) bool { handed = true; return false }
	})
	b.boot(t)
	_, err := b.link.Put(t.Context(), postID, job())
	if e := cloud.AsWorkerError(err); e == nil || !e.NotSent || handed || b.link.Ready() {
		t.Errorf("got %v", err)
	}
	if err := b.cloud.Setup.Deploy(t.Context()); err != nil || !b.link.Ready() {
		t.Errorf("it does not recover: %v", err)
	}
}

// TestNetworks_AreApart: what was set up for one network is not there for the other.
func TestNetworks_AreApart(t *testing.T) {
	t.Parallel()
	b := ready(t)
	live := cloud.New(b.deps, cloud.Options{Network: "live"})
	if err := live.Load(t.Context()); err != nil || live.Link.HasWorker() {
		t.Errorf("it is there: %v", err)
	}
}

// TestRefusal: where no worker can reach the network nothing is done.
func TestRefusal(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.cloud.Refuse("not here")
	calls := len(b.cf.Calls())
	_, sent := b.link.Put(t.Context(), postID, job())
	_, fenced := b.link.RaiseFence(t.Context())
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken}), apperror.NotConfigured)
	wantCode(t, b.cloud.Setup.Deploy(t.Context()), apperror.NotConfigured)
	wantCode(t, b.cloud.Teardown.TearDown(t.Context(), true), apperror.NotConfigured)
	wantCode(t, fenced, apperror.WorkerUnreachable)
	if e := cloud.AsWorkerError(sent); e == nil || !e.NotSent || e.Apperror().Code != apperror.NotConfigured || b.link.Ready() {
		t.Errorf("got %v", sent)
	}
	_, err := b.cloud.Inspector.Diagnostics(t.Context())
	wantCode(t, err, apperror.CloudNotConfigured)
	if kv, err := b.cloud.Inspector.Keys(t.Context(), ""); err != nil || kv.Configured {
		t.Errorf("got %+v, %v", kv, err)
	}
	if cron, err := b.cloud.Inspector.CronStatus(t.Context()); err != nil || cron.Configured {
		t.Errorf("got %+v, %v", cron, err)
	}
	b.later(t)
	if len(b.cf.Calls()) != calls || b.cloud.Overview.Status().IsVerified || !b.link.HasWorker() {
		t.Error("Cloudflare was asked, or the worker is forgotten")
	}
}

var postID = wireid.MustParse("3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e")

func job() cloud.Job {
	return cloud.Job{
		Rev: 1, RunAt: wiretime.Of(start.Add(time.Hour)), AccountID: "17840000000000001", Login: "primary", Token: "sealed",
		Post: cloud.JobPost{MediaType: "IMAGE", Items: []cloud.JobItem{{Kind: "image", URL: "https://media.example.com/a.jpg"}}},
	}
}
