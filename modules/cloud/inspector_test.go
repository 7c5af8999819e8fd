package cloud_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/secrets"
	"crier/platform/wiretime"
)

func TestDiagnostics(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.worker.set(func(w *fakeWorker) { w.lastRun = wiretime.Ptr(start) })
	got, err := b.cloud.Inspector.Diagnostics(t.Context())
	if err != nil || *got.Version == "" || !got.HasEncryptionKey || *got.LastCronRun != wiretime.Of(start) || got.CompletedCount != 7 || got.FailedCount != 1 ||
		len(got.RecentJobs) != 1 || got.Offline || got.OfflineReason != nil || got.Timestamp != wiretime.Of(b.clock.Now()) {
		t.Errorf("got %+v, %v", got, err)
	}
	b.worker.set(func(w *fakeWorker) { w.key = "AAAA" })
	if got, err = b.cloud.Inspector.Diagnostics(t.Context()); err != nil || got.HasEncryptionKey {
		t.Errorf("with another key it has its key: %+v, %v", got, err)
	}
}

// TestDiagnostics_Offline: a silent worker is shown as it last reported, with the reason for its
// silence.
func TestDiagnostics_Offline(t *testing.T) {
	t.Parallel()
	b := ready(t)
	for _, how := range []http.HandlerFunc{
		func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		answer(200, "text/html", "<html>Welcome to the hotel</html>"),
		answer(502, "text/html", "<html>Bad gateway</html>"),
		answer(200, "application/json", `{"hello":"world"}`),
	} {
		b.worker.answers(how)
		got, err := b.cloud.Inspector.Diagnostics(t.Context())
		if err != nil || !got.Offline || got.OfflineReason == nil || !strings.Contains(*got.OfflineReason, "cannot be reached") || got.CompletedCount != 7 ||
			got.Timestamp.Time().After(start.Add(time.Minute)) {
			t.Errorf("got %+v, %v", got, err)
		}
		b.clock.Advance(time.Minute)
		b.boot(t) // What it said is kept.
	}
}

// TestDiagnostics_Unreachable: there is nothing to show of a worker that never answered, and of one
// that is another's.
func TestDiagnostics_Unreachable(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	_, err := b.cloud.Inspector.Diagnostics(t.Context())
	wantCode(t, err, apperror.CloudNotConfigured)
	b.worker.silent()
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken}), apperror.WorkerUnreachable)
	_, err = b.cloud.Inspector.Diagnostics(t.Context())
	wantCode(t, err, apperror.WorkerUnreachable)
	b.worker.heal()
	if _, err = b.cloud.Inspector.Diagnostics(t.Context()); err != nil {
		t.Error(err)
	}
	b.worker.answers(answer(401, "application/json", `{"error":"no","code":"UNAUTHORIZED","status":401}`))
	_, err = b.cloud.Inspector.Diagnostics(t.Context())
	wantCode(t, err, apperror.WorkerUnreachable)
	if !strings.Contains(err.Error(), "refused its key") {
		t.Errorf("got %v", err)
	}
}

// TestCronStatus asks Cloudflare for the triggers, and the worker for its last run, or else KV.
func TestCronStatus(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if got, err := b.cloud.Inspector.CronStatus(t.Context()); err != nil || got.Configured || got.HasCron {
		t.Errorf("unconfigured: %+v, %v", got, err)
	}
	b.mustSetUp(t)
	mirrored, fresh := start.Add(time.Minute), start.Add(4*time.Minute)
	b.cf.KV(b.account, b.namespace(t)).Set(worker.KeyLastRun, cloudflaretest.Entry{Value: []byte(wiretime.Of(mirrored).String())})
	b.worker.set(func(w *fakeWorker) { w.lastRun = wiretime.Ptr(fresh) })
	got, err := b.cloud.Inspector.CronStatus(t.Context())
	if err != nil || !got.Configured || !got.HasCron || len(got.Crons) != 1 || got.Crons[0].Cron != "* * * * *" || *got.ModifiedOn != wiretime.Of(start) ||
		*got.LastCronRun != wiretime.Of(fresh) {
		t.Errorf("got %+v, %v", got, err)
	}
	b.worker.silent()
	if got, err = b.cloud.Inspector.CronStatus(t.Context()); err != nil || *got.LastCronRun != wiretime.Of(mirrored) {
		t.Errorf("got %+v, %v", got, err)
	}
	if n := b.cf.Count("GET", "/schedules"); n != 2 { // One is the set-up's.
		t.Errorf("Cloudflare was asked %d times", n)
	}
	b.clock.Advance(time.Minute)
	b.cf.Fault(cloudflaretest.Fault{Path: "/schedules", Status: 403, Code: 10000, Message: "Authentication error", Times: -1})
	_, err = b.cloud.Inspector.CronStatus(t.Context())
	wantCode(t, err, apperror.CloudError)
	b.clock.Advance(time.Minute)
	b.cf.Heal()
	if err := newClient(b).Workers().DeleteScript(t.Context(), workerName); err != nil {
		t.Fatal(err)
	}
	if got, err = b.cloud.Inspector.CronStatus(t.Context()); err != nil || !got.Configured || got.HasCron || len(got.Crons) != 0 {
		t.Errorf("without its script: %+v, %v", got, err)
	}
}

// TestKeys lists what is in KV by its prefix, over all pages, and what it says of the worker
// itself.
func TestKeys(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if got, err := b.cloud.Inspector.Keys(t.Context(), "post:"); err != nil || got.Configured || got.KeyCount != 0 {
		t.Errorf("unconfigured: %+v, %v", got, err)
	}
	b.mustSetUp(t)
	namespace := b.namespace(t)
	for i := range 1200 {
		b.cf.KV(b.account, namespace).Set(fmt.Sprintf("post:%04d", i), cloudflaretest.Entry{Value: []byte("{}")})
	}
	late := wiretime.Of(start.Add(-5 * time.Minute)).String()
	b.cf.KV(b.account, namespace).Set(worker.KeyLastRun, cloudflaretest.Entry{Value: []byte(late)})
	b.cf.KV(b.account, namespace).Set("meta:fence", cloudflaretest.Entry{Value: []byte("3")})
	got, err := b.cloud.Inspector.Keys(t.Context(), "")
	if err != nil || !got.Configured || got.KeyCount != 1202 || len(got.Keys) != 1202 || got.MetaValues[worker.KeyLastRun] != late || got.MetaValues["meta:fence"] != "3" {
		t.Errorf("got %d keys, %v, %v", got.KeyCount, got.MetaValues, err)
	}
	// KV lags; the worker does not.
	b.worker.set(func(w *fakeWorker) { w.lastRun = wiretime.Ptr(start) })
	got, err = b.cloud.Inspector.Keys(t.Context(), "post:00")
	if err != nil || got.KeyCount != 100 || got.MetaValues[worker.KeyLastRun] != wiretime.Of(start).String() {
		t.Errorf("got %d keys, %v, %v", got.KeyCount, got.MetaValues, err)
	}
	if n := b.cf.Used(b.account, "lists"); n != 2 {
		t.Errorf("%d lists were used", n)
	}
	b.clock.Advance(3*time.Minute + time.Second)
	b.cf.KV(b.account, namespace).Set("post:x", cloudflaretest.Entry{Value: []byte("{}")})
	if got, err = b.cloud.Inspector.Keys(t.Context(), "post:x"); err != nil || got.KeyCount != 1 {
		t.Errorf("it is not asked for again: %+v, %v", got, err)
	}
}

// TestKeys_Budget: however often and with whatever prefixes the keys are asked for, six hours use
// at most a quarter of the free plan's daily lists.
func TestKeys_Budget(t *testing.T) {
	t.Parallel()
	for _, keys := range []int{10, 1100} {
		b := ready(t)
		namespace := b.namespace(t)
		for i := range keys {
			b.cf.KV(b.account, namespace).Set(fmt.Sprintf("post:%04d", i), cloudflaretest.Entry{Value: []byte("{}")})
		}
		prefixes := []string{"", "post:", "meta:", "post:7"}
		for ask := 0; b.clock.Now().Before(start.Add(6 * time.Hour)); ask++ {
			if _, err := b.cloud.Inspector.Keys(t.Context(), prefixes[ask%len(prefixes)]); err != nil {
				t.Fatal(err)
			}
			b.clock.Advance(45 * time.Second)
		}
		if n := b.cf.Used(b.account, "lists"); n > 242 || n < 230 {
			t.Errorf("with %d keys there were %d lists", keys, n)
		}
	}
}

// TestKeys_AtOnce: callers at the same time share one request.
func TestKeys_AtOnce(t *testing.T) {
	t.Parallel()
	b := ready(t)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := b.cloud.Inspector.Keys(t.Context(), "post:"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := b.cf.Used(b.account, "lists"); n != 1 {
		t.Errorf("%d lists were used", n)
	}
}

// TestKeys_Failures: a failure is reported, and it is not asked again and again.
func TestKeys_Failures(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]cloudflaretest.Fault{
		"quota":      {Status: 429, Code: 10048, Message: "your account has reached the free usage limit for today"},
		"proxy":      {HTML: true},
		"permission": {Status: 403, Code: 10000, Message: "Authentication error"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			f.Path, f.Times = "/keys", -1
			b.cf.Fault(f)
			for range 5 {
				_, err := b.cloud.Inspector.Keys(t.Context(), "")
				wantCode(t, err, apperror.CloudError)
			}
			if n := b.cf.Count("GET", "/keys"); n != 1 {
				t.Errorf("Cloudflare was asked %d times", n)
			}
			b.cf.Heal()
			b.clock.Advance(2 * time.Minute)
			if _, err := b.cloud.Inspector.Keys(t.Context(), ""); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestOperations_KeysThatCannotBeOpened: without keys that can be opened no request is sent.
func TestOperations_KeysThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.key = secrets.NewKey()
	b.boot(t)
	_, err := b.cloud.Inspector.Keys(t.Context(), "")
	wantCode(t, err, apperror.EncryptionKeyMismatch)
	_, err = b.cloud.Inspector.CronStatus(t.Context())
	wantCode(t, err, apperror.EncryptionKeyMismatch)
	_, err = b.cloud.Inspector.Diagnostics(t.Context())
	wantCode(t, err, apperror.EncryptionKeyMismatch)
}

// TestOperations_TokenAlone: v1 has no code for a missing token, so its operations answer
// CLOUD_ERROR when Cloudflare cannot be asked.
func TestOperations_TokenAlone(t *testing.T) {
	t.Parallel()
	b := ready(t)
	if _, err := b.db.NewRaw("UPDATE cloud_worker SET sealed_token = x'00'").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.boot(t)
	_, err := b.cloud.Inspector.Keys(t.Context(), "")
	wantCode(t, err, apperror.CloudError)
	_, err = b.cloud.Inspector.CronStatus(t.Context())
	wantCode(t, err, apperror.CloudError)
	if _, err = b.cloud.Inspector.Diagnostics(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestIsConfigured(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if is, err := b.cloud.Overview.IsConfigured(t.Context()); err != nil || is {
		t.Errorf("got %v, %v", is, err)
	}
	b.mustSetUp(t)
	if is, err := b.cloud.Overview.IsConfigured(t.Context()); err != nil || !is {
		t.Errorf("got %v, %v", is, err)
	}
}

// TestSetupStatus_Usage tells what the worker has used, and warns before a day's allowance is used
// up.
func TestSetupStatus_Usage(t *testing.T) {
	t.Parallel()
	b := ready(t)
	if status := b.status(t); len(status.Usage) != 0 || status.FreePlan.KVWrites != 1000 || len(status.Warnings) != 0 {
		t.Errorf("before it says anything: %+v", status)
	}
	say := func(days ...map[string]any) cloud.SetupStatus {
		b.worker.set(func(w *fakeWorker) { w.days = days })
		if err := b.cloud.Verifier.Verify(t.Context()); err != nil {
			t.Fatal(err)
		}
		return b.status(t)
	}
	today := func(writes int) map[string]any {
		return map[string]any{"day": "2026-11-25", "requests": 1500, "kvWrites": writes}
	}
	status := say(today(799), map[string]any{"day": "2026-11-24", "kvWrites": 1000}, map[string]any{"day": "no day"})
	if len(status.Usage) != 2 || status.Usage[0].Requests != 1500 || status.Usage[0].KVWrites != 799 || status.UsageReadAt == nil || len(status.Warnings) != 0 {
		t.Errorf("got %+v", status)
	}
	if got := say(today(800)).Warnings; len(got) != 1 || !strings.Contains(got[0], "800 of 1000 KV writes") || strings.Contains(got[0], "requests") {
		t.Errorf("got %q", got)
	}
	b.clock.Advance(time.Hour)
	say(today(1))
	b.boot(t)
	if got := b.status(t).Usage; len(got) == 0 {
		t.Error("it is forgotten")
	}
}
