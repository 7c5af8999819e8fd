package conformance_test

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/modules/cloud/worker"
	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/needtest"
	"crier/platform/secrets"
)

const cloudflareToken = "conformance-token-0123456789"

// startCloudflare returns a Cloudflare with an account, its id, and what a journey is told of both.
func startCloudflare(t *testing.T) (s *cloudflaretest.Server, account string, given map[string]any) {
	t.Helper()
	s = cloudflaretest.Start(t, clock.System())
	account = s.AddAccount("Conformance")
	s.AddToken(cloudflaretest.Token{Value: cloudflareToken, Accounts: []string{account}})
	return s, account, map[string]any{"cloudflare": s.URL(), "cloudflareToken": cloudflareToken, "cloudflareAccount": account}
}

// TestCloudflare: Cloudflare's SDK.
func TestCloudflare(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	_, _, given := startCloudflare(t)
	run(t, "cloudflare", given)
}

const (
	deployedName = "conformance"
	deployedTag  = "v1"
	// nextVersion is what the second deployment of a journey binds.
	firstVersion, nextVersion = "1", "2"
)

// TestWrangler: Cloudflare's own tool for deployments deploys Crier's scripts, and so does Crier's
// client. Both make the same of it, and each goes on from where the other has left.
func TestWrangler(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	s, account, given := startCloudflare(t)
	s.SetSubdomain(account, "conformance")
	folder := t.TempDir()
	modules, err := worker.Modules()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "src"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, m := range modules {
		if err := os.WriteFile(filepath.Join(folder, "src", m.Name), m.Source, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	given["folder"], given["part"] = folder, "deploy"
	given["worker"] = map[string]string{
		"name": deployedName, "main": worker.MainModule, "date": worker.CompatibilityDate, "kv": worker.BindingMirror, "object": worker.BindingObject,
		"class": worker.Class, "secret": worker.BindingWorkerKey, "tag": deployedTag, "version": firstVersion, "next": nextVersion,
	}
	run(t, "wrangler", given)
	if t.Failed() {
		return
	}
	theirs, _ := s.Script(account, deployedName)

	namespace, err := os.ReadFile(filepath.Join(folder, "namespace"))
	if err != nil {
		t.Fatal(err)
	}
	client := cloudflare.New(cloudflare.Options{BaseURL: s.URL}).As(secrets.NewText(cloudflareToken))
	t.Cleanup(client.CloseIdleConnections)
	workers := client.Account(account).Workers()
	script := ours(modules, string(namespace))
	script.Name = "alone"
	if _, err := workers.UploadScript(t.Context(), script); err != nil {
		t.Fatal(err)
	}
	if _, err := workers.SetSchedules(t.Context(), script.Name, "* * * * *"); err != nil {
		t.Fatal(err)
	}
	if err := workers.ServeScript(t.Context(), script.Name, true); err != nil {
		t.Fatal(err)
	}
	alone, _ := s.Script(account, script.Name)
	same(t, theirs, alone)

	script.Name = deployedName
	if got, err := workers.UploadScript(t.Context(), script); err != nil || got.Migrated {
		t.Fatalf("over wrangler's: %+v, %v", got, err)
	}
	over, _ := s.Script(account, deployedName)
	same(t, over, alone)

	uploads := 0
	for _, c := range s.Calls() {
		if c.Method != http.MethodPut || !strings.HasSuffix(c.Path, "/workers/scripts/"+deployedName) {
			continue
		}
		if uploads++; c.Query.Get("excludeScript") != "true" {
			t.Errorf("an upload has the script repeated: %v", c.Query)
		}
	}
	if uploads != 2 { // wrangler's first, and ours; its second is a version
		t.Errorf("%d uploads", uploads)
	}

	given["part"] = "deploy over ours"
	run(t, "wrangler", given)
	if _, there := s.Script(account, deployedName); there {
		t.Error("wrangler has deleted the script, and it is there")
	}
}

// ours is what Crier's client uploads.
func ours(modules []worker.Module, namespace string) cloudflare.Script {
	script := cloudflare.Script{
		Main: worker.MainModule, CompatibilityDate: worker.CompatibilityDate, Observability: true,
		Migrations: []cloudflare.Migration{{Tag: deployedTag, SQLiteClasses: []string{worker.Class}}},
		Bindings: []cloudflare.Binding{
			cloudflare.BindObjects(worker.BindingObject, worker.Class), cloudflare.BindKV(worker.BindingMirror, namespace),
			cloudflare.BindSecret(worker.BindingWorkerKey, secrets.NewText("hush")), cloudflare.BindText(worker.BindingVersion, nextVersion),
		},
	}
	for _, m := range modules {
		script.Modules = append(script.Modules, cloudflare.Module{Name: m.Name, Content: m.Source})
	}
	return script
}

// same fails unless the two scripts differ in nothing but their name and history.
func same(t *testing.T, a, b cloudflaretest.Script) {
	t.Helper()
	if x, y := plainly(t, a), plainly(t, b); !bytes.Equal(x, y) {
		t.Errorf("wrangler's and ours differ:\n%s\n%s", x, y)
	}
}

func plainly(t *testing.T, s cloudflaretest.Script) []byte {
	t.Helper()
	s.Name, s.ETag, s.Uploads, s.CompatibilityFlags = "", "", 0, nil // wrangler sends no flags as an empty list
	s.Modules = slices.Clone(s.Modules)
	for i, m := range s.Modules {
		sum := sha256.Sum256(m.Content)
		s.Modules[i].Content = sum[:]
	}
	slices.SortFunc(s.Modules, func(a, b cloudflaretest.Module) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(s.Bindings, func(a, b cloudflaretest.Binding) int { return cmp.Compare(a.Name, b.Name) })
	b, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return b
}
