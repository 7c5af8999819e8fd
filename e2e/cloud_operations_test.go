package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	"crier/modules/posts"
	"crier/platform/cloudflare/cloudflaretest"
)

const cloudOperations = "/api/v1/cloud/"

// TestCloud_OperationsThatFail: the four operations say what is wrong with Cloudflare, with the
// worker, and with the keys.
func TestCloud_OperationsThatFail(t *testing.T) {
	t.Parallel()
	c, d := newCloud(t)
	for operation, path := range map[string]string{"cron-status": "/schedules", "kv": "/keys"} {
		c.CF.Fault(cloudflaretest.Fault{Path: path, Status: http.StatusForbidden, Code: 10000, Message: "Authentication error", Times: -1})
		d.client.Get(cloudOperations+operation).WantError(http.StatusInternalServerError, "CLOUD_ERROR")
	}
	c.CF.Heal()
	waiting := d.schedule(d.image("waiting"), time.Hour)
	c.Fault(workertest.Fault{Times: -1, Status: http.StatusOK})
	d.client.Delete("/api/v1/schedule/"+waiting).WantError(http.StatusBadGateway, "WORKER_UNREACHABLE")
	c.Heal()
	d.sync()
	// Somebody else has deployed it with another key.
	c.CF.SetSecret(c.Account, e2e.CloudName, worker.BindingWorkerKey, "another-key")
	d.client.Get(cloudOperations+"diagnostics").WantError(http.StatusBadGateway, "WORKER_UNREACHABLE")
	d.client.Delete("/api/v1/schedule/"+waiting).WantError(http.StatusInternalServerError, "CLOUD_ERROR")
	kept := d.offer(d.image("not handed over"), time.Hour)
	if p := d.post(kept.PostID); p.Status != posts.Scheduled || text(p.ErrorCode) != "CLOUD_ERROR" {
		t.Errorf("while the key is wrong it is %s", describe(p))
	}
	d.inside().Post("/api/cloud/verify", nil).WantError(http.StatusBadRequest, "INVALID_WORKER_KEY")
	d.shut()
	// The sealed values of the worker are damaged, or of another folder. Without its own key the
	// folder would be refused.
	execSQL(t, c.Dir, "UPDATE cloud_worker SET sealed_token = x'00', sealed_worker_key = x'00', sealed_encryption_key = x'00'")
	d = c.open(t)
	for _, operation := range []string{"diagnostics", "cron-status", "kv"} {
		d.client.Get(cloudOperations+operation).WantError(http.StatusBadRequest, "ENCRYPTION_KEY_MISMATCH")
	}
	d.inside().Post("/api/cloud/setup", body{}).WantError(http.StatusBadRequest, "TOKEN_REQUIRED")
	d.setUp()
	if got := d.diagnostics(); got.Offline || !got.HasEncryptionKey {
		t.Errorf("diagnostics %+v", got)
	}
	for _, operation := range []string{"cron-status", "kv"} {
		d.client.Get(cloudOperations + operation).Want(http.StatusOK)
	}
}
