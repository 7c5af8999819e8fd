package cloudflaretest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/cloudflare/cloudflaretest"
)

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// plain speaks to the server without the client of this program.
type plain struct {
	*cloudflaretest.Server

	t     *testing.T
	clock *clock.Fake
	id    string
}

type reply struct {
	status int
	body   string
	header http.Header
	err    error
}

func newPlain(t *testing.T) *plain {
	t.Helper()
	p := &plain{t: t, clock: clock.NewFake(start)}
	p.Server = cloudflaretest.Start(t, p.clock)
	p.id = p.AddAccount("Anna")
	p.AddToken(cloudflaretest.Token{Value: "good", Accounts: []string{p.id}})
	return p
}

func (p *plain) call(method, path, kind, body string) reply {
	p.t.Helper()
	return p.with("Bearer good", method, "/accounts/"+p.id+path, kind, body)
}

func (p *plain) with(authorization, method, path, kind, body string) reply {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), method, p.URL()+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	if authorization != "" {
		req.Header.Set("Authorization", authorization)
	}
	req.Header.Set("Content-Type", kind)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(req)
	if err != nil {
		return reply{err: err}
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	return reply{resp.StatusCode, string(b), resp.Header, err}
}

// want checks the status and, unless it is 0, the code, in the form that every error of
// Cloudflare's has.
func (r reply) want(t *testing.T, status, code int) {
	t.Helper()
	var e struct {
		Success bool                 `json:"success"`
		Errors  []struct{ Code int } `json:"errors"`
	}
	if err := json.Unmarshal([]byte(r.body), &e); err != nil || r.err != nil || r.status != status {
		t.Fatalf("got %d, %v: %s", r.status, r.err, r.body)
	}
	if e.Success != (code == 0) || (code != 0 && (len(e.Errors) != 1 || e.Errors[0].Code != code)) {
		t.Fatalf("want code %d: %s", code, r.body)
	}
}

func TestServer_Authentication(t *testing.T) {
	t.Parallel()
	p := newPlain(t)
	p.AddToken(cloudflaretest.Token{Value: "off", Accounts: []string{p.id}, Status: "disabled"})
	for _, c := range []struct {
		authorization, path string
		status, code        int
	}{
		{"", "/accounts", 400, 9106},
		{"Basic good", "/accounts", 400, 6003},
		{"Bearer ", "/accounts", 400, 6003},
		{"Bearer bad", "/accounts", 403, 9109},
		{"Bearer off", "/accounts", 403, 9109},
		{"Bearer off", "/user/tokens/verify", 200, 0},
		{"Bearer bad", "/user/tokens/verify", 401, 1000},
		{"Bearer bad", "/accounts/none/workers/scripts", 400, 10001},
		{"Bearer good", "/user/tokens/verify", 200, 0},
		{"Bearer good", "/accounts/none/workers/scripts", 404, 7003},
		{"Bearer good", "/nowhere", 404, 7000},
		{"Bearer good", "/accounts?page=0", 400, 10019},
	} {
		p.with(c.authorization, "GET", c.path, "", "").want(t, c.status, c.code)
	}
	p.RevokeToken("good")
	p.with("Bearer good", "GET", "/accounts", "", "").want(t, 403, 9109)
}

func TestServer_RefusesWhatCloudflareWould(t *testing.T) {
	t.Parallel()
	p := newPlain(t)
	made := p.call("POST", "/storage/kv/namespaces", "", `{"title":"x"}`)
	made.want(t, 200, 0)
	var in struct {
		Result struct {
			ID string `json:"id"`
		} `json:"result"`
	}
	if err := json.Unmarshal([]byte(made.body), &in); err != nil {
		t.Fatal(err)
	}
	ns := "/storage/kv/namespaces/" + in.Result.ID
	p.call("POST", "/r2/buckets", "", `{"name":"media"}`).want(t, 200, 0)
	for _, c := range []struct {
		method, path, body string
		status, code       int
	}{
		{"POST", "/storage/kv/namespaces", `{"title":"x"}`, 400, 10014},
		{"POST", "/storage/kv/namespaces", `{}`, 400, 10019},
		{"PUT", ns + "/values/k?expiration_ttl=59", "v", 400, 10033},
		{"PUT", ns + "/values/" + strings.Repeat("k", 513), "v", 414, 10030},
		{"PUT", ns + "/values/k", strings.Repeat("v", 25<<20+1), 413, 10046},
		{"PUT", ns + "/values/k", "v", 200, 0},
		{"PUT", ns + "/values/k", "v", 429, 10429},
		{"GET", ns + "/values/none", "", 404, 10009},
		{"GET", ns + "/metadata/none", "", 404, 10009},
		{"GET", ns + "/metadata/k", "", 200, 0},
		{"GET", ns + "/keys?limit=1001", "", 400, 10011},
		{"GET", ns + "/keys?cursor=!", "", 400, 10011},
		{"PUT", ns + "/bulk", "{}", 400, 10012},
		{"PUT", ns + "/bulk", `[{"key":"b","value":"!","base64":true}]`, 400, 10012},
		{"POST", ns + "/bulk/delete", "{}", 400, 10012},
		{"POST", ns + "/bulk/get", `{"keys":["` + strings.Repeat(`k","`, 100) + `"]}`, 400, 10012},
		{"GET", "/storage/kv/namespaces/none/keys", "", 404, 10013},
		{"POST", "/r2/buckets", `{"name":"media"}`, 409, 10004},
		{"POST", "/r2/buckets", `{"name":"A"}`, 400, 10005},
		{"PUT", "/r2/buckets/media/domains/managed", `{}`, 400, 10040},
		{"PUT", "/r2/buckets/none/domains/managed", `{"enabled":true}`, 404, 10006},
		{"PUT", "/workers/scripts/w", "no form", 400, 10021},
		{"PUT", "/workers/scripts/w/secrets", "{}", 404, 10007},
		{"DELETE", "/workers/scripts/w", "", 404, 10007},
	} {
		t.Run(fmt.Sprintf("%s %.60s %d", c.method, c.path, c.code), func(t *testing.T) {
			p.call(c.method, c.path, "text/plain", c.body).want(t, c.status, c.code)
		})
	}
}

// upload sends a script of one module with the metadata.
func (p *plain) upload(metadata string) reply {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	_ = w.WriteField("metadata", metadata)
	part, _ := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="w.js"; filename="w.js"`}, "Content-Type": {"application/javascript+module"},
	})
	_, _ = part.Write([]byte("export default {}; export class A {}"))
	_ = w.Close()
	return p.call("PUT", "/workers/scripts/w", w.FormDataContentType(), b.String())
}

func TestServer_Migrations(t *testing.T) {
	t.Parallel()
	p := newPlain(t)
	meta := func(more string) string {
		return `{"main_module":"w.js","compatibility_date":"2026-04-01"` + more + `}`
	}
	const binding = `,"bindings":[{"type":"durable_object_namespace","name":"S","class_name":"A"},{"type":"secret_text","name":"K","text":"s"}]`
	for _, c := range []struct {
		more         string
		status, code int
	}{
		{binding, 400, 10061},
		{`,"migrations":{"new_tag":"v1","new_classes":["A"]}`, 400, 10097},
		{binding + `,"migrations":{"new_tag":"v1","new_sqlite_classes":["A"]}`, 200, 0},
		{binding + `,"migrations":{"new_tag":"v1","new_sqlite_classes":["A"]}`, 412, 10079},
		{binding + `,"migrations":{"old_tag":"v1","new_tag":"v2","new_sqlite_classes":["A"]}`, 400, 10074},
		{binding, 200, 0},
		{`,"bindings":[{"type":"inherit","name":"S"},{"type":"inherit","name":"K"}]`, 200, 0},
		{`,"bindings":[{"type":"inherit","name":"none"}]`, 400, 10021},
	} {
		p.upload(meta(c.more)).want(t, c.status, c.code)
	}
	s, ok := p.Script(p.id, "w")
	if !ok || s.MigrationTag != "v1" || len(s.Bindings) != 1 || s.Secrets["K"] != "s" || s.Uploads != 3 {
		t.Errorf("kept %+v", s)
	}
	p.call("DELETE", "/workers/scripts/w", "", "").want(t, 400, 10064)
	p.call("DELETE", "/workers/scripts/w?force=true", "", "").want(t, 200, 0)
}

func TestServer_Faults(t *testing.T) {
	t.Parallel()
	p := newPlain(t)
	p.Fault(cloudflaretest.Fault{Method: "GET", Path: "/workers", Skip: 1, Status: 503, Code: 7, Header: http.Header{"Retry-After": {"3"}}})
	p.call("GET", "/workers/scripts", "", "").want(t, 200, 0)
	got := p.call("GET", "/workers/scripts", "", "")
	got.want(t, 503, 7)
	if got.header.Get("Retry-After") != "3" {
		t.Errorf("headers %v", got.header)
	}
	p.call("GET", "/workers/scripts", "", "").want(t, 200, 0)

	p.Fault(cloudflaretest.Fault{Method: "POST", Lose: true})
	if got := p.call("POST", "/r2/buckets", "", `{"name":"one"}`); got.err == nil || len(p.R2(p.id).Buckets()) != 0 {
		t.Errorf("got %+v, there are %v", got, p.R2(p.id).Buckets())
	}
	p.Fault(cloudflaretest.Fault{Method: "POST", Lose: true, Commit: true})
	if got := p.call("POST", "/r2/buckets", "", `{"name":"one"}`); got.err == nil || len(p.R2(p.id).Buckets()) != 1 {
		t.Errorf("got %+v, there are %v", got, p.R2(p.id).Buckets())
	}
	p.Fault(cloudflaretest.Fault{Cut: true})
	if got := p.call("GET", "/workers/scripts", "", ""); !errors.Is(got.err, io.ErrUnexpectedEOF) {
		t.Errorf("cut: %+v", got)
	}
	p.Fault(cloudflaretest.Fault{HTML: true})
	if got := p.call("GET", "/workers/scripts", "", ""); !strings.HasPrefix(got.header.Get("Content-Type"), "text/html") || got.status != 200 {
		t.Errorf("page: %+v", got)
	}
	p.Fault(cloudflaretest.Fault{Times: -1, Status: 500})
	p.Heal()
	p.call("GET", "/workers/scripts", "", "").want(t, 200, 0)

	calls := p.Calls()
	last := calls[len(calls)-1]
	if len(calls) != 8 || last.Path != "/accounts/"+p.id+"/workers/scripts" || last.Status != 200 || calls[3].Status != 0 || string(calls[3].Body) != `{"name":"one"}` {
		t.Errorf("%d calls, the last is %+v", len(calls), last)
	}
}

func TestServer_Held(t *testing.T) {
	t.Parallel()
	p := newPlain(t)
	until := make(chan struct{})
	p.Fault(cloudflaretest.Fault{Path: "/workers/scripts", Until: until})
	done := make(chan reply, 1)
	go func() { done <- p.call("GET", "/workers/scripts", "", "") }()
	p.call("GET", "/r2/buckets/none", "", "").want(t, 404, 10006)
	select {
	case got := <-done:
		t.Fatalf("it was not held: %+v", got)
	default:
	}
	close(until)
	got := <-done
	got.want(t, 200, 0)
}

// TestServer_Worker: a worker has the limits of the API, and sees what it writes.
func TestServer_Worker(t *testing.T) {
	t.Parallel()
	p := newPlain(t)
	var made struct{ Result struct{ ID string } }
	if err := json.Unmarshal([]byte(p.call(http.MethodPost, "/storage/kv/namespaces", "application/json", `{"title":"posts"}`).body), &made); err != nil {
		t.Fatal(err)
	}
	ns := made.Result.ID
	put := func(value string) int {
		return p.KV(p.id, ns).Put("post:1", cloudflaretest.Entry{Value: []byte(value)}, time.Minute)
	}
	if got := put("one"); got != http.StatusOK {
		t.Fatalf("a put answers %d", got)
	}
	if got := put("two"); got != http.StatusTooManyRequests {
		t.Errorf("a second within a second answers %d", got)
	}
	if got := p.call(http.MethodGet, "/storage/kv/namespaces/"+ns+"/values/post:1", "", ""); got.body != "one" {
		t.Errorf("the API reads %q", got.body)
	}
	p.KV(p.id, ns).FreezeReads()
	p.clock.Advance(time.Second)
	if put("three") != http.StatusOK {
		t.Error("a put a second later is refused")
	}
	if e, status := p.KV(p.id, ns).Get("post:1"); status != http.StatusOK || string(e.Value) != "one" {
		t.Errorf("while reads lag it reads %q, %d", e.Value, status)
	}
	p.KV(p.id, ns).ThawReads()
	if e, status := p.KV(p.id, ns).Get("post:1"); status != http.StatusOK || string(e.Value) != "three" {
		t.Errorf("it reads %q, %d", e.Value, status)
	}
	p.clock.Advance(time.Minute)
	if _, status := p.KV(p.id, ns).Get("post:1"); status != http.StatusNotFound {
		t.Errorf("what has expired answers %d", status)
	}
	if got := p.KV(p.id, ns).Delete("post:1"); got != http.StatusOK || p.Used(p.id, "deletes") != 1 {
		t.Errorf("a deletion answers %d", got)
	}
	if got := p.KV(p.id, "none").Delete("post:1"); got != http.StatusNotFound {
		t.Errorf("a namespace that is not there answers %d", got)
	}
	p.SetPlan(p.id, cloudflaretest.Plan{})
	if _, status := p.KV(p.id, ns).Get("post:1"); status != http.StatusTooManyRequests {
		t.Errorf("a budget that is used up answers %d", status)
	}
}
