package cloud_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
	"crier/platform/secrets"
)

const (
	apiToken    = "cf-token-Zx81kQpwR7"
	tokenID     = "0a1b2c3d4e5f60718293a4b5c6d7e8f9"
	storeKey    = "store-key-id"
	storeSecret = "a-store-secret-that-nobody-sees"
	workerName  = "crier"
)

var start = time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)

// eager is a clock on which no pause takes time: it goes on by itself.
type eager struct{ *clock.Fake }

func (e eager) NewTimer(d time.Duration) *clock.Timer {
	t := e.Fake.NewTimer(d)
	e.Advance(d)
	return t
}

// bench is a Cloudflare with one account, a worker in it, a bucket, and a Cloud on a database.
type bench struct {
	clock    *clock.Fake
	cf       *cloudflaretest.Server
	worker   *fakeWorker
	store    *fakeStore
	account  string
	db       *database.DB
	key      secrets.Key
	log      *lockedBuffer
	bindings map[string]string
	fixed    *bucket.Config
	// newName is Crier's own where it is nil.
	newName func() string
	// isFar says that the worker is not on this machine.
	isFar bool
	// runtime is where workers answer in the real runtime; empty for the fake one.
	runtime string
	objects *objectstore.Switch

	buckets *cloud.Buckets
	deps    cloud.Deps
	cloud   *cloud.Cloud
	link    *cloud.Link
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// newBench returns a bench whose bucket comes from the environment. It checks at the end that
// nothing that was said or stored has a secret in it.
func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{clock: clock.NewFake(start), db: databasetest.New(t), key: secrets.NewKey(), log: &lockedBuffer{}, newName: func() string { return workerName }}
	b.cf = cloudflaretest.Start(t, b.clock)
	b.account = b.cf.AddAccount("Anna")
	b.cf.AddToken(cloudflaretest.Token{ID: tokenID, Value: apiToken, Accounts: []string{b.account}})
	b.worker = startWorker(t, b.cf, b.account, b.clock)
	b.store = startStore(t, storeKey)
	fixed := b.store.config("media", storeKey)
	b.fixed = &fixed
	b.boot(t)
	t.Cleanup(func() { b.mustHideSecrets(t) })
	return b
}

// boot starts the stack, or starts it again, on what is stored.
func (b *bench) boot(t *testing.T) {
	t.Helper()
	box, err := secrets.NewBox(b.key)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(b.log, nil))
	b.objects = objectstore.NewSwitch(objectstore.Unconfigured{}, objectstore.Unconfigured{})
	b.buckets = cloud.NewBuckets(cloud.BucketDeps{
		DB: b.db, Clock: eager{b.clock}, Log: log, Box: box, Fixed: b.fixed, IsLocal: true, Public: b,
		Objects: b.objects,
	})
	if err := b.buckets.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.deps = cloud.Deps{
		DB: b.db, Clock: eager{b.clock}, Log: log, Box: box, Buckets: b.buckets,
		Cloudflare: cloudflare.New(cloudflare.Options{BaseURL: b.cf.URL, Clock: eager{b.clock}}),
	}
	b.cloud = cloud.New(b.deps, cloud.Options{
		Network: "sandbox", WorkersURL: cmp.Or(b.runtime, b.worker.http.URL), Bindings: func() map[string]string { return b.bindings },
		R2Endpoint: func(string) string { return b.store.http.URL }, NewName: b.newName, IsLocal: !b.isFar,
	})
	b.link = b.cloud.Link
	if err := b.cloud.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	started, buckets := b.cloud, b.buckets
	t.Cleanup(func() { started.Stop(); buckets.Stop() })
}

// ready returns a bench whose cloud is set up.
func ready(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	b.mustSetUp(t)
	return b
}

func (b *bench) mustSetUp(t *testing.T) {
	t.Helper()
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken}); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) status(t *testing.T) cloud.SetupStatus {
	t.Helper()
	status, err := b.cloud.Overview.SetupStatus(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return status
}

// step returns the result of a step.
func (b *bench) step(t *testing.T, name string) cloud.SetupStep {
	t.Helper()
	for _, one := range b.status(t).Steps {
		if one.Name == name {
			return one
		}
	}
	return cloud.SetupStep{}
}

func (b *bench) script(t *testing.T) cloudflaretest.Script {
	t.Helper()
	script, ok := b.cf.Script(b.account, workerName)
	if !ok {
		t.Fatal("there is no script")
	}
	return script
}

func (b *bench) namespace(t *testing.T) string {
	t.Helper()
	if id := b.status(t).NamespaceID; id != nil {
		return *id
	}
	t.Fatal("there is no namespace")
	return ""
}

// mustHideSecrets looks for secrets where there must be none.
func (b *bench) mustHideSecrets(t *testing.T) {
	t.Helper()
	hidden := []string{apiToken, storeSecret}
	for _, name := range []string{workerName, "other"} {
		if script, ok := b.cf.Script(b.account, name); ok {
			for _, secret := range script.Secrets {
				hidden = append(hidden, secret)
			}
		}
	}
	said := b.log.String()
	// The test's own context has ended.
	for _, what := range []func() (any, error){
		func() (any, error) { return b.cloud.Overview.SetupStatus(noContext()) },
		func() (any, error) { return b.cloud.Overview.Status(), nil },
	} {
		got, err := what()
		text, encodeErr := json.Marshal(got)
		if err != nil || encodeErr != nil {
			t.Error(err, encodeErr)
		}
		said += string(text)
	}
	for _, secret := range hidden {
		if secret != "" && strings.Contains(said, secret) {
			t.Errorf("a secret was told: %s", said)
		}
	}
}

func wantCode(t *testing.T, err error, want apperror.Code) {
	t.Helper()
	if got := apperror.CodeOf(err); got != want {
		t.Errorf("got %q, want %q: %v", got, want, err)
	}
}

// noContext returns a context for what is done after a test's own has ended.
func noContext() context.Context { return context.Background() }
