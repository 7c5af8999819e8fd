package cloud_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"crier/modules/cloud"
	"crier/modules/cloud/worker"
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
	if err != nil || len(key) != 32 || len(script.Secrets[worker.BindingWorkerKey]) < 32 || !script.Served || !slices.Equal(script.Crons, []string{"* * * * *"}) {
		t.Errorf("deployed was %+v, %v", script, err)
	}
	status := b.status(t)
	if !status.IsVerified || !status.IsCurrent || !status.IsConfigured || *status.Version != version || len(status.Steps) != 9 || len(status.Warnings) != 0 {
		t.Errorf("got %+v", status)
	}
	for _, one := range status.Steps {
		if one.State != "DONE" || one.Text == "" || one.At == nil {
			t.Errorf("got %+v", one)
		}
	}
	public := b.stack.Status()
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
	if err := b.stack.SetUp(t.Context(), cloud.SetupRequest{}); err != nil {
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
