package cloud_test

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/platform/apperror"
	"crier/platform/cloudflare/cloudflaretest"
)

// held has the first call with this in its path wait. It returns what tells of the call, and what
// lets it go on.
func held(b *bench, method, path string) (begun func() bool, release func()) {
	until := make(chan struct{})
	before := b.cf.Count(method, path)
	b.cf.Fault(cloudflaretest.Fault{Method: method, Path: path, Until: until})
	return func() bool { return b.cf.Count(method, path) > before }, func() { close(until) }
}

func until(t *testing.T, is func() bool) {
	t.Helper()
	// Only what does not come uses it up.
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for !is() {
		if ctx.Err() != nil {
			t.Fatal("it does not come")
		}
		runtime.Gosched()
	}
}

// TestSetUp_GoesOnWithoutItsRequest: who closes the window does not stop a set-up, and what is
// done of it can be seen meanwhile.
func TestSetUp_GoesOnWithoutItsRequest(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	begun, release := held(b, http.MethodPut, "/scripts/crier")
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() { left <- b.cloud.Setup.SetUp(ctx, cloud.SetupRequest{APIToken: apiToken}) }()
	until(t, begun)
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if s := b.status(t); !s.IsRunning || b.step(t, "namespace").State != "DONE" || b.step(t, "upload").State != "PENDING" {
		t.Errorf("got %+v", s)
	}
	release()
	until(t, func() bool { return !b.status(t).IsRunning })
	if s := b.status(t); !s.IsVerified || b.step(t, "media").State != "DONE" {
		t.Errorf("got %+v", s)
	}
}

// TestSetUp_IsStopped: a set-up that the end of the program stops has not failed. It goes on where
// it was, and what was done stays done meanwhile.
func TestSetUp_IsStopped(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	begun, release := held(b, http.MethodPut, "/scripts/crier")
	left := make(chan error, 1)
	go func() { left <- b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken}) }()
	until(t, begun)
	b.cloud.Stop()
	if err := <-left; err == nil {
		t.Error("it says that it has ended well")
	}
	release()
	b.boot(t)
	if s := b.status(t); s.IsRunning || !s.CanGoOn || b.step(t, "subdomain").State != "DONE" || b.step(t, "upload").State != "PENDING" {
		t.Errorf("got %+v", s)
	}
	begun, release = held(b, http.MethodGet, "/verify")
	go func() { left <- b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}) }()
	until(t, begun)
	if b.step(t, "namespace").State != "DONE" || b.step(t, "cron").State != "PENDING" {
		t.Errorf("got %+v", b.status(t).Steps)
	}
	release()
	if err := <-left; err != nil || !b.status(t).IsVerified {
		t.Errorf("it does not go on: %v", err)
	}
}

// TestSetUp_Choice: of a token of several accounts the accounts are named, and the token is kept in
// memory until one is chosen, for ten minutes at most.
func TestSetUp_Choice(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	const several = "cf-token-of-several-Ab12Cd34"
	other := b.cf.AddAccount("Bruno")
	b.cf.AddToken(cloudflaretest.Token{Value: several, Accounts: []string{b.account, other}})
	wantCode(t, b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: several}), apperror.ValidationError)
	s := b.status(t)
	if len(s.Accounts) != 2 || s.Accounts[1] != (cloud.AccountName{ID: other, Name: "Bruno"}) || !s.CanGoOn || s.HasAPIToken || *b.step(t, "account").Needs != "account" {
		t.Errorf("got %+v", s)
	}
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{AccountID: b.account}); err != nil {
		t.Fatal(err)
	}
	if s := b.status(t); len(s.Accounts) != 0 || !s.HasAPIToken || *s.AccountID != b.account {
		t.Errorf("got %+v", s)
	}

	late := newBench(t)
	late.cf.AddToken(cloudflaretest.Token{Value: several, Accounts: []string{late.account, late.cf.AddAccount("Bruno")}})
	wantCode(t, late.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: several}), apperror.ValidationError)
	late.clock.Advance(10 * time.Minute)
	if s := late.status(t); s.CanGoOn || len(s.Accounts) != 0 {
		t.Errorf("got %+v", s)
	}
	wantCode(t, late.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{AccountID: late.account}), apperror.TokenRequired)
}

// TestSetUp_Needs: a step that failed says, as data, what the user has to do, and what Cloudflare
// said.
func TestSetUp_Needs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault cloudflaretest.Fault
		in    cloud.SetupRequest
		step  string
		needs string
		said  string
	}{
		"token":      {cloudflaretest.Fault{Path: "/verify", Status: 401, Code: 1000, Message: "Invalid API Token"}, cloud.SetupRequest{}, "token", "token", "Invalid API Token"},
		"permission": {cloudflaretest.Fault{Path: "/workers/subdomain", Status: 403, Code: 10000, Message: "Authentication error"}, cloud.SetupRequest{}, "subdomain", "permission", "code 10000"},
		"subdomain":  {cloudflaretest.Fault{Method: "PUT", Path: "/workers/subdomain", Status: 409, Code: 10031, Message: "taken"}, cloud.SetupRequest{Subdomain: "bakery"}, "subdomain", "subdomain", "taken"},
		"e-mail":     {cloudflaretest.Fault{Method: "PUT", Path: "/scripts/crier", Status: 400, Code: 10034, Message: "verify"}, cloud.SetupRequest{}, "upload", "ready", "verify"},
		"later":      {cloudflaretest.Fault{Method: "PUT", Path: "/scripts/crier", Status: 502, HTML: true}, cloud.SetupRequest{}, "upload", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			c.fault.Times = -1
			b.cf.Fault(c.fault)
			c.in.APIToken = apiToken
			if b.cloud.Setup.SetUp(t.Context(), c.in) == nil {
				t.Fatal("it went well")
			}
			got := b.step(t, c.step)
			needs, said := "", ""
			if got.Needs != nil {
				needs = *got.Needs
			}
			if got.Said != nil {
				said = *got.Said
			}
			if got.State != "FAILED" || needs != c.needs || !strings.Contains(said, c.said) || (c.said == "") != (said == "") {
				t.Errorf("got %+v: needs %q, said %q", got, needs, said)
			}
		})
	}
}

// TestSetUp_WrongToken: a token that Cloudflare does not know is not kept, so that the stored one
// is used by the next set-up.
func TestSetUp_WrongToken(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken, WorkerName: "mine"}); err != nil {
		t.Fatal(err)
	}
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: apiToken[:len(apiToken)-3]}); err == nil {
		t.Error("a token that was cut off was taken")
	}
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{}); err != nil {
		t.Errorf("the stored token is not used: %v", err)
	}
}

// TestSetUp_GoesOnWithoutTheBucket: a set-up that cannot get its bucket goes on wanting it, until
// it is told to do without.
func TestSetUp_GoesOnWithoutTheBucket(t *testing.T) {
	t.Parallel()
	b, _ := inRuntime(t)
	for _, in := range []cloud.SetupRequest{{APIToken: pageToken, BucketName: "posts"}, {}} {
		if err := b.cloud.Setup.SetUp(t.Context(), in); err == nil || b.step(t, "bucket").State != "FAILED" {
			t.Errorf("it goes on without the bucket by itself: %v", err)
		}
	}
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{WithoutBucket: true}); err != nil || !b.link.Ready() || b.buckets.Status().Configured {
		t.Errorf("it does not go on without a bucket: %v, %+v", err, b.buckets.Status())
	}
}
