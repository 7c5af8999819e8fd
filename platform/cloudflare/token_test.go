package cloudflare_test

import (
	"testing"
	"time"

	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/secrets"
)

func TestVerifyToken_OfAUser(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	got := must(b.client.VerifyToken(t.Context()))(t)
	if got.ID != b.tokenID || got.Ended() || !got.Expires.IsZero() {
		t.Errorf("got %+v", got)
	}
	wantKind(t, second(b.account.VerifyToken(t.Context())), cloudflare.TokenWrong)
}

func TestVerifyToken_OfAnAccount(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	expires := start.Add(time.Hour)
	b.AddToken(cloudflaretest.Token{Value: "owned-token", Accounts: []string{b.id}, Owner: b.id, Expires: expires})
	c := b.client.As(secrets.NewText("owned-token"))
	wantKind(t, second(c.VerifyToken(t.Context())), cloudflare.TokenWrong)
	got := must(c.Account(b.id).VerifyToken(t.Context()))(t)
	if got.Ended() || !got.Expires.Equal(expires) {
		t.Errorf("got %+v", got)
	}
	b.clock.Advance(2 * time.Hour)
	if got := must(c.Account(b.id).VerifyToken(t.Context()))(t); !got.Ended() {
		t.Errorf("an expired token is %+v", got)
	}
	wantKind(t, second(c.Accounts(t.Context())), cloudflare.TokenWrong)
}

func TestToken_NoneOrUnknownOrUnusable(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, token := range []string{"", "unknown-token", "two words", "line\nbreak", "ümlaut"} {
		c := b.client.As(secrets.NewText(token))
		wantKind(t, second(c.VerifyToken(t.Context())), cloudflare.TokenWrong)
		wantKind(t, second(c.Account(b.id).Namespaces(t.Context())), cloudflare.TokenWrong)
	}
	if n := len(b.Calls()); n != 2 {
		t.Errorf("%d calls, and only the unknown token can be sent", n)
	}
}

func TestAccounts_AllPages(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ids := []string{b.id}
	for range 119 {
		ids = append(ids, b.AddAccount("Another"))
	}
	b.AddToken(cloudflaretest.Token{Value: tokenValue, Accounts: ids})
	got := must(b.client.Accounts(t.Context()))(t)
	if len(got) != 120 || b.Count("GET", "/accounts") != 3 {
		t.Errorf("%d accounts in %d calls", len(got), b.Count("GET", "/accounts"))
	}
	b.AddToken(cloudflaretest.Token{Value: tokenValue, Accounts: ids, Permissions: []string{cloudflaretest.KVWrite}})
	if got := must(b.client.Accounts(t.Context()))(t); len(got) != 0 {
		t.Errorf("a token that may not see accounts sees %d", len(got))
	}
}

func TestS3Keys(t *testing.T) {
	t.Parallel()
	id, secret := cloudflare.S3Keys("the-id", secrets.NewText("abc"))
	if id != "the-id" || secret.Reveal() != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("got %s, %s", id, secret.Reveal())
	}
}

func TestPermissions_EachCallNamesTheOneItLacks(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.AddToken(cloudflaretest.Token{Value: tokenValue, Accounts: []string{b.id}, Permissions: []string{}})
	a, kv := b.account, b.account.Namespace("ns")
	for permission, calls := range map[string][]error{
		cloudflare.PermissionKV: {
			third(a.EnsureNamespace(t.Context(), "x")), second(a.Namespaces(t.Context())), a.DeleteNamespace(t.Context(), "ns"),
			second(kv.Keys(t.Context(), "", "", 0)), second(kv.Get(t.Context(), "k")), kv.Put(t.Context(), cloudflare.Entry{Key: "k"}),
			kv.Delete(t.Context(), "k"),
			second(kv.GetAll(t.Context(), []string{"k"})),
		},
		cloudflare.PermissionR2: {
			third(a.R2().EnsureBucket(t.Context(), "x")), second(a.R2().Bucket(t.Context(), "x")),
			second(a.R2().ManagedDomain(t.Context(), "x")), second(a.R2().SetManagedDomain(t.Context(), "x", true)), second(a.R2().CustomDomains(t.Context(), "x")),
		},
		cloudflare.PermissionScripts: {
			second(a.Workers().Subdomain(t.Context())), second(a.Workers().EnsureSubdomain(t.Context(), "x")), third(a.Workers().Script(t.Context(), "x")),
			second(a.Workers().UploadScript(t.Context(), worker("x"))), a.Workers().DeleteScript(t.Context(), "x"), second(a.Workers().Secrets(t.Context(), "x")),
			second(a.Workers().ScriptServed(t.Context(), "x")),
			a.Workers().ServeScript(t.Context(), "x", true), second(a.Workers().Schedules(t.Context(), "x")), second(a.Workers().SetSchedules(t.Context(), "x")),
		},
	} {
		for _, err := range calls {
			e := ofKind(t, err, cloudflare.PermissionMissing)
			if e.Permission() != permission || e.Code != 10000 || !contains(e.Sentence(), permission) {
				t.Errorf("%v: %q, %q", e, e.Permission(), e.Sentence())
			}
		}
	}
}

func TestAccount_OfSomebodyElseAndOfNobody(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	other := b.client.Account(b.AddAccount("Berta"))
	wantKind(t, second(other.Namespaces(t.Context())), cloudflare.PermissionMissing)
	nobody := b.client.Account("0123")
	wantKind(t, second(nobody.Namespaces(t.Context())), cloudflare.NotFound)
	if e := ofKind(t, nobody.Workers().DeleteScript(t.Context(), "x"), cloudflare.NotFound); e.Code != 7003 {
		t.Errorf("a script of a wrong account counts as deleted: %v", e)
	}
	for _, id := range []string{"", ".", ".."} {
		wantKind(t, second(b.client.Account(id).Namespaces(t.Context())), cloudflare.Refused)
	}
}
