package cloud_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/platform/apperror"
	"crier/platform/cloudflare/cloudflaretest"
)

// withoutBucket returns a bench whose bucket is to be made in R2. Its store knows the token as R2
// does.
func withoutBucket(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	b.fixed = nil
	b.boot(t)
	b.store.know(tokenID)
	b.store.has = func(bucket string) bool { return slices.Contains(b.cf.R2(b.account).Buckets(), bucket) }
	return b
}

// withMadeBucket returns a bench whose bucket is one that the set-up has made in R2.
func withMadeBucket(t *testing.T) *bench {
	t.Helper()
	b := withoutBucket(t)
	if err := b.cloud.Setup.SetUp(t.Context(), b.r2()); err != nil {
		t.Fatal(err)
	}
	return b
}

// RoundTrip gives the objects of the store out at the addresses of r2.dev of the buckets that are
// public.
func (b *bench) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(r.URL.Host, ".r2.dev") {
		return http.DefaultTransport.RoundTrip(r)
	}
	if !b.cf.R2(b.account).IsPublic(r.URL.Host) {
		w := httptest.NewRecorder()
		w.WriteHeader(http.StatusUnauthorized)
		return w.Result(), nil
	}
	store, err := url.Parse(b.store.http.URL)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Host, r.URL.Scheme, r.URL.Host, r.URL.Path = "", store.Scheme, store.Host, "/public"+r.URL.Path
	return http.DefaultTransport.RoundTrip(r)
}

func (b *bench) r2() cloud.SetupRequest {
	return cloud.SetupRequest{APIToken: apiToken, BucketName: "posts", BucketPublicURL: b.store.http.URL + "/public"}
}

func TestSetUp_MakesTheBucket(t *testing.T) {
	t.Parallel()
	b := withMadeBucket(t)
	set := b.buckets.Status()
	if names := b.cf.R2(b.account).Buckets(); len(names) != 1 || names[0] != "posts" || !set.Configured || *set.Name != "posts" || *set.AccessKeyID != tokenID {
		t.Errorf("made were %v, used is %+v", names, set)
	}
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}); err != nil || *b.buckets.Status().Name != "posts" || len(b.cf.R2(b.account).Buckets()) != 1 {
		t.Errorf("the second time: %v, %+v", err, b.buckets.Status())
	}
	// Another token has other keys; the bucket goes on with them.
	b.cf.AddToken(cloudflaretest.Token{ID: otherID, Value: otherToken, Accounts: []string{b.account}})
	b.store.know(otherID)
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: otherToken}); err != nil || *b.buckets.Status().AccessKeyID != otherID {
		t.Errorf("with another token: %v, %+v", err, b.buckets.Status())
	}
}

const otherToken, otherID = "cf-token-the-other-one", "ffffffffffffffffffffffffffffffff"

// TestSetUp_KeysOfANewToken: the bucket gets the keys of the new token while the earlier ones still
// work, also by a set-up that is repeated. Keys that the user has chosen are kept.
func TestSetUp_KeysOfANewToken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(*testing.T, *bench)
		want   string
	}{
		"made": {func(*testing.T, *bench) {}, otherID},
		"repeated": {func(t *testing.T, b *bench) {
			t.Helper()
			b.store.know("nobody")
			wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: otherToken}), apperror.BucketNotConfigured)
		}, otherID},
		"chosen": {func(t *testing.T, b *bench) {
			t.Helper()
			b.store.know(storeKey)
			if err := b.buckets.Set(t.Context(), b.store.config("posts", storeKey)); err != nil {
				t.Fatal(err)
			}
		}, storeKey},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := withMadeBucket(t)
			b.cf.AddToken(cloudflaretest.Token{ID: otherID, Value: otherToken, Accounts: []string{b.account}})
			c.before(t, b)
			b.store.know(tokenID, otherID, storeKey)
			if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: otherToken}); err != nil {
				t.Fatal(err)
			}
			if set := b.buckets.Status(); *set.AccessKeyID != c.want || *set.Name != "posts" {
				t.Errorf("the bucket's key is %s, want %s", *set.AccessKeyID, c.want)
			}
		})
	}
}

// TestSetUp_PrivateBucket: a private bucket that has objects becomes public only when the user says
// so, or when Crier has made it.
func TestSetUp_PrivateBucket(t *testing.T) {
	t.Parallel()
	const name = "archive"
	add := func(t *testing.T, b *bench) {
		t.Helper()
		if _, _, err := newClient(b).R2().EnsureBucket(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	public := func(t *testing.T, b *bench, enabled bool) {
		t.Helper()
		if _, err := newClient(b).R2().SetManagedDomain(t.Context(), name, enabled); err != nil {
			t.Fatal(err)
		}
	}
	for what, c := range map[string]struct {
		before  func(*testing.T, *bench)
		allowed bool
		says    string
	}{
		"with objects":    {add, false, "the bucket archive is private and has objects, and a set-up would make all of them public at https://pub-"},
		"and allowed":     {add, true, ""},
		"public already":  {func(t *testing.T, b *bench) { t.Helper(); add(t, b); public(t, b, true) }, false, ""},
		"nobody can look": {func(t *testing.T, b *bench) { t.Helper(); add(t, b); b.store.know("somebody") }, false, "could not find out whether the bucket archive has objects"},
		"Crier's own":     {func(t *testing.T, b *bench) { t.Helper(); b.setsUp(t, name); public(t, b, false); b.forget(t) }, false, ""},
		"after a teardown": {func(t *testing.T, b *bench) {
			t.Helper()
			b.setsUp(t, name)
			public(t, b, false)
			b.tearDown(t)
			b.forget(t)
		}, false, ""},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			b := withoutBucket(t)
			c.before(t, b)
			b.store.put("holiday.jpg")
			err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken, BucketName: name, BucketMayBePublic: c.allowed})
			managed, lookErr := newClient(b).R2().ManagedDomain(t.Context(), name)
			if lookErr != nil {
				t.Fatal(lookErr)
			}
			if managed.Enabled != (c.says == "") || b.buckets.Status().Configured != (c.says == "") {
				t.Errorf("public: %t, used: %+v", managed.Enabled, b.buckets.Status())
			}
			if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// setsUp sets the cloud up with a bucket in R2 that is not there yet.
func (b *bench) setsUp(t *testing.T, bucket string) {
	t.Helper()
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken, BucketName: bucket}); err != nil {
		t.Fatal(err)
	}
}

// forget removes the configuration of the bucket.
func (b *bench) forget(t *testing.T) {
	t.Helper()
	if err := b.buckets.Remove(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) tearDown(t *testing.T) {
	t.Helper()
	if err := b.cloud.Teardown.TearDown(t.Context(), false); err != nil {
		t.Fatal(err)
	}
}

// TestSetUp_PrivateBucketIsEmpty: an empty bucket has nothing that could become public.
func TestSetUp_PrivateBucketIsEmpty(t *testing.T) {
	t.Parallel()
	b := withoutBucket(t)
	if _, _, err := newClient(b).R2().EnsureBucket(t.Context(), "archive"); err != nil {
		t.Fatal(err)
	}
	b.setsUp(t, "archive")
	if set := b.buckets.Status(); !set.Configured || !strings.HasSuffix(*set.PublicURL, ".r2.dev") {
		t.Errorf("got %+v", set)
	}
}

// TestSetUp_MakesTheBucketAgain: a bucket that Crier has made is made again as at first when
// somebody has deleted it, and is public again when somebody has switched its address off.
func TestSetUp_MakesTheBucketAgain(t *testing.T) {
	t.Parallel()
	const name = "posts"
	for what, spoil := range map[string]func(*testing.T, *bench){
		"deleted": func(t *testing.T, b *bench) {
			t.Helper()
			b.cf.R2(b.account).Delete(name)
		},
		"deleted, with a new token": func(t *testing.T, b *bench) {
			t.Helper()
			b.cf.R2(b.account).Delete(name)
			b.cf.AddToken(cloudflaretest.Token{ID: otherID, Value: apiToken, Accounts: []string{b.account}})
			b.store.know(otherID)
		},
		"deleted, after a teardown": func(t *testing.T, b *bench) {
			t.Helper()
			b.tearDown(t)
			b.cf.R2(b.account).Delete(name)
		},
		"switched off": func(t *testing.T, b *bench) {
			t.Helper()
			if _, err := newClient(b).R2().SetManagedDomain(t.Context(), name, false); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			b := withoutBucket(t)
			b.setsUp(t, name)
			b.rules(t, name)
			spoil(t, b)
			if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken}); err != nil {
				t.Fatal(err)
			}
			set := b.buckets.Status()
			if host := strings.TrimPrefix(*set.PublicURL, "https://"); *set.Name != name || !b.cf.R2(b.account).IsPublic(host) || !b.link.Ready() {
				t.Errorf("used is %s at %s", *set.Name, *set.PublicURL)
			}
			if text := b.step(t, "bucket").Text; strings.Contains(text, "made it again") != (what != "switched off") {
				t.Errorf("it says: %s", text)
			}
			b.rules(t, name)
		})
	}
}

// rules fails the test unless the bucket has a rule for each of 13 months, besides Cloudflare's
// own, when the watcher has worked for a minute.
func (b *bench) rules(t *testing.T, name string) {
	t.Helper()
	b.clock.Advance(time.Minute)
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rules := b.cf.R2(b.account).Lifecycle(name); len(rules) != 14 {
		t.Errorf("the bucket has %d rules", len(rules))
	}
}

// TestSetUp_KeepsTheAddress: a bucket that is made again keeps an address that is the user's own.
func TestSetUp_KeepsTheAddress(t *testing.T) {
	t.Parallel()
	b := withMadeBucket(t)
	b.cf.R2(b.account).Delete("posts")
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}); err != nil || *b.buckets.Status().PublicURL != b.store.http.URL+"/public" {
		t.Errorf("%v, %+v", err, b.buckets.Status())
	}
	if managed, err := newClient(b).R2().ManagedDomain(t.Context(), "posts"); err != nil || managed.Enabled {
		t.Errorf("r2.dev: %+v, %v", managed, err)
	}
}

// TestSetUp_LeavesADeletedBucket: a bucket that the user made stays deleted.
func TestSetUp_LeavesADeletedBucket(t *testing.T) {
	t.Parallel()
	const name = "posts"
	b := withoutBucket(t)
	if _, _, err := newClient(b).R2().EnsureBucket(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	b.setsUp(t, name)
	b.cf.R2(b.account).Delete(name)
	err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{})
	wantCode(t, err, apperror.BucketNotConfigured)
	if err == nil || !strings.Contains(err.Error(), "there is no bucket") || len(b.cf.R2(b.account).Buckets()) != 0 {
		t.Errorf("got %v; there are %v", err, b.cf.R2(b.account).Buckets())
	}
}

// TestSetUp_PostsAtTheWorker: a deleted bucket is made again although posts wait at the worker, and
// they are told that their files are lost: before there is a bucket, so that a set-up that ends in
// between leaves none with an address of nothing, and once more when it has its new address.
func TestSetUp_PostsAtTheWorker(t *testing.T) {
	t.Parallel()
	const name = "posts"
	for what, own := range map[string]bool{"r2.dev": false, "an address of the user's own": true} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			b := withoutBucket(t)
			in := cloud.SetupRequest{APIToken: apiToken, BucketName: name}
			if own {
				in = b.r2()
			}
			if err := b.cloud.Setup.SetUp(t.Context(), in); err != nil {
				t.Fatal(err)
			}
			former := *b.buckets.Status().PublicURL
			var told []string
			hold := func() {
				b.buckets.Objects.Guard(func(context.Context) error {
					return apperror.New(apperror.InvalidStatus, "a post waits in the cloud worker")
				})
				b.link.OnFilesLost(func(context.Context) (int, error) {
					told = append(told, fmt.Sprint(len(b.cf.R2(b.account).Buckets()), *b.buckets.Status().PublicURL == former))
					return 2, nil
				})
			}
			hold()
			b.cf.R2(b.account).Delete(name)
			works := b.store.has
			b.store.has = func(string) bool { return false } // R2 does not know the new bucket yet.
			wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}), apperror.BucketNotConfigured)
			if len(told) != 1 || told[0] != "0 true" || len(b.cf.R2(b.account).Buckets()) != 1 {
				t.Fatalf("told at %q; there are %v", told, b.cf.R2(b.account).Buckets())
			}
			b.boot(t)
			hold()
			b.store.has = works
			if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}); err != nil {
				t.Fatal(err)
			}
			isOther := *b.buckets.Status().PublicURL != former
			if isOther == own || isOther && (len(told) != 2 || told[1] != "1 false") {
				t.Errorf("it has another address: %t; told at %q", isOther, told)
			}
			if text := b.step(t, "bucket").Text; isOther && !strings.Contains(text, "has 2 posts whose files were lost") {
				t.Errorf("it says: %s", text)
			}
			// Without a death in between.
			told = nil
			b.cf.R2(b.account).Delete(name)
			if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}); err != nil || len(told) != 2 || !b.link.Ready() {
				t.Errorf("once more: %v; told at %q", err, told)
			}
			if text := b.step(t, "bucket").Text; !strings.Contains(text, "made it again") || !strings.Contains(text, "has 2 posts whose files were lost") {
				t.Errorf("it says: %s", text)
			}
		})
	}
}

// TestSetUp_BucketAddress takes a domain of the bucket's own before that of r2.dev.
func TestSetUp_BucketAddress(t *testing.T) {
	t.Parallel()
	for name, own := range map[string]*cloudflaretest.CustomDomain{
		".r2.dev":                   nil,
		"https://media.example.com": {Domain: "media.example.com", Enabled: true, Status: "active"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := withoutBucket(t)
			if own != nil {
				if _, _, err := newClient(b).R2().EnsureBucket(t.Context(), "crier-media"); err != nil {
					t.Fatal(err)
				}
				b.cf.R2(b.account).AddCustomDomain("crier-media", *own)
			}
			// The address is one of the internet, where the test fetches nothing.
			b.store.know("nobody")
			wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken, BucketName: "crier-media"}), apperror.BucketNotConfigured)
			managed, err := newClient(b).R2().ManagedDomain(t.Context(), "crier-media")
			if err != nil || managed.Enabled != (own == nil) {
				t.Errorf("the address of r2.dev: %+v, %v", managed, err)
			}
		})
	}
}

func TestSetUp_NoBucket(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(*bench)
		says  string
	}{
		"R2 is off": {func(b *bench) {
			b.cf.SetPlan(b.account, cloudflaretest.Plan{EmailVerified: true, Schedules: 5, ScriptBytes: 3 << 20})
		}, "R2 is not switched on"},
		"wrong keys": {func(b *bench) { b.store.know("somebody") }, "test object"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := withoutBucket(t)
			c.spoil(b)
			err := b.cloud.Setup.SetUp(t.Context(), b.r2())
			wantCode(t, err, apperror.BucketNotConfigured)
			if !strings.Contains(err.Error(), c.says) || b.buckets.Status().Configured {
				t.Errorf("got %v, %+v", err, b.buckets.Status())
			}
			b.cf.SetPlan(b.account, cloudflaretest.FreePlan())
			b.store.know(tokenID)
			in := b.r2()
			in.APIToken = ""
			if err := b.cloud.Setup.SetUp(t.Context(), in); err != nil || !b.link.Ready() {
				t.Errorf("it does not go on: %v", err)
			}
		})
	}
}

// TestSetUp_BucketOfTheEnvironment: the set-up does not change it.
func TestSetUp_BucketOfTheEnvironment(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), b.r2()), apperror.ValidationError)
	if len(b.cf.R2(b.account).Buckets()) != 0 {
		t.Error("a bucket was made")
	}
}
