package cloudflare_test

import (
	"slices"
	"sync"
	"testing"

	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
)

func TestEnsureBucket(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	got, made, err := b.account.R2().EnsureBucket(t.Context(), "media")
	if err != nil || !made || got.Name != "media" || !got.Created.Equal(start) || got.Location == "" {
		t.Fatalf("got %+v, %v, %v", got, made, err)
	}
	again, made, err := b.account.R2().EnsureBucket(t.Context(), "media")
	if err != nil || made || again != got {
		t.Errorf("got %+v, %v, %v", again, made, err)
	}
	_, _, err = b.account.R2().EnsureBucket(t.Context(), "Bad Name")
	wantKind(t, err, cloudflare.Refused)
}

func TestEnsureBucket_RacesAndLostAnswers(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	// One caller loses all its answers, but the bucket was made.
	b.Fault(cloudflaretest.Fault{Method: "POST", Path: "/r2/buckets", Commit: true, Lose: true, Times: 3})
	if got, _, err := b.account.R2().EnsureBucket(t.Context(), "media"); err != nil || got.Name != "media" {
		t.Fatalf("got %+v, %v", got, err)
	}
	b.Fault(cloudflaretest.Fault{Method: "POST", Path: "/r2/buckets", Commit: true, Lose: true, Times: 3})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if got, _, err := b.account.R2().EnsureBucket(t.Context(), "media"); err != nil || got.Name != "media" {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	wg.Wait()
	if names := b.R2(b.id).Buckets(); !slices.Equal(names, []string{"media"}) {
		t.Errorf("there are %v", names)
	}
	b.Fault(cloudflaretest.Fault{Method: "POST", Path: "/r2/buckets", Status: 503, Times: 3})
	_, _, err := b.account.R2().EnsureBucket(t.Context(), "second")
	wantKind(t, err, cloudflare.Unreachable)
}

func TestBucket_WithoutR2(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	plan := cloudflaretest.FreePlan()
	plan.R2 = false
	b.SetPlan(b.id, plan)
	_, _, err := b.account.R2().EnsureBucket(t.Context(), "media")
	if e := ofKind(t, err, cloudflare.NotEnabled); e.Code != 10042 || !contains(e.Sentence(), "R2 is not switched on") {
		t.Errorf("got %v: %s", e, e.Sentence())
	}
}

func TestBucket_DomainsAndEnd(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	wantKind(t, second(b.account.R2().ManagedDomain(t.Context(), "media")), cloudflare.NotFound)
	if _, _, err := b.account.R2().EnsureBucket(t.Context(), "media"); err != nil {
		t.Fatal(err)
	}
	if d := must(b.account.R2().ManagedDomain(t.Context(), "media"))(t); d.Enabled || d.Active {
		t.Errorf("public before it was wanted: %+v", d)
	}
	d := must(b.account.R2().SetManagedDomain(t.Context(), "media", true))(t)
	if !d.Enabled || !d.Active || !contains(d.Name, ".r2.dev") || must(b.account.R2().ManagedDomain(t.Context(), "media"))(t) != d {
		t.Errorf("got %+v", d)
	}
	if own := must(b.account.R2().CustomDomains(t.Context(), "media"))(t); len(own) != 0 {
		t.Errorf("got %v", own)
	}
	b.R2(b.id).AddCustomDomain("media", cloudflaretest.CustomDomain{Domain: "media.example", Enabled: true, Status: "active"})
	b.R2(b.id).AddCustomDomain("media", cloudflaretest.CustomDomain{Domain: "new.example", Enabled: true, Status: "pending"})
	want := []cloudflare.Domain{{Name: "media.example", Enabled: true, Active: true}, {Name: "new.example", Enabled: true}}
	if own := must(b.account.R2().CustomDomains(t.Context(), "media"))(t); !slices.Equal(own, want) {
		t.Errorf("got %v", own)
	}
	b.R2(b.id).Delete("media")
	for _, domain := range []string{"", "evil.example/path", "a b", "x:8080", "user@host"} {
		body := `{"success":true,"errors":[],"result":{"domain":"` + domain + `","enabled":true}}`
		b.Fault(cloudflaretest.Fault{Path: "/domains/managed", Body: []byte(body)})
		wantKind(t, second(b.account.R2().ManagedDomain(t.Context(), "media")), cloudflare.NotCloudflare)
	}
}
