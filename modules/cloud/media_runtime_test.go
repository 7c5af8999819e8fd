package cloud_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/objectstore"
	"crier/platform/objectstore/objectstoretest"
	"crier/platform/objectstore/workerstore"
	"crier/platform/secrets"
)

// mediaKey is the key of the worker that mediaWorker runs.
const mediaKey = "the-worker-key-of-the-test"

// mediaWorker runs the scripts in the real runtime, and returns a store that brings files to them.
func mediaWorker(t testing.TB) (*workerstore.Store, *workertest.Runtime) {
	t.Helper()
	cf := cloudflaretest.Start(t, clock.System())
	id := cf.AddAccount("Anna")
	cf.SetSubdomain(id, "anna")
	cf.AddToken(cloudflaretest.Token{Value: apiToken, Accounts: []string{id}})
	client := cloudflare.New(cloudflare.Options{BaseURL: cf.URL, Clock: clock.System()})
	t.Cleanup(client.CloseIdleConnections)
	run := workertest.Start(t, cf)
	account := client.As(secrets.NewText(apiToken)).Account(id)
	n, _, err := account.EnsureNamespace(t.Context(), "crier")
	modules, readErr := worker.Modules()
	if err := errors.Join(err, readErr); err != nil {
		t.Fatal(err)
	}
	const key = mediaKey
	script := cloudflare.Script{
		Name: workerName, Main: worker.MainModule, CompatibilityDate: worker.CompatibilityDate,
		Bindings: []cloudflare.Binding{
			cloudflare.BindObjects(worker.BindingObject, worker.Class), cloudflare.BindObjects(worker.BindingMedia, worker.MediaClass),
			cloudflare.BindKV(worker.BindingMirror, n.ID), cloudflare.BindSecret(worker.BindingWorkerKey, secrets.NewText(key)),
			cloudflare.BindText(worker.BindingInstagram, "http://127.0.0.1:1"), cloudflare.BindText(worker.BindingFacebook, "http://127.0.0.1:1"),
		},
		Migrations: []cloudflare.Migration{{Tag: "v1", SQLiteClasses: []string{worker.Class, worker.MediaClass}}},
	}
	for _, m := range modules {
		script.Modules = append(script.Modules, cloudflare.Module{Name: m.Name, Content: m.Source})
	}
	if _, err := account.Workers().UploadScript(t.Context(), script); err != nil {
		t.Fatal(err)
	}
	if err := account.Workers().ServeScript(t.Context(), workerName, true); err != nil {
		t.Fatal(err)
	}
	s, err := workerstore.New(workerstore.Target{URL: cloudflare.ScriptURL(workerName, "anna"), Key: secrets.NewText(key)}, workerstore.Options{Override: run.URL(), IsLocal: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.CloseIdleConnections)
	return s, run
}

// TestWorkerStore_RealRuntime: what every store promises, the worker's keeps in the real runtime.
func TestWorkerStore_RealRuntime(t *testing.T) {
	t.Parallel()
	s, run := mediaWorker(t)
	objectstoretest.Run(t, func(*testing.T) objectstore.Store { return s })
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}

	// Answers are lost, and the upload goes on all the same.
	run.Fault(workertest.Fault{Method: "PUT", Path: "/parts/1", Lose: true})
	run.Fault(workertest.Fault{Method: "POST", Path: "/commit", Lose: true})
	path := filepath.Join(t.TempDir(), "film")
	if err := os.WriteFile(path, []byte(strings.Repeat("a film of its own", 150_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), objectstore.NewKey("mp4"), path, "video/mp4"); err != nil {
		t.Error(err)
	}

	run.Fault(workertest.Fault{Path: "/media/", Method: "GET", Times: -1, Status: 403})
	err := s.Check(t.Context())
	if failed, ok := errors.AsType[*objectstore.CheckError](err); !ok || failed.Step != objectstore.StepFetch {
		t.Errorf("got %v where nobody gets the file", err)
	}
}
