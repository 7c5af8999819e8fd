package cloudflare_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/secrets"
)

// canned answers every request alike.
type canned struct {
	status int
	kind   string
	body   string
}

func (c canned) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: c.status, Header: http.Header{"Content-Type": {c.kind}}, Body: io.NopCloser(strings.NewReader(c.body)),
	}, nil
}

// FuzzAnswer gives any bytes for the answer of every form of call. Whatever they are, the call
// ends, with an *Error that can be shown or with a result that has what it must have.
func FuzzAnswer(f *testing.F) {
	for _, body := range []string{
		`{"success":true,"errors":[],"messages":[],"result":{"id":"1","status":"active","expires_on":"2026-01-01T00:00:00Z"}}`,
		`{"success":false,"errors":[{"code":10000,"message":"Authentication error"}],"result":null}`,
		`{"success":true,"result":[{"id":"a","name":"b","metadata":{"x":1},"expiration":5}],"result_info":{"cursor":"c","count":1}}`,
		`{"success":true,"result":{"schedules":[{"cron":"* * * * *","modified_on":"x"}]}}`,
		`{"success":true,"result":{"domains":[{"domain":"a.b","enabled":true,"status":{"ssl":"active","ownership":"active"}}]}}`,
		`{"success":true,"result":{"values":{"k":null,"j":"x","i":{"a":1}}}}`,
		`{"success":true,"result":{"domain":"pub-1.r2.dev","enabled":true,"subdomain":"x"}}`, "<html>", "", "null", "{", "\xff",
		`{"success":false,"errors":[{"code":"9109","message":["` + tokenValue + `"]}]}`,
	} {
		f.Add(200, "application/json", body)
		f.Add(429, "text/html", body)
	}
	f.Fuzz(func(t *testing.T, status int, kind, body string) {
		if status < 100 || status > 999 {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		c := cloudflare.New(cloudflare.Options{
			HTTP: &http.Client{Transport: canned{status, kind, body}}, Clock: eager{clock.NewFake(start)}, Tries: 2,
		}).As(secrets.NewText(tokenValue))
		a := c.Account("0123")
		token, err := c.VerifyToken(ctx)
		sound(t, err, token.ID != "" && token.Status != "")
		for range 2 {
			_, err = c.Accounts(ctx)
			sound(t, err, true)
		}
		namespace, _, err := a.EnsureNamespace(ctx, "crier")
		sound(t, err, namespace.ID != "")
		_, err = a.Namespace("1").Keys(ctx, "", "", 0)
		sound(t, err, true)
		_, err = a.Namespace("1").Get(ctx, "k")
		sound(t, err, true)
		_, err = a.Namespace("1").GetAll(ctx, []string{"k"})
		sound(t, err, true)
		bucket, _, err := a.R2().EnsureBucket(ctx, "media")
		sound(t, err, bucket.Name != "")
		domain, err := a.R2().ManagedDomain(ctx, "media")
		sound(t, err, domain.Name != "" && !strings.ContainsAny(domain.Name, "/@:?# "))
		_, err = a.R2().CustomDomains(ctx, "media")
		sound(t, err, true)
		subdomain, err := a.Workers().EnsureSubdomain(ctx, "anna")
		sound(t, err, subdomain != "")
		_, err = a.Workers().UploadScript(ctx, worker("crier"))
		sound(t, err, true)
		_, _, err = a.Workers().Script(ctx, "crier")
		sound(t, err, true)
		_, err = a.Workers().ScriptServed(ctx, "crier")
		sound(t, err, true)
		_, err = a.Workers().Schedules(ctx, "crier")
		sound(t, err, true)
		sound(t, a.Workers().DeleteScript(ctx, "crier"), true)
	})
}

func sound(t *testing.T, err error, whole bool) {
	t.Helper()
	if err == nil {
		if !whole {
			t.Error("a success lacks what it must have")
		}
		return
	}
	e := failure(t, err)
	for _, text := range []string{e.Error(), e.Sentence()} {
		bad := func(r rune) bool { return !unicode.IsPrint(r) }
		if e.Kind == "" || e.Op == "" || !utf8.ValidString(text) || strings.ContainsFunc(text, bad) || strings.Contains(text, tokenValue) || len(text) > 4000 {
			t.Errorf("%q of %q: %q", e.Kind, e.Op, text)
		}
	}
}
