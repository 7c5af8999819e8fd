package cloud_test

import (
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/secrets"
)

func TestSetUp(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if b.link.Ready() || b.link.HasWorker() {
		t.Error("there is a worker before any was made")
	}
	b.mustSetUp(t)
	script := b.script(t)
	version, err := worker.Version()
	if err != nil {
		t.Fatal(err)
	}
	key, err := base64.StdEncoding.DecodeString(script.Secrets[worker.BindingEncryptionKey])
	if err != nil || len(key) != 32 || len(script.Secrets[worker.BindingWorkerKey]) < 32 || !script.Served || !script.Observed || !slices.Equal(script.Crons, []string{"* * * * *"}) {
		t.Errorf("deployed was %+v, %v", script, err)
	}
	status := b.status(t)
	if !status.IsVerified || !status.IsCurrent || !status.IsConfigured || *status.Version != version || len(status.Steps) != 10 || len(status.Warnings) != 0 {
		t.Errorf("got %+v", status)
	}
	for _, one := range status.Steps {
		if one.State != "DONE" || one.Text == "" || one.At == nil {
			t.Errorf("got %+v", one)
		}
	}
	public := b.cloud.Overview.Status()
	if !public.IsConfigured || !public.IsVerified || !public.WorkerConfigured || !public.HasStoredAPIToken || public.LastVerifiedAt == nil ||
		!strings.HasSuffix(*public.WorkerURL, ".workers.dev") || *public.BucketName != "media" {
		t.Errorf("got %+v", public)
	}
	if !b.link.Ready() || !b.link.HasWorker() || b.link.KeyCheck() != keyCheck(script.Secrets[worker.BindingEncryptionKey]) {
		t.Error("the link is not ready")
	}
	b.boot(t)
	if !b.link.Ready() {
		t.Error("it is forgotten")
	}
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}); err != nil {
		t.Error(err)
	}
	again := b.script(t)
	if again.Secrets[worker.BindingEncryptionKey] != script.Secrets[worker.BindingEncryptionKey] || again.Secrets[worker.BindingWorkerKey] != script.Secrets[worker.BindingWorkerKey] {
		t.Error("the keys have changed")
	}
	if n := b.cf.Count("PUT", "/schedules"); n != 1 {
		t.Errorf("the cron was set %d times", n)
	}
}

// TestSetUp_EachStep makes each step fail in turn. The answer names the code and the step, nothing
// is said to work, and the same call goes on where it stopped.
func TestSetUp_EachStep(t *testing.T) {
	t.Parallel()
	type fault = cloudflaretest.Fault
	type world func(*bench)
	failing := func(f fault) world { return func(b *bench) { f.Times = -1; b.cf.Fault(f) } }
	answering := func(change func(*fakeWorker)) world { return func(b *bench) { b.worker.set(change) } }
	instead := func(status int, contentType, body string) world {
		return func(b *bench) { b.worker.answers(answer(status, contentType, body)) }
	}
	for name, c := range map[string]struct {
		spoil world
		step  string
		code  apperror.Code
		says  string
	}{
		"wrong token":          {failing(fault{Path: "/verify", Status: 401, Code: 1000, Message: "Invalid API Token"}), "token", apperror.CloudError, "does not accept the API token"},
		"no header":            {failing(fault{Path: "/verify", Status: 400, Code: 9106, Message: "Missing header"}), "token", apperror.TokenRequired, "token"},
		"proxy":                {failing(fault{Path: "/verify", HTML: true}), "token", apperror.CloudError, "proxy"},
		"Cloudflare down":      {failing(fault{Path: "/accounts", Status: 502, HTML: true}), "account", apperror.CloudError, "cannot be reached"},
		"too many requests":    {failing(fault{Method: "GET", Path: "/accounts", Status: 429, Code: 971, Header: http.Header{"Retry-After": {"240"}}}), "account", apperror.CloudError, "4 minutes"},
		"KV quota":             {failing(fault{Method: "POST", Path: "/namespaces", Status: 429, Code: 10048, Message: "free usage limit for today"}), "namespace", apperror.CloudError, "midnight UTC"},
		"store down":           {func(b *bench) { b.store.know("") }, "bucket", apperror.BucketNotConfigured, "test object"},
		"no permission":        {failing(fault{Path: "/workers/subdomain", Status: 403, Code: 10000, Message: "Authentication error"}), "subdomain", apperror.CloudError, "Workers Scripts: Edit"},
		"script refused":       {failing(fault{Method: "PUT", Path: "/scripts/crier", Status: 400, Code: 10021, Message: "Uncaught SyntaxError"}), "upload", apperror.WorkerDeployFailed, "SyntaxError"},
		"e-mail not confirmed": {failing(fault{Method: "PUT", Path: "/scripts/crier", Status: 400, Code: 10034, Message: "verify"}), "upload", apperror.WorkerDeployFailed, "e-mail"},
		"upload cut off":       {failing(fault{Method: "PUT", Path: "/scripts/crier", Cut: true}), "upload", apperror.CloudError, "cannot be reached"},
		"upload lost":          {failing(fault{Method: "PUT", Path: "/scripts/crier", Commit: true, Lose: true}), "upload", apperror.CloudError, "cannot be reached"},
		"upload by a proxy":    {failing(fault{Method: "PUT", Path: "/scripts/crier", HTML: true, Status: 403}), "upload", apperror.CloudError, "proxy"},
		"no cron":              {failing(fault{Method: "PUT", Path: "/schedules", Status: 403, Code: 10000, Message: "Authentication error"}), "cron", apperror.CloudError, "permission"},
		"not served":           {failing(fault{Method: "POST", Path: "/crier/subdomain", Status: 400, Code: 10999, Message: "no"}), "serve", apperror.WorkerDeployFailed, "refused"},
		"no answer":            {func(b *bench) { b.worker.silent() }, "answer", apperror.WorkerUnreachable, "keeps checking"},
		"no such host yet":     {instead(404, "text/html", "<html>"), "answer", apperror.WorkerUnreachable, "not yet"},
		"requests used up":     {instead(429, "text/html", "<html>error 1027"), "answer", apperror.WorkerUnreachable, "used up"},
		"another key":          {instead(401, "application/json", `{"error":"the worker key is wrong","code":"UNAUTHORIZED","status":401}`), "answer", apperror.InvalidWorkerKey, "deploy it again"},
		"no key there":         {instead(503, "application/json", `{"error":"the worker has no key","code":"NOT_CONFIGURED","status":503}`), "answer", apperror.NotConfigured, "deploy it again"},
		"another version":      {answering(func(w *fakeWorker) { w.version = "000000000000" }), "answer", apperror.WorkerDeployFailed, "000000000000"},
		"another sealing key":  {answering(func(w *fakeWorker) { w.key = "AAAA" }), "answer", apperror.EncryptionKeyMismatch, "another encryption key"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			c.spoil(b)
			err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken})
			wantCode(t, err, c.code)
			failed := b.step(t, c.step)
			if failed.State != "FAILED" || *failed.Code != string(c.code) || !strings.Contains(failed.Text, c.says) {
				t.Errorf("the step is %+v", failed)
			}
			if b.link.Ready() || b.status(t).IsVerified {
				t.Error("it is said to work")
			}
			key := b.link.KeyCheck()
			b.cf.Heal()
			b.worker.heal()
			b.store.know(storeKey)
			b.boot(t)
			in := cloud.SetupRequest{}
			if !b.status(t).HasAPIToken {
				in.APIToken = apiToken
			}
			if err := b.cloud.Setup.SetUp(t.Context(), in); err != nil {
				t.Fatalf("it does not go on: %v", err)
			}
			if !b.link.Ready() || (key != "" && b.link.KeyCheck() != key) || len(b.status(t).Warnings) != 0 {
				t.Errorf("it is not as it should be: %+v", b.status(t))
			}
			if n := b.cf.Count("POST", "/namespaces"); c.step != "namespace" && n != 1 {
				t.Errorf("%d namespaces were made", n)
			}
		})
	}
}

// TestSetUp_ClockSetBack: a worker that does not answer is waited for as long as ever when the
// clock is set back meanwhile.
func TestSetUp_ClockSetBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var back sync.Once
	b.worker.answers(func(http.ResponseWriter, *http.Request) {
		back.Do(func() { b.clock.Jump(-time.Hour) })
		panic(http.ErrAbortHandler)
	})
	begun := b.clock.Running().Elapsed
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken}), apperror.WorkerUnreachable)
	if took := b.clock.Running().Elapsed - begun; took > 2*time.Minute {
		t.Errorf("it took %s", took)
	}
}

// TestSetUp_Permissions names the permission that the token lacks.
func TestSetUp_Permissions(t *testing.T) {
	t.Parallel()
	for lacking, c := range map[string]struct{ step, permission string }{
		cloudflaretest.ScriptsWrite: {"namespace", "Workers Scripts: Edit"},
		cloudflaretest.KVWrite:      {"namespace", "Workers KV Storage: Edit"},
		cloudflaretest.SettingsRead: {"account", "Account Settings: Read"},
	} {
		t.Run(lacking, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			has := []string{cloudflaretest.ScriptsWrite, cloudflaretest.KVWrite, cloudflaretest.R2Write, cloudflaretest.SettingsRead}
			has = slices.DeleteFunc(has, func(p string) bool { return p == lacking })
			b.cf.AddToken(cloudflaretest.Token{Value: apiToken, Accounts: []string{b.account}, Permissions: has})
			wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken}), apperror.CloudError)
			if failed := b.step(t, c.step); failed.State != "FAILED" || !strings.Contains(failed.Text, c.permission) {
				t.Errorf("the step is %+v", failed)
			}
		})
	}
}

// TestSetUp_WeakToken: a worker that is deployed keeps the token that can stop it when a new one
// lacks a permission.
func TestSetUp_WeakToken(t *testing.T) {
	t.Parallel()
	for lacking, permission := range map[string]string{
		cloudflaretest.ScriptsWrite: "Workers Scripts: Edit",
		cloudflaretest.KVWrite:      "Workers KV Storage: Edit",
	} {
		t.Run(lacking, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			has := []string{cloudflaretest.ScriptsWrite, cloudflaretest.KVWrite, cloudflaretest.R2Write, cloudflaretest.SettingsRead}
			has = slices.DeleteFunc(has, func(p string) bool { return p == lacking })
			b.cf.AddToken(cloudflaretest.Token{ID: otherID, Value: otherToken, Accounts: []string{b.account}, Permissions: has})
			wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: otherToken}), apperror.CloudError)
			if failed := b.step(t, "account"); failed.State != "FAILED" || !strings.Contains(failed.Text, permission) {
				t.Errorf("the step is %+v", failed)
			}
			b.worker.silent()
			b.cf.RevokeToken(otherToken)
			if _, err := b.link.RaiseFence(t.Context()); err != nil {
				t.Errorf("the token that works was replaced: %v", err)
			}
		})
	}
}

// TestSetUp_NoCronLeft: the set-up goes on without a cron trigger, because posts go out at their
// times all the same.
func TestSetUp_NoCronLeft(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	plan := cloudflaretest.FreePlan()
	plan.Schedules = 0
	b.cf.SetPlan(b.account, plan)
	b.mustSetUp(t)
	if status := b.status(t); !b.link.Ready() || b.step(t, "cron").State != "WARNING" || len(status.Warnings) != 1 {
		t.Errorf("got %+v", status)
	}
	b.clock.Advance(time.Hour)
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	if b.status(t).IsCronDead {
		t.Error("a cron is missed that there is not")
	}
}

// TestSetUp_Account: the set-up takes the token's only account. Of several, the request must name
// one that the token reaches.
func TestSetUp_Account(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	other := b.cf.AddAccount("Bert")
	b.cf.AddToken(cloudflaretest.Token{Value: apiToken, Accounts: []string{b.account, other}})
	err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken})
	wantCode(t, err, apperror.ValidationError)
	if !strings.Contains(err.Error(), other) || !strings.Contains(err.Error(), "Bert") {
		t.Errorf("the accounts are not told: %v", err)
	}
	nobody := strings.Repeat("0", 32)
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken, AccountID: nobody}), apperror.CloudError)
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken, AccountID: b.account}); err != nil {
		t.Fatal(err)
	}
	// A cloud that is set up stays in its account.
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken}); err != nil {
		t.Error(err)
	}
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{AccountID: other}), apperror.InvalidStatus)
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{WorkerName: "other"}), apperror.InvalidStatus)
}

// TestSetUp_TokenOfAnAccount: the call that verifies the tokens of users does not know it.
func TestSetUp_TokenOfAnAccount(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in          cloud.SetupRequest
		permissions []string
	}{
		"named by Cloudflare": {cloud.SetupRequest{APIToken: apiToken}, nil},
		"named by the user": {
			cloud.SetupRequest{APIToken: apiToken}, []string{cloudflaretest.ScriptsWrite, cloudflaretest.KVWrite, cloudflaretest.R2Write},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.cf.AddToken(cloudflaretest.Token{Value: apiToken, Accounts: []string{b.account}, Owner: b.account, Permissions: c.permissions})
			if c.permissions != nil {
				wantCode(t, b.cloud.Setup.SetUp(t.Context(), c.in), apperror.CloudError)
				c.in.AccountID = b.account
			}
			if err := b.cloud.Setup.SetUp(t.Context(), c.in); err != nil {
				t.Error(err)
			}
			if err := b.cloud.Verifier.Verify(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSetUp_TokenThatIsNotActive(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}), apperror.TokenRequired)
	b.cf.AddToken(cloudflaretest.Token{Value: apiToken, Accounts: []string{b.account}, Status: "disabled"})
	err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken})
	wantCode(t, err, apperror.CloudError)
	if !strings.Contains(err.Error(), "disabled") {
		t.Errorf("got %v", err)
	}
}

// TestSetUp_TokenOfAnUnknownStatus: a status that Cloudflare has renamed is no proof that the token
// does not work. What it can do is tried.
func TestSetUp_TokenOfAnUnknownStatus(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.cf.AddToken(cloudflaretest.Token{Value: apiToken, Accounts: []string{b.account}, Status: "enabled"})
	b.mustSetUp(t)
}

// TestSetUp_ForeignScript: a script that somebody else has deployed under the name is left alone,
// unless the request says to replace it.
func TestSetUp_ForeignScript(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.uploadForeign(t)
	err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken})
	wantCode(t, err, apperror.WorkerDeployFailed)
	if b.script(t).Main != "a.js" || b.link.HasWorker() {
		t.Error("it was replaced")
	}
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{WorkerName: "other"}); err != nil {
		t.Errorf("another name: %v", err)
	}
	b = newBench(t)
	b.uploadForeign(t)
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken, Replace: true}); err != nil || !b.link.Ready() {
		t.Errorf("replaced: %v", err)
	}
}

// TestSetUp_ForeignNamespace: the namespace of somebody else's worker is neither used nor deleted
// by a set-up that did not replace that worker.
func TestSetUp_ForeignNamespace(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]cloud.SetupRequest{"refused": {APIToken: apiToken}, "stopped": {APIToken: apiToken, Replace: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.uploadForeign(t)
			theirs, _, err := newClient(b).EnsureNamespace(t.Context(), workerName+"-posts")
			if err != nil {
				t.Fatal(err)
			}
			stop := func() {
				t.Helper()
				b.cf.Fault(cloudflaretest.Fault{Path: "/workers/subdomain", Status: 400, Code: 10999, Message: "no", Times: -1})
				wantCode(t, b.cloud.Setup.SetUp(t.Context(), in), apperror.WorkerDeployFailed)
				b.cf.Heal()
			}
			stop()
			if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{WorkerName: "other"}); err != nil || b.namespace(t) == theirs.ID {
				t.Errorf("the other name: %v, the namespace is %s, theirs %s", err, b.namespace(t), theirs.ID)
			}
			if err := b.cloud.Teardown.TearDown(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			stop()
			if err := b.cloud.Teardown.TearDown(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			spaces, err := newClient(b).Namespaces(t.Context())
			if err != nil || len(spaces) != 1 || spaces[0].ID != theirs.ID || b.script(t).Main != "a.js" {
				t.Errorf("left are %+v, %v", spaces, err)
			}
		})
	}
}

// TestSetUp_Names: a worker gets a random name, which it keeps whatever fails; one that was set up
// under another name keeps that.
func TestSetUp_Names(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.newName = nil
	b.boot(t)
	b.cf.Fault(cloudflaretest.Fault{Method: "PUT", Path: "/workers/scripts/", Status: 500, Times: -1})
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken}), apperror.CloudError)
	b.cf.Heal()
	first := *b.status(t).WorkerName
	if !regexp.MustCompile(`^crier-[a-z2-7]{8}$`).MatchString(first) {
		t.Errorf("it is called %q", first)
	}
	b.boot(t)
	b.mustSetUp(t)
	if _, there := b.cf.Script(b.account, first); !there || *b.status(t).WorkerName != first {
		t.Errorf("it was made under another name: %+v", b.status(t))
	}
	if spaces, err := newClient(b).Namespaces(t.Context()); err != nil || len(spaces) != 1 || spaces[0].Title != first+"-posts" {
		t.Errorf("the namespaces are %+v, %v", spaces, err)
	}
	if err := b.cloud.Teardown.TearDown(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	b.mustSetUp(t)
	if second := *b.status(t).WorkerName; second == first {
		t.Errorf("the next one is called %q too", second)
	}

	old := ready(t)
	old.newName = nil
	old.boot(t)
	old.mustSetUp(t)
	if err := old.cloud.Setup.Deploy(t.Context()); err != nil || *old.status(t).WorkerName != workerName || !old.link.Ready() {
		t.Errorf("one that is called %s: %v, %+v", workerName, err, old.status(t))
	}
}

// TestSetUp_BesideAnother: an account may have the workers of several folders. The set-up names
// those that are there already.
func TestSetUp_BesideAnother(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.uploadForeign(t)
	b.newName = nil
	b.boot(t)
	b.mustSetUp(t)
	warnings := b.status(t).Warnings
	if !b.link.Ready() || len(warnings) != 1 || !strings.Contains(warnings[0], "another worker of Crier's: crier.") {
		t.Errorf("got %q", warnings)
	}
	if b.script(t).Main != "a.js" {
		t.Error("the other one was replaced")
	}
}

func (b *bench) uploadForeign(t *testing.T) {
	t.Helper()
	if _, err := newClient(b).Workers().UploadScript(t.Context(), cloudflare.Script{
		Name: workerName, Main: "a.js", CompatibilityDate: "2026-01-01", Modules: []cloudflare.Module{{Name: "a.js", Content: []byte("export default {}")}},
	}); err != nil {
		t.Fatal(err)
	}
}

func newClient(b *bench) *cloudflare.Account {
	return cloudflare.New(cloudflare.Options{BaseURL: b.cf.URL, Clock: eager{b.clock}}).As(secrets.NewText(apiToken)).Account(b.account)
}

// TestSetUp_AtOnce: set-ups and deployments that are asked for together run one after the other.
func TestSetUp_AtOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var all sync.WaitGroup
	errs := make(chan error, 8)
	for range cap(errs) {
		all.Go(func() { errs <- b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken}) })
	}
	all.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	steps := ""
	for _, call := range b.cf.Calls() {
		switch {
		case call.Method == "GET" && strings.HasSuffix(call.Path, "/user/tokens/verify"):
			steps += "v"
		case call.Method == "PUT" && strings.HasSuffix(call.Path, "/scripts/crier"):
			steps += "u"
		}
	}
	if !regexp.MustCompile(`^(vuu?){8}$`).MatchString(steps) || b.cf.Count("POST", "/namespaces") != 1 {
		t.Errorf("they have mixed: %s", steps)
	}
}
