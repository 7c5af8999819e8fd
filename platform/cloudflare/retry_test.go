package cloudflare_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/secrets"
)

func TestRetry_AfterWhatPasses(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]cloudflaretest.Fault{
		"500": {Status: 500, Code: 10013}, "HTML of 502": {Status: 502, HTML: true}, "no answer": {Lose: true},
		"answer lost": {Lose: true, Commit: true}, "cut": {Cut: true}, "429": {Status: 429, Code: 971}, "empty 503": {Status: 503, Body: []byte{}},
	} {
		b := newBench(t)
		_, id := b.kv(t)
		f.Path, f.Times = "/values/k", 2
		b.Fault(f)
		if name == "answer lost" || name == "cut" {
			plan := cloudflaretest.FreePlan()
			plan.KVPace = 0
			b.SetPlan(b.id, plan)
		}
		err := b.account.Namespace(id).Put(t.Context(), cloudflare.Entry{Key: "k", Value: []byte("v")})
		if n := b.Count("PUT", "/values/k"); err != nil || n != 3 || string(b.KV(b.id, id).Values()["k"].Value) != "v" {
			t.Errorf("%s: %d calls, %v", name, n, err)
		}
	}
}

func TestRetry_EndsAfterThreeTries(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Fault(cloudflaretest.Fault{Status: 502, HTML: true, Times: -1})
	e := ofKind(t, second(b.account.Namespaces(t.Context())), cloudflare.Unreachable)
	if len(b.Calls()) != 3 || e.OutcomeUnknown() || e.Status != 502 {
		t.Errorf("%d calls, %v", len(b.Calls()), e)
	}
}

func TestRetry_NotAfterARefusal(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]cloudflaretest.Fault{
		"400": {Status: 400, Code: 1}, "403": {Status: 403, Code: 10000}, "proxy's page": {HTML: true}, "proxy's refusal": {Status: 407, HTML: true},
		"quota":    {Status: 429, Code: 10048, Message: "free usage limit"},
		"redirect": {Status: 302, HTML: true, Header: http.Header{"Location": {"http://127.0.0.1:1/"}}},
	} {
		b := newBench(t)
		f.Times = -1
		b.Fault(f)
		if err := second(b.account.Namespaces(t.Context())); err == nil || len(b.Calls()) != 1 {
			t.Errorf("%s: %d calls, %v", name, len(b.Calls()), err)
		}
	}
}

// TestRetry_EarlierTriesCount: what an earlier try may have done is not undone by what the last one
// says.
func TestRetry_EarlierTriesCount(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	kv, _ := b.kv(t)
	b.Fault(cloudflaretest.Fault{Method: "PUT", Commit: true, Lose: true})
	b.Fault(cloudflaretest.Fault{Method: "PUT", Status: 403, Code: 10000})
	e := ofKind(t, kv.Put(t.Context(), cloudflare.Entry{Key: "k"}), cloudflare.PermissionMissing)
	if !e.OutcomeUnknown() {
		t.Error("the first try may have written")
	}
}

func TestRetryAfter_IsWaitedFor(t *testing.T) {
	t.Parallel()
	for _, after := range []string{"7", start.Add(7 * time.Second).Format(http.TimeFormat)} {
		b := newBench(t)
		c := b.newClient(t, cloudflare.Options{Clock: b.clock}).As(secrets.NewText(tokenValue))
		b.Fault(cloudflaretest.Fault{Status: 429, Code: 971, Header: http.Header{"Retry-After": {after}}})
		done := make(chan error, 1)
		go func() { done <- second(c.VerifyToken(t.Context())) }()
		if err := b.clock.BlockUntil(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		if wait, ok := b.clock.Next(); !ok || wait != 7*time.Second {
			t.Errorf("%q: waits %v", after, wait)
		}
		b.clock.Advance(7 * time.Second)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestRetryAfter_TooLongIsLeftToTheCaller(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for after, want := range map[string]time.Duration{"300": 5 * time.Minute, "999999999": 24 * time.Hour} {
		b.Fault(cloudflaretest.Fault{Status: 429, HTML: true, Header: http.Header{"Retry-After": {after}}})
		if e := ofKind(t, second(b.client.VerifyToken(t.Context())), cloudflare.RateLimited); e.RetryAfter != want {
			t.Errorf("%s: %v", after, e.RetryAfter)
		}
	}
	for _, nonsense := range []string{"-5", "soon", "99999999999999999999", "Mon, 01 Jan 1990 00:00:00 GMT"} {
		b.Fault(cloudflaretest.Fault{Status: 429, Header: http.Header{"Retry-After": {nonsense}}})
		if err := second(b.client.VerifyToken(t.Context())); err != nil {
			t.Errorf("%s: %v", nonsense, err)
		}
	}
}

func TestRetry_StopsWithItsContext(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	why := errors.New("stopping")
	ctx, cancel := context.WithCancelCause(t.Context())
	c := b.newClient(t, cloudflare.Options{Clock: b.clock}).As(secrets.NewText(tokenValue))
	b.Fault(cloudflaretest.Fault{Status: 503, Times: -1})
	done := make(chan error, 1)
	go func() { done <- second(c.VerifyToken(ctx)) }()
	if err := b.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	cancel(why)
	if err := <-done; !errors.Is(err, why) || failure(t, err).Status != 503 || len(b.Calls()) != 1 {
		t.Errorf("got %v", err)
	}
	if err := second(c.VerifyToken(ctx)); !errors.Is(err, why) || len(b.Calls()) != 1 {
		t.Errorf("a call after the end: %v", err)
	}
}

func TestUnreachable_WhenNobodyListens(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Close()
	e := ofKind(t, b.account.Workers().DeleteScript(t.Context(), "crier"), cloudflare.Unreachable)
	if e.OutcomeUnknown() || e.Status != 0 || e.Unwrap() == nil {
		t.Errorf("nothing was sent, and the outcome is known: %v", e)
	}
	for _, base := range []string{"", "no address", "ftp://x", "http://", "%"} {
		c := cloudflare.New(cloudflare.Options{BaseURL: func() string { return base }}).As(secrets.NewText(tokenValue))
		wantKind(t, second(c.VerifyToken(t.Context())), cloudflare.Refused)
	}
}
