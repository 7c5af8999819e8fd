package cloudflare_test

import (
	"errors"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/secrets"
)

const tokenValue = "cf-token-Zx81kQpwR7"

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// bench is a fake Cloudflare with one account, and a client that has a token for it.
type bench struct {
	*cloudflaretest.Server

	clock   *clock.Fake
	client  *cloudflare.Client
	account *cloudflare.Account
	id      string
	tokenID string
}

// eager is a clock on which no pause takes time: it goes on by itself.
type eager struct{ *clock.Fake }

func (e eager) NewTimer(d time.Duration) *clock.Timer {
	t := e.Fake.NewTimer(d)
	e.Advance(d)
	return t
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{clock: clock.NewFake(start)}
	b.Server = cloudflaretest.Start(t, b.clock)
	b.id = b.AddAccount("Anna")
	b.tokenID = b.AddToken(cloudflaretest.Token{Value: tokenValue, Accounts: []string{b.id}})
	b.client = b.newClient(t, cloudflare.Options{}).As(secrets.NewText(tokenValue))
	b.account = b.client.Account(b.id)
	return b
}

func (b *bench) newClient(t *testing.T, o cloudflare.Options) *cloudflare.Client {
	t.Helper()
	o.BaseURL = b.URL
	if o.Clock == nil {
		o.Clock = eager{b.clock}
	}
	c := cloudflare.New(o)
	t.Cleanup(c.CloseIdleConnections)
	return c
}

// kv returns a namespace of the account.
func (b *bench) kv(t *testing.T) (*cloudflare.KV, string) {
	t.Helper()
	n := must(b.first(b.account.EnsureNamespace(t.Context(), "crier")))(t)
	return b.account.Namespace(n.ID), n.ID
}

func (*bench) first(n cloudflare.Namespace, _ bool, err error) (cloudflare.Namespace, error) {
	return n, err
}

// must returns the value of a call that has to succeed.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func failure(t *testing.T, err error) *cloudflare.Error {
	t.Helper()
	var e *cloudflare.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is no *Error", err)
	}
	return e
}

func wantKind(t *testing.T, err error, kind cloudflare.Kind) {
	t.Helper()
	_ = ofKind(t, err, kind)
}

func ofKind(t *testing.T, err error, kind cloudflare.Kind) *cloudflare.Error {
	t.Helper()
	e := failure(t, err)
	if e.Kind != kind {
		t.Fatalf("kind %q, not %q: %v", e.Kind, kind, err)
	}
	return e
}
