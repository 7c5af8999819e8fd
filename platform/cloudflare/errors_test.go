package cloudflare_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	_ "crier/platform/needtest/raced"
	"crier/platform/secrets"
)

// TestErrors_TheTable gives each code that is known to the call in which it comes.
func TestErrors_TheTable(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	verify := func() error { return second(b.client.VerifyToken(t.Context())) }
	list := func() error { return second(b.account.Namespaces(t.Context())) }
	value := func() error { return second(b.account.Namespace("ns").Get(t.Context(), "k")) }
	bucket := func() error { return second(b.account.R2().Bucket(t.Context(), "media")) }
	rules := func() error { return second(b.account.R2().Lifecycle(t.Context(), "media")) }
	upload := func() error { return second(b.account.Workers().UploadScript(t.Context(), worker("crier"))) }
	drop := func() error { return b.account.Workers().DeleteScript(t.Context(), "crier") }
	crons := func() error { return second(b.account.Workers().SetSchedules(t.Context(), "crier", "* * * * *")) }
	for _, c := range []struct {
		call         func() error
		status, code int
		message      string
		want         cloudflare.Kind
	}{
		{list, 400, 9106, "Missing headers", cloudflare.TokenWrong},
		{list, 400, 6003, "Invalid request headers", cloudflare.TokenWrong},
		{verify, 401, 1000, "Invalid API Token", cloudflare.TokenWrong},
		{verify, 403, 10000, "Authentication error", cloudflare.TokenWrong},
		{verify, 401, 0, "", cloudflare.TokenWrong},
		{verify, 403, 4711, "", cloudflare.TokenWrong},
		{list, 401, 10000, "Authentication error", cloudflare.TokenWrong},
		{list, 403, 9109, "Invalid access token", cloudflare.TokenWrong},
		{list, 403, 9109, "Unauthorized to access requested resource", cloudflare.PermissionMissing},
		{list, 403, 10000, "Authentication error", cloudflare.PermissionMissing},
		{list, 403, 4711, "", cloudflare.PermissionMissing},
		{list, 404, 7003, "Could not route", cloudflare.NotFound},
		{value, 404, 10009, "get: 'key not found'", cloudflare.NotFound},
		{value, 404, 10013, "namespace not found", cloudflare.NotFound},
		{bucket, 404, 10006, "no bucket", cloudflare.NotFound},
		{bucket, 403, 10042, "Please enable R2", cloudflare.NotEnabled},
		{rules, 403, 10042, "Please enable R2", cloudflare.NotEnabled},
		{bucket, 409, 10004, "exists", cloudflare.Taken},
		{bucket, 409, 0, "Something else", cloudflare.Refused},
		{crons, 404, 10007, "no script", cloudflare.NotFound},
		{crons, 404, 10090, "no service", cloudflare.NotFound},
		{crons, 400, 10072, "too many", cloudflare.Quota},
		{upload, 400, 10021, "Uncaught SyntaxError", cloudflare.Refused},
		{upload, 400, 10027, "too large", cloudflare.Refused},
		{upload, 400, 10034, "verify", cloudflare.NotEnabled},
		{upload, 400, 10063, "subdomain", cloudflare.NotEnabled},
		{upload, 412, 10079, "tag", cloudflare.Refused},
		{upload, 400, 10074, "exists", cloudflare.Refused},
		{upload, 400, 10061, "no class", cloudflare.Refused},
		{upload, 400, 10097, "free plan", cloudflare.Refused},
		{upload, 400, 99999, "new one", cloudflare.Refused},
		{value, 429, 10048, "free usage limit", cloudflare.Quota},
		{value, 429, 1, "You have exceeded the daily Cloudflare Workers KV free tier limit", cloudflare.Quota},
		{value, 429, 971, "Please wait", cloudflare.RateLimited},
		{value, 429, 0, "", cloudflare.RateLimited},
		{upload, 500, 10013, "An unknown error has occurred", cloudflare.Unreachable},
		{list, 503, 0, "", cloudflare.Unreachable},
		// A token that is none (cloudflare/terraform-provider-cloudflare#5014 and #5019, read
		// 2026-11-25).
		{list, 400, 10001, "Unable to authenticate request", cloudflare.TokenWrong},
		{value, 400, 10001, "request is invalid", cloudflare.Refused},
		// The same code in another call: from wrangler 4.86.0 and public issues of Cloudflare's
		// (2026-11-22).
		{upload, 400, 10064, "New version of script does not export class 'Scheduler' which is depended on by existing Durable Objects", cloudflare.Refused},
		{drop, 400, 10064, "Cannot delete this Worker as it is a consumer for a Queue", cloudflare.InUse},
		{upload, 400, 10042, "KV namespace 'x' is not valid", cloudflare.Refused},
		{upload, 400, 10004, "Malformed URL parameter", cloudflare.Refused},
		{upload, 400, 10006, "Unparseable script body", cloudflare.Refused},
		// Under a status that says more than a code in a call that nobody has seen it in.
		{list, 404, 10006, "", cloudflare.NotFound},
	} {
		b.Fault(cloudflaretest.Fault{Status: c.status, Code: c.code, Message: c.message, Times: -1})
		err := c.call()
		b.Heal()
		e := failure(t, err)
		if e.Kind != c.want || e.Status != c.status || e.Code != c.code || e.Message != c.message {
			t.Errorf("%d %d %q is %q: %v", c.status, c.code, c.message, e.Kind, e)
		}
		if s := e.Sentence(); s == "" || !strings.HasSuffix(s, ".") || contains(s, "..") || contains(s, tokenValue) {
			t.Errorf("%v: the sentence is %q", e, s)
		}
	}
}

// TestErrors_Unverified: a code that nobody else names is marked as this client's own belief.
func TestErrors_Unverified(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	upload := func() error { return second(b.account.Workers().UploadScript(t.Context(), worker("crier"))) }
	subdomain := func() error { return second(b.account.Workers().Subdomain(t.Context())) }
	for _, c := range []struct {
		call func() error
		code int
		want bool
	}{
		{upload, 10041, true},
		{upload, 10429, true},
		{upload, 971, true},
		{upload, 9103, true},
		{subdomain, 10030, true},
		// Users were answered it: cloudflare/workers-sdk#1792, #7899 and #10246.
		{upload, 10061, false},
		{upload, 10079, false},
		{upload, 99999, false},
	} {
		b.Fault(cloudflaretest.Fault{Status: 400, Code: c.code, Message: "no", Times: -1})
		err := c.call()
		b.Heal()
		if e := failure(t, err); e.Unverified != c.want {
			t.Errorf("%d: %t", c.code, e.Unverified)
		}
	}
}

// TestErrors_HideWhatIsSecret lets Cloudflare repeat everything that it was sent.
func TestErrors_HideWhatIsSecret(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	secret := secrets.NewText("a \"hush\"/value+\n")
	s := worker("crier")
	s.Bindings = []cloudflare.Binding{cloudflare.BindSecret("K", secret)}
	for _, message := range []string{
		"bad token " + tokenValue, "bad text " + secret.Reveal(), `metadata: {"text":"a \"hush\"/value+\n"}`, "a+%22hush%22%2Fvalue%2B%0A",
	} {
		b.Fault(cloudflaretest.Fault{Status: 400, Code: 10021, Message: message})
		e := failure(t, second(b.account.Workers().UploadScript(t.Context(), s)))
		for _, text := range []string{e.Error(), e.Message, e.Sentence(), fmt.Sprintf("%+v %#v", *e, *e)} {
			if contains(text, tokenValue) || contains(text, "hush") {
				t.Errorf("%q told: %s", message, text)
			}
		}
	}
	if text := fmt.Sprintf("%+v %#v %+v", b.client, b.client, s); contains(text, tokenValue) || contains(text, "hush") {
		t.Error("printing a client or a script prints its secrets")
	}
}

func TestErrors_TextsAreBoundedAndPrintable(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Fault(cloudflaretest.Fault{Status: 400, Code: 1, Message: "a\x1b[31m\nb\u202e" + strings.Repeat("ü", 5000)})
	e := failure(t, second(b.client.VerifyToken(t.Context())))
	if n := len([]rune(e.Error())); n > 500 || strings.ContainsAny(e.Error(), "\n\x1b\u202e") {
		t.Errorf("%d runes: %q", n, e)
	}
}

func TestErrors_Texts(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]*cloudflare.Error{
		"put KV value: too many (HTTP 429, code 971)": {Op: cloudflare.OpPutValue, Status: 429, Code: 971, Message: "too many"},
		"get schedules: unreachable":                  {Op: cloudflare.OpGetSchedules, Kind: cloudflare.Unreachable},
	} {
		if e.Error() != want {
			t.Errorf("%q", e.Error())
		}
	}
	for after, want := range map[time.Duration]string{90 * time.Second: "in 90 seconds.", time.Hour: "in 60 minutes.", 2*time.Minute + time.Second: "in 3 minutes."} {
		if e := (&cloudflare.Error{Kind: cloudflare.RateLimited, RetryAfter: after}); !strings.HasSuffix(e.Sentence(), want) {
			t.Errorf("%s: %q", after, e.Sentence())
		}
	}
}
