package workertest_test

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/graph"
	"crier/platform/sandbox"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

const (
	script    = "crier"
	workerKey = "the-worker-key-of-the-test"
	// patience bounds every wait for the runtime. Only one that hangs uses it up.
	patience = 2 * time.Minute
)

var encryptionKey = bytes.Repeat([]byte{7}, 32)

// bench is a Cloudflare whose scripts run, one of them the worker, and the network to which it
// publishes.
type bench struct {
	*workertest.Runtime

	t       *testing.T
	cf      *cloudflaretest.Server
	id      string
	account *cloudflare.Account
	kv      *cloudflare.KV
	ns      string
	network string
	photo   string
	host    string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, cf: cloudflaretest.Start(t, clock.System())}
	b.id = b.cf.AddAccount("Anna")
	b.cf.SetSubdomain(b.id, "anna")
	b.cf.AddToken(cloudflaretest.Token{Value: "cf-token", Accounts: []string{b.id}})
	client := cloudflare.New(cloudflare.Options{BaseURL: b.cf.URL, Clock: clock.System()})
	t.Cleanup(client.CloseIdleConnections)
	b.account = client.As(secrets.NewText("cf-token")).Account(b.id)
	b.Runtime = workertest.Start(t, b.cf)
	b.serveNetwork()
	n, _, err := b.account.EnsureNamespace(t.Context(), "crier")
	if err != nil {
		t.Fatal(err)
	}
	b.ns, b.kv, b.host = n.ID, b.account.Namespace(n.ID), script+".anna.workers.dev"
	return b
}

func (b *bench) serveNetwork() {
	network, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		b.t.Fatal(err)
	}
	world := httptest.NewServer(network.Handler())
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, image.NewRGBA(image.Rect(0, 0, 400, 400)), nil); err != nil {
		b.t.Fatal(err)
	}
	media := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/jpeg")
		_, _ = w.Write(photo.Bytes())
	}))
	b.network, b.photo = world.URL, media.URL+"/photo.jpg"
	b.t.Cleanup(func() {
		media.Close()
		world.Close()
		if err := network.Close(); err != nil {
			b.t.Error(err)
		}
	})
}

// deploy uploads the worker as Crier does.
func (b *bench) deploy(more ...cloudflare.Binding) {
	b.t.Helper()
	modules, err := worker.Modules()
	if err != nil {
		b.t.Fatal(err)
	}
	ends := graph.SandboxEndpoints(b.network)
	s := cloudflare.Script{
		Name: script, Main: worker.MainModule, CompatibilityDate: worker.CompatibilityDate,
		Bindings: append([]cloudflare.Binding{
			cloudflare.BindObjects(worker.BindingObject, worker.Class), cloudflare.BindObjects(worker.BindingMedia, worker.MediaClass), cloudflare.BindKV(worker.BindingMirror, b.ns),
			cloudflare.BindSecret(worker.BindingWorkerKey, secrets.NewText(workerKey)),
			cloudflare.BindSecret(worker.BindingEncryptionKey, secrets.NewText(base64.StdEncoding.EncodeToString(encryptionKey))),
			cloudflare.BindText(worker.BindingVersion, "test"),
			cloudflare.BindText(worker.BindingInstagram, ends.Instagram), cloudflare.BindText(worker.BindingFacebook, ends.Facebook),
		}, more...),
		Migrations: []cloudflare.Migration{{Tag: "v1", SQLiteClasses: []string{worker.Class}}, {Tag: "v2", SQLiteClasses: []string{worker.MediaClass}}},
	}
	for _, m := range modules {
		s.Modules = append(s.Modules, cloudflare.Module{Name: m.Name, Content: m.Source})
	}
	if _, err := b.account.Workers().UploadScript(b.t.Context(), s); err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.account.Workers().SetSchedules(b.t.Context(), script, "* * * * *"); err != nil {
		b.t.Fatal(err)
	}
	if err := b.account.Workers().ServeScript(b.t.Context(), script, true); err != nil {
		b.t.Fatal(err)
	}
}

// reply is what the worker answers.
type reply struct {
	status int
	body   string
	Code   string
	Fence  int
	Job    struct {
		State, MediaID, ErrorCode string
	}
	Results             []struct{ ID string }
	LastCronRun         string
	ScheduledCount      int
	HandedBack          []string
	UnacknowledgedCount int
}

// ask calls the worker by its name, and returns false where no answer comes.
func (b *bench) ask(method, path string, in any) (reply, bool) {
	b.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		b.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, b.URL()+path, bytes.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	req.Host = b.host
	req.Header.Set("Authorization", "Bearer "+workerKey)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return reply{}, false
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return reply{}, false
	}
	out := reply{status: resp.StatusCode, body: string(text)}
	if strings.HasPrefix(out.body, "{") && json.Unmarshal(text, &out) != nil {
		b.t.Fatalf("%s %s: %s", method, path, text)
	}
	return out, true
}

// want is ask for a call that must succeed.
func (b *bench) want(method, path string, in any) reply {
	b.t.Helper()
	out, ok := b.ask(method, path, in)
	if !ok || out.status != http.StatusOK {
		b.t.Fatalf("%s %s: %d %s", method, path, out.status, out.body)
	}
	return out
}

// job returns a job that is due after a time.
func (b *bench) job(id string, in time.Duration, epoch int) map[string]any {
	b.t.Helper()
	author := sandbox.DemoAccounts()[0]
	return map[string]any{
		"rev": 1, "epoch": epoch, "runAt": clock.System().Now().Add(in).UTC().Format(time.RFC3339Nano), "accountId": author.SNUserID,
		"login": "primary", "token": seal(b.t, id, author.Token.Reveal()),
		"post": map[string]any{"mediaType": "IMAGE", "caption": id, "items": []any{map[string]string{"kind": "image", "url": b.photo}}},
	}
}

func seal(t *testing.T, id, token string) string {
	t.Helper()
	block, err := aes.NewCipher(encryptionKey)
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	nonce := make([]byte, gcm.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(gcm.Seal(nonce, nonce, []byte(token), []byte(id+"|token|v1")))
}

// until waits for what the worker does by itself.
func (b *bench) until(done func() bool) {
	b.t.Helper()
	limit := clock.System().NewTimer(patience)
	defer limit.Stop()
	for !done() {
		select {
		case <-limit.C:
			b.t.Fatal("it does not come about")
		case <-clock.System().NewTimer(20 * time.Millisecond).C:
		}
	}
}

func (b *bench) ends(id, state string) {
	b.t.Helper()
	b.until(func() bool {
		got, ok := b.ask(http.MethodGet, "/v1/jobs/"+id, nil)
		return ok && got.Job.State == state
	})
}

// captions returns what is on the network.
func (b *bench) captions() []string {
	b.t.Helper()
	resp, err := http.Get(b.network + "/_sandbox/ledger")
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var ledger struct{ Publications []struct{ Caption string } }
	if err := json.NewDecoder(resp.Body).Decode(&ledger); err != nil {
		b.t.Fatal(err)
	}
	captions := []string{}
	for _, p := range ledger.Publications {
		captions = append(captions, p.Caption)
	}
	return captions
}

func newID() string { return wireid.New().String() }

func stateIn(t *testing.T, text []byte) string {
	t.Helper()
	var v struct{ State string }
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v.State
}
