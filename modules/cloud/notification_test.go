package cloud_test

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/cloudflare/cloudflaretest"
)

const topic = "https://ntfy.sh/a-topic-that-nobody-guesses"

// TestNotification: the address is a secret of the worker's from the next deployment on, outlives a
// start, is told to nobody, and goes where it was set.
func TestNotification(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.isFar = true
	b.boot(t)
	_, err := b.cloud.Notification.Set(t.Context(), cloud.NotificationRequest{URL: topic})
	wantCode(t, err, apperror.CloudNotConfigured)
	b.mustSetUp(t)
	uploads := b.script(t).Uploads

	got, err := b.cloud.Notification.Set(t.Context(), cloud.NotificationRequest{URL: topic})
	if err != nil || got != (cloud.NotificationTest{Host: "ntfy.sh", Kind: "ntfy", Delivered: true}) {
		t.Errorf("got %+v, %v", got, err)
	}
	script := b.script(t)
	if script.Secrets[worker.BindingNotifyURL] != topic || textOf(script, worker.BindingNotifyKind) != "ntfy" || script.Uploads != uploads+1 {
		t.Errorf("deployed was %+v", script)
	}
	mark := textOf(script, worker.BindingNotifyMark)
	b.boot(t)
	if status := b.status(t); !status.IsCurrent || *status.NotifyHost != "ntfy.sh" || status.NotifyProblem != nil {
		t.Errorf("got %+v", status)
	}

	b.worker.set(func(w *fakeWorker) { w.silence = "it answered with HTTP 404 at https://hooks.example.com/T0/secret" })
	got, err = b.cloud.Notification.Set(t.Context(), cloud.NotificationRequest{URL: "https://hooks.example.com/T0/secret"})
	if err != nil || got.Delivered || got.Kind != "webhook" || got.Problem == nil || strings.Contains(*got.Problem, "T0") {
		t.Errorf("got %+v, %v", got, err)
	}
	if other := textOf(b.script(t), worker.BindingNotifyMark); other == "" || other == mark {
		t.Errorf("the mark is %q, and was %q", other, mark)
	}
	if !slices.Equal(b.worker.rung, []string{topic, "https://hooks.example.com/T0/secret"}) {
		t.Errorf("tests went to %v", b.worker.rung)
	}
	if err := b.cloud.Verifier.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	if status := b.status(t); status.NotifyProblem == nil || strings.Contains(*status.NotifyProblem, "T0") {
		t.Errorf("got %+v", status)
	}

	if err := b.cloud.Notification.Remove(t.Context()); err != nil {
		t.Error(err)
	}
	script = b.script(t)
	if secret := script.Secrets[worker.BindingNotifyURL]; strings.Contains(secret, "T0") || textOf(script, worker.BindingNotifyKind) != "" || textOf(script, worker.BindingNotifyMark) != "" {
		t.Errorf("after the end the script has %q, %+v", secret, script.Bindings)
	}
	if status := b.status(t); status.NotifyHost != nil || !status.IsCurrent {
		t.Errorf("after the end: %+v", status)
	}
}

// TestNotification_EndsWhereSecretsAreKept: wrangler 4.86.0 deploys without a word of the secrets,
// and they stay (TestWrangler in e2e/conformance); others report that they end
// (Plan.ForgetsSecrets). After the end nobody is told, and no address stays behind, in either case.
func TestNotification_EndsWhereSecretsAreKept(t *testing.T) {
	t.Parallel()
	for _, forgets := range []bool{false, true} {
		b := newBench(t)
		b.isFar = true
		b.boot(t)
		plan := cloudflaretest.FreePlan()
		plan.ForgetsSecrets = forgets
		b.cf.SetPlan(b.account, plan)
		b.mustSetUp(t)
		if _, err := b.cloud.Notification.Set(t.Context(), cloud.NotificationRequest{URL: topic}); err != nil {
			t.Fatal(err)
		}
		if err := b.cloud.Notification.Remove(t.Context()); err != nil {
			t.Fatal(err)
		}
		if script := b.script(t); notifyAddressOf(script) != "" || strings.Contains(script.Secrets[worker.BindingNotifyURL], "ntfy") {
			t.Errorf("forgets %v: it tells people at %q", forgets, script.Secrets[worker.BindingNotifyURL])
		}
	}
}

// TestNotification_LaterDeployment: where the worker cannot be deployed, it gets the address as
// soon as it can be.
func TestNotification_LaterDeployment(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.cf.Fault(cloudflaretest.Fault{Method: "PUT", Path: "/scripts/crier", Status: 500, Times: -1})
	_, err := b.cloud.Notification.Set(t.Context(), cloud.NotificationRequest{URL: topic})
	wantCode(t, err, apperror.CloudError)
	if status := b.status(t); status.IsCurrent || *status.NotifyHost != "ntfy.sh" {
		t.Errorf("got %+v", status)
	}
	b.cf.Heal()
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := b.script(t).Secrets[worker.BindingNotifyURL]; got != topic {
		t.Errorf("got %q", got)
	}
}

// TestNotification_Addresses: an address that a worker at Cloudflare cannot or should not reach is
// refused, and the refusal does not repeat it.
func TestNotification_Addresses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.isFar = true
	b.boot(t)
	b.mustSetUp(t)
	for address, says := range map[string]string{
		"": "https://", "ntfy.sh/secret-topic": "https://", "ftp://ntfy.sh/secret-topic": "https://", "https:///secret-topic": "https://",
		"http://ntfy.sh/secret-topic": "must begin with https://", "http://192.168.1.5/secret-topic": "cannot reach it", "https://192.168.1.5/secret-topic": "cannot reach it",
		"https://localhost:8080/secret-topic": "cannot reach it", "https://ntfy.local./secret-topic": "cannot reach it", "https://[::1]/secret-topic": "cannot reach it", "http://127.0.0.1/secret-topic": "cannot reach it",
		"https://anna:secret-topic@ntfy.example/x": "user name", "https://ntfy.sh/secret-topic#x": "#", "https://ntfy.sh/secret topic": "characters", "https://ntfy.sh/secret-topic\r\nX: y": "characters",
	} {
		_, err := b.cloud.Notification.Set(t.Context(), cloud.NotificationRequest{URL: address})
		wantCode(t, err, apperror.ValidationError)
		if err != nil && (!strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "secret-topic")) {
			t.Errorf("%s: it says %q", address, err)
		}
	}
	if status := b.status(t); status.NotifyHost != nil {
		t.Errorf("got %+v", status)
	}
}

// textOf returns a text that the script is bound to, empty for none.
func textOf(script cloudflaretest.Script, name string) string {
	for _, b := range script.Bindings {
		if b.Name == name {
			return b.Text
		}
	}
	return ""
}

// TestNotification_ClockSetBack: a worker that does not have the address yet is waited for as long
// as ever when the clock is set back meanwhile.
func TestNotification_ClockSetBack(t *testing.T) {
	t.Parallel()
	b := ready(t)
	var asked atomic.Int64
	b.worker.set(func(w *fakeWorker) {
		w.instead = func(http.ResponseWriter, *http.Request) bool {
			switch asked.Add(1) {
			case 1, 2: // Before the deployment, and after it.
				return false
			case 3:
				b.clock.Jump(-time.Hour)
			}
			panic(http.ErrAbortHandler)
		}
	})
	begun := b.clock.Running().Elapsed
	_, err := b.cloud.Notification.Set(t.Context(), cloud.NotificationRequest{URL: topic})
	wantCode(t, err, apperror.WorkerUnreachable)
	if took := b.clock.Running().Elapsed - begun; took > 2*time.Minute {
		t.Errorf("it took %s", took)
	}
}
