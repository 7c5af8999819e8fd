package cloudflare_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/pipetest"
	"crier/platform/secrets"
)

// everyRead returns calls that read an answer of each form.
func everyRead(t *testing.T, b *bench) map[string]func() error {
	t.Helper()
	ctx, kv := t.Context(), b.account.Namespace("ns")
	return map[string]func() error{
		"verify":     func() error { return second(b.client.VerifyToken(ctx)) },
		"accounts":   func() error { return second(b.client.Accounts(ctx)) },
		"namespaces": func() error { return second(b.account.Namespaces(ctx)) },
		"make":       func() error { return third(b.account.EnsureNamespace(ctx, "crier")) },
		"keys":       func() error { return second(kv.Keys(ctx, "", "", 0)) },
		"values":     func() error { return second(kv.GetAll(ctx, []string{"k"})) },
		"bucket":     func() error { return second(b.account.R2().Bucket(ctx, "media")) },
		"managed":    func() error { return second(b.account.R2().ManagedDomain(ctx, "media")) },
		"custom":     func() error { return second(b.account.R2().CustomDomains(ctx, "media")) },
		"subdomain":  func() error { return second(b.account.Workers().Subdomain(ctx)) },
		"upload":     func() error { return second(b.account.Workers().UploadScript(ctx, worker("crier"))) },
		"scripts":    func() error { return third(b.account.Workers().Script(ctx, "crier")) },
		"secrets":    func() error { return second(b.account.Workers().Secrets(ctx, "crier")) },
		"served":     func() error { return second(b.account.Workers().ScriptServed(ctx, "crier")) },
		"schedules":  func() error { return second(b.account.Workers().Schedules(ctx, "crier")) },
	}
}

func TestHostile_NotCloudflare(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for name, f := range map[string]cloudflaretest.Fault{
		"page":          {HTML: true},
		"page of 403":   {Status: 403, HTML: true},
		"empty":         {Body: []byte{}},
		"blank":         {Body: []byte(" \n")},
		"null":          {Body: []byte("null")},
		"a list":        {Body: []byte("[]")},
		"a number":      {Body: []byte("7")},
		"no success":    {Body: []byte(`{"result":{"id":"1","status":"active"}}`)},
		"success text":  {Body: []byte(`{"success":"true","result":{}}`)},
		"success null":  {Body: []byte(`{"success":null,"result":{}}`)},
		"no result":     {Body: []byte(`{"success":true}`)},
		"half":          {Body: []byte(`{"success":true,"errors":[],"result":{"id":"1","na`)},
		"more after it": {Body: []byte(`{"success":true,"result":{"id":"1"}} x`)},
		"twice":         {Body: []byte(`{"success":true,"success":true,"result":{}}`)},
		"result text":   {Body: []byte(`{"success":true,"result":"yes"}`)},
		"result number": {Body: []byte(`{"success":true,"result":12}`)},
		"result mixed":  {Body: []byte(`{"success":true,"result":[{"id":7,"name":[]},3]}`)},
		"no fields":     {Body: []byte(`{"success":true,"result":[{}]}`)},
		"wrong fields":  {Body: []byte(`{"success":true,"result":{"id":{},"status":1,"enabled":"x","schedules":[{}],"domains":[{}],"values":[],"subdomain":1,"name":2,"domain":3,"unsuccessful_keys":4}}`)},
		"refusal bare":  {Body: []byte(`{"success":false,"errors":[],"result":null}`)},
		"404 bare":      {Status: 404, Body: []byte(`{"success":true,"errors":[],"result":{"id":"1"}}`)},
		"garbage":       {Body: bytes.Repeat([]byte{0x1f, 0x8b, 0xff, 0}, 1000)},
		"deep":          {Body: []byte(`{"success":true,"result":` + strings.Repeat("[", 100_000))},
		"redirect":      {Status: 301, HTML: true, Header: http.Header{"Location": {"/elsewhere"}}},
		"errors wrong":  {Status: 400, Body: []byte(`{"success":false,"errors":{"code":1}}`)},
	} {
		f.Times = -1
		b.Fault(f)
		for op, call := range everyRead(t, b) {
			wantNotCloudflare(t, name+" to "+op, call())
		}
		b.Heal()
	}
}

func wantNotCloudflare(t *testing.T, what string, err error) {
	t.Helper()
	if !cloudflare.Is(err, cloudflare.NotCloudflare) {
		t.Errorf("%s: %v", what, err)
	}
}

func TestHostile_ValueBehindAProxy(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	kv, _ := b.kv(t)
	b.Fault(cloudflaretest.Fault{HTML: true})
	wantKind(t, second(kv.Get(t.Context(), "k")), cloudflare.NotCloudflare)
	b.Fault(cloudflaretest.Fault{Status: 204, Body: []byte{}})
	wantKind(t, second(kv.Get(t.Context(), "k")), cloudflare.NotCloudflare)
	b.Fault(cloudflaretest.Fault{Status: 201, Body: []byte(`{"success":true,"result":{}}`)})
	wantKind(t, second(kv.Get(t.Context(), "k")), cloudflare.NotCloudflare)
}

func TestHostile_Lenient(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Fault(cloudflaretest.Fault{Body: []byte(`{"success":true,"errors":null,"messages":"x","new":1,"result":{"id":"1","status":"active","expires_on":"never","x":[]}}`)})
	if got := must(b.client.VerifyToken(t.Context()))(t); got.ID != "1" || !got.Expires.IsZero() {
		t.Errorf("got %+v", got)
	}
	b.Fault(cloudflaretest.Fault{Status: 401, Body: []byte("{\"success\":false,\"errors\":[{\"code\":\"1000\",\"message\":{\"a\":\"\xff\"}}]}")})
	if e := ofKind(t, second(b.client.VerifyToken(t.Context())), cloudflare.TokenWrong); e.Code != 1000 || e.Message == "" {
		t.Errorf("got %v", e)
	}
	b.Fault(cloudflaretest.Fault{Status: 403, Body: []byte(`{"success":true,"errors":[{"code":1000,"message":"no"}],"result":{"id":"1","status":"active"}}`)})
	wantKind(t, second(b.client.VerifyToken(t.Context())), cloudflare.TokenWrong)
	b.Fault(cloudflaretest.Fault{Body: []byte(`{"success":true,"result":null}`)})
	if got := must(b.client.Accounts(t.Context()))(t); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

// counting counts the bytes that are read of all answers.
type counting struct {
	http.RoundTripper

	read atomic.Int64
}

type countedBody struct {
	io.ReadCloser

	read *atomic.Int64
}

func (c *counting) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := c.RoundTripper.RoundTrip(req)
	if err == nil {
		resp.Body = countedBody{resp.Body, &c.read}
	}
	return resp, err
}

func (b countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.read.Add(int64(n))
	return n, err
}

func TestHostile_TooLong(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	through := &counting{RoundTripper: &http.Transport{DisableKeepAlives: true}}
	c := b.newClient(t, cloudflare.Options{HTTP: &http.Client{Transport: through}}).As(secrets.NewText(tokenValue))
	huge := bytes.Repeat([]byte(" "), 100<<20)
	for name, f := range map[string]cloudflaretest.Fault{"100 MB": {Body: huge}, "endless": {Endless: true}} {
		f.Times = 3
		b.Fault(f)
		for limit, call := range map[int64]func() error{
			1 << 20: func() error { return second(c.VerifyToken(t.Context())) },
			8 << 20: func() error { return second(c.Accounts(t.Context())) },
			25 << 20: func() error {
				return second(c.Account(b.id).Namespace("ns").Get(t.Context(), "k"))
			},
		} {
			through.read.Store(0)
			wantNotCloudflare(t, name, call())
			if n := through.read.Load(); n != limit+1 {
				t.Errorf("%s: %d bytes were read where %d are the bound", name, n, limit)
			}
		}
	}
}

// TestHostile_TooSlow: one call takes as long as the Timeout and no longer, also when an answer has
// begun. It is not tried again, and a write without an answer may have taken effect.
func TestHostile_TooSlow(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]cloudflaretest.Fault{"no answer": {}, "no end": {Drip: true}} {
		b := newBench(t)
		synctest.Test(t, func(t *testing.T) {
			if !fault.Drip {
				fault.Until = make(chan struct{}) // A channel of the bubble, so that its time passes.
			}
			const timeout = 7 * time.Second
			transport := pipetest.Serve(t, b.Handler())
			c := b.newClient(t, cloudflare.Options{HTTP: &http.Client{Transport: transport}, Timeout: timeout, Tries: 2}).As(secrets.NewText(tokenValue))
			for _, isWrite := range []bool{false, true} {
				before, began := len(b.Calls()), clock.System().Now()
				b.Fault(fault)
				var err error
				if isWrite {
					err = c.Account(b.id).Workers().DeleteScript(t.Context(), "x")
				} else {
					_, err = c.VerifyToken(t.Context())
				}
				e := ofKind(t, err, cloudflare.Unreachable)
				if took := clock.System().Now().Sub(began); took != timeout || len(b.Calls()) != before+1 {
					t.Errorf("%s: %v after %d calls and %s", name, e, len(b.Calls())-before, took)
				}
				if (e.Status != 0) != fault.Drip || e.OutcomeUnknown() != isWrite {
					t.Errorf("%s: %v with the status %d, its outcome is unknown: %t", name, e, e.Status, e.OutcomeUnknown())
				}
			}
		})
	}
}

func TestHostile_ListWithoutEnd(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	row := strings.TrimSuffix(strings.Repeat(`{"id":"1","title":"x"},`, 50), ",")
	b.Fault(cloudflaretest.Fault{Body: []byte(`{"success":true,"result":[` + row + `],"result_info":{"total_count":2000000000}}`), Times: -1})
	wantKind(t, second(b.account.Namespaces(t.Context())), cloudflare.NotCloudflare)
	if n := len(b.Calls()); n > 50 {
		t.Errorf("%d calls", n)
	}
}
