package cloud_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/modules/cloud"
	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/needtest"
	"crier/platform/objectstore"
)

const pageToken = "cf-token-of-the-page"

// inRuntime returns a bench without a bucket, whose workers run in the real runtime. Its token is
// one of the page that Crier names, for an account without R2.
func inRuntime(t *testing.T) (*bench, *workertest.Runtime) {
	t.Helper()
	b := newBench(t)
	b.clock.Advance(clock.System().Now().Sub(start))
	run := workertest.Start(t, b.cf)
	b.fixed, b.runtime = nil, run.URL()
	b.bindings = map[string]string{worker.BindingInstagram: "http://127.0.0.1:1", worker.BindingFacebook: "http://127.0.0.1:1"}
	plan := cloudflaretest.FreePlan()
	plan.R2 = false
	b.cf.SetPlan(b.account, plan)
	permissions, ok := cloudflaretest.PermissionsOf(cloudflare.TokenPage(false))
	if !ok {
		t.Fatal("the page for tokens fills in nothing")
	}
	b.cf.AddToken(cloudflaretest.Token{Value: pageToken, Accounts: []string{b.account}, Permissions: permissions})
	b.boot(t)
	return b, run
}

func (b *bench) put(t *testing.T, text string) (key string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	key = objectstore.NewKeyDue("jpg", b.clock.Now())
	if err := b.objects.Put(t.Context(), key, path, "image/jpeg"); err != nil {
		t.Fatal(err)
	}
	return key
}

func statusOf(t *testing.T, url string) int {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// TestMedia_NoBucket: a set-up with the permissions of the page for tokens, in an account without
// R2, has the network fetch files from the worker, which goes away with it.
func TestMedia_NoBucket(t *testing.T) {
	t.Parallel()
	b, _ := inRuntime(t)
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: pageToken}); err != nil {
		t.Fatal(err, b.status(t).Steps)
	}
	public := b.cloud.Overview.Status()
	status := b.status(t)
	if !public.IsConfigured || !public.IsVerified || public.BucketConfigured || public.BucketName != nil || !b.link.Ready() || !b.link.HasRules() ||
		status.Media.From == nil || *status.Media.From != "worker" || status.Media.CheckedAt == nil {
		t.Errorf("got %+v, %+v", public, status.Media)
	}
	if script := b.script(t); script.LogsAddresses || script.MigrationTag != "v2" {
		t.Errorf("got %+v", script)
	}
	key := b.put(t, "a picture")
	url := b.objects.URL(key)
	if got := statusOf(t, url); got != http.StatusOK {
		t.Errorf("%d", got)
	}
	var fetched strings.Builder
	if err := cloud.Fetch(t.Context(), b.link, url, &fetched, 100); err != nil || fetched.String() != "a picture" {
		t.Errorf("got %q, %v", fetched.String(), err)
	}
	if err := b.cloud.Verifier.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	// A post that is due in this month keeps its file, one of later needs another key.
	for months, want := range map[int]error{0: nil, 3: cloud.ErrEndsEarlier} {
		if got := b.link.KeepUntil(t.Context(), []string{key}, b.clock.Now().AddDate(0, months, 0)); !errors.Is(got, want) {
			t.Errorf("in %d months: %v", months, got)
		}
	}

	// What is stored is known after a start, and the bytes are told.
	b.boot(t)
	if err := b.cloud.Verifier.Verify(t.Context()); err != nil || b.objects.URL(key) != url {
		t.Errorf("%v, the address is %s and was %s", err, b.objects.URL(key), url)
	}
	if got := b.status(t); got.Media.Files != 1 || got.Media.Bytes != int64(len("a picture")) || got.Media.MaxBytes < 4e9 || got.Usage[0].Requests < 5 {
		t.Errorf("got %+v, %+v", got.Media, got.Usage)
	}

	// It stays while a post needs a file, and takes its files with it.
	busy := true
	b.objects.Guard(func(context.Context) error {
		if busy {
			return apperror.New(apperror.InvalidStatus, "a post is being published")
		}
		return nil
	})
	wantCode(t, b.cloud.Teardown.TearDown(t.Context(), false), apperror.InvalidStatus)
	busy = false
	if err := b.cloud.Teardown.TearDown(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if got := statusOf(t, url); got != http.StatusNotFound {
		t.Errorf("after the teardown: %d", got)
	}
	if err := b.objects.Delete(t.Context(), key); err != nil || apperror.CodeOf(b.objects.Ready()) != apperror.BucketNotConfigured {
		t.Errorf("%v, %v", err, b.objects.Ready())
	}
}

// TestMedia_Moves: who has a bucket keeps it, until the network is to fetch from the worker.
func TestMedia_Moves(t *testing.T) {
	t.Parallel()
	needtest.Night(t)
	b, _ := inRuntime(t)
	b.store.know(storeKey)
	if err := b.buckets.Set(t.Context(), b.store.config("media", storeKey)); err != nil {
		t.Fatal(err)
	}
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: pageToken}); err != nil {
		t.Fatal(err)
	}
	from := func() string {
		if from := b.status(t).Media.From; from != nil {
			return *from
		}
		return ""
	}
	if from() != "bucket" || b.status(t).Media.CheckedAt != nil {
		t.Errorf("files come from %q", from())
	}
	inBucket := b.put(t, "in the bucket")
	if err := b.cloud.Media.Move(t.Context(), cloud.MediaRequest{From: "worker"}); err != nil {
		t.Fatal(err)
	}
	atWorker := b.put(t, "at the worker")
	b.boot(t)
	if public := b.cloud.Overview.Status(); from() != "worker" || !public.BucketConfigured || statusOf(t, b.objects.URL(atWorker)) != http.StatusOK {
		t.Errorf("files come from %q: %+v", from(), public)
	}
	// What is given up goes from both.
	for _, key := range []string{inBucket, atWorker} {
		if err := b.objects.Delete(t.Context(), key); err != nil {
			t.Error(err)
		}
	}
	if statusOf(t, b.objects.URL(atWorker)) != http.StatusNotFound || b.store.count() != 0 {
		t.Errorf("%d objects are left in the bucket", b.store.count())
	}
	if err := b.cloud.Media.Move(t.Context(), cloud.MediaRequest{From: "bucket"}); err != nil || from() != "bucket" {
		t.Errorf("%v, files come from %q", err, from())
	}
	// Without its bucket the worker takes over by itself.
	if err := b.buckets.Remove(t.Context()); err != nil || from() != "worker" {
		t.Errorf("%v, files come from %q", err, from())
	}
	wantCode(t, b.cloud.Media.Move(t.Context(), cloud.MediaRequest{From: "bucket"}), apperror.BucketNotConfigured)
}

// TestMedia_OlderWorker: a worker of an earlier version serves no files, and that is said.
func TestMedia_OlderWorker(t *testing.T) {
	t.Parallel()
	b := withoutBucket(t)
	err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken})
	wantCode(t, err, apperror.CloudError)
	step := b.step(t, "media")
	if public := b.cloud.Overview.Status(); public.IsConfigured || b.link.Ready() || step.State != "FAILED" || !strings.Contains(step.Text, "cloud worker") {
		t.Errorf("got %+v, %+v", public, step)
	}
}
