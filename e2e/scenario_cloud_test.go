package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	"crier/modules/posts"
	"crier/platform/clock"
)

// slowly lets the network take so long over pictures.
func (c *cloudWorld) slowly(d time.Duration) {
	ms := d.Milliseconds()
	c.Control.Latency(e2e.Latency{ImageMs: &ms})
}

// TestScenario23_CloudCancelAndEdit: who cancels or changes is told 200 once the worker has
// confirmed it, and only then.
func TestScenario23_CloudCancelAndEdit(t *testing.T) {
	t.Parallel()
	c, d := newCloud(t)
	const schedule = "/api/v1/schedule/"
	later := func() time.Time { return clock.System().Now().Add(2 * time.Hour) }

	// What the worker has not begun is changed and cancelled there.
	waiting := d.schedule(d.image("waiting"), time.Hour)
	d.client.Put(schedule+waiting, body{"caption": "changed", "scheduledFor": later()}).Want(http.StatusOK)
	if p := d.post(waiting); text(p.Caption) != "changed" || p.Status != posts.Scheduled {
		t.Errorf("after a change it is %s", describe(p))
	}
	d.client.Delete(schedule + waiting).Want(http.StatusOK)
	if n := d.diagnostics().ScheduledCount; n != 0 {
		t.Errorf("the worker has %d posts after the cancellation", n)
	}
	if p := d.post(waiting); p.Status != posts.Draft {
		t.Errorf("after the cancellation it is %s", describe(p))
	}

	// Unreachable: nothing is confirmed, and the post stays as it was.
	cut := d.schedule(d.image("cut off"), time.Hour)
	c.Fault(workertest.Fault{Times: -1, Drop: true})
	d.client.Delete(schedule+cut).WantError(http.StatusBadGateway, "WORKER_UNREACHABLE")
	d.client.Put(schedule+cut, body{"caption": "lost"}).WantError(http.StatusBadGateway, "WORKER_UNREACHABLE")
	d.client.Delete("/api/v1/posts/"+cut).WantError(http.StatusBadGateway, "WORKER_UNREACHABLE")
	if p := d.post(cut); p.Status != posts.Scheduled || text(p.Caption) != "cut off" {
		t.Errorf("unreachable, it is %s", describe(p))
	}
	c.Heal()
	d.sync()
	d.client.Delete("/api/v1/posts/" + cut).Want(http.StatusOK)

	// Claimed: it is too late, and the post goes out as it was.
	c.slowly(6 * time.Second)
	claimed := d.schedule(d.image("claimed"), time.Second)
	e2e.Until(t, func() bool { return called(c.Control, "/media") })
	d.client.Delete(schedule+claimed).WantError(http.StatusBadRequest, "INVALID_STATUS")
	d.client.Put(schedule+claimed, body{"caption": "too late", "scheduledFor": later()}).WantError(http.StatusBadRequest, "INVALID_STATUS")
	d.client.Delete("/api/v1/posts/"+claimed).WantError(http.StatusBadRequest, "INVALID_STATUS")
	d.isLive(claimed)
	// Ended, and nobody at home knew.
	c.slowly(0)
	ended := d.schedule(d.image("ended"), time.Second)
	c.GoesOut(t, "ended")
	d.client.Delete(schedule+ended).WantError(http.StatusBadRequest, "INVALID_STATUS")
	d.isLive(ended)
	c.wantOnly(t, "claimed", "ended")
}

// called reports whether the network had a call of the path's end.
func called(control *e2e.SandboxControl, suffix string) bool {
	for _, call := range control.Calls() {
		if strings.HasSuffix(call.Path, suffix) && call.Method == http.MethodPost {
			return true
		}
	}
	return false
}

// wantOnly wants the captions on the network, each once, by one publish call each.
func (c *cloudWorld) wantOnly(t *testing.T, captions ...string) {
	t.Helper()
	l := c.Ledger(t)
	for _, caption := range captions {
		if n := len(c.Captioned(t, caption)); n != 1 {
			t.Errorf("%q was published %d times", caption, n)
		}
	}
	if len(l.Publications) != len(captions) {
		t.Errorf("live is %+v", l.Publications)
	}
}

// TestScenario26_CloudKeyRotated: a token that the worker cannot open holds posts, says so, and
// loses none.
func TestScenario26_CloudKeyRotated(t *testing.T) {
	t.Parallel()
	c, d := newCloud(t)
	c.FailKV(http.StatusInternalServerError) // Without it the worker begins nothing, however long it takes to change the key.
	id := d.schedule(d.image("held"), 2*time.Second)
	waiting := d.schedule(d.image("waiting"), time.Hour)
	c.CF.SetSecret(c.Account, e2e.CloudName, worker.BindingEncryptionKey, strings.Repeat("A", 43)+"=")
	c.Heal()
	e2e.Until(t, func() bool {
		d.sync()
		return text(d.post(id).ErrorCode) == "ENCRYPTION_KEY_MISMATCH"
	})
	if p := d.post(id); p.Status != posts.Scheduled {
		t.Errorf("it is %s", describe(p))
	}
	d.client.Put("/api/v1/schedule/"+waiting, body{"caption": "changed"}).WantError(http.StatusBadRequest, "ENCRYPTION_KEY_MISMATCH")
	if got := d.diagnostics(); got.HasEncryptionKey {
		t.Errorf("diagnostics %+v", got)
	}
	d.inside().Post("/api/cloud/verify", nil).WantError(http.StatusBadRequest, "ENCRYPTION_KEY_MISMATCH")
	if exit := d.Command(t, "cloud", "status"); !strings.Contains(exit.Stdout, "another encryption key") {
		t.Errorf("the status says %s%s", exit.Stdout, exit.Stderr)
	}
	if exit := d.Command(t, "doctor", "--live"); exit.Code != 3 || !strings.Contains(exit.Stdout, "ENCRYPTION_KEY_MISMATCH: ") {
		t.Errorf("the doctor says %s%s", exit.Stdout, exit.Stderr)
	}
	c.wantOnly(t)
	d.inside().Post("/api/cloud/deploy", nil).Want(http.StatusOK)
	d.isLive(id)
	c.wantOnly(t, "held")
}
