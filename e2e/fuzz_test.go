package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/wireid"
)

// fuzzed is one operation with its parameters and body.
type fuzzed struct {
	documented
	Parameters []struct {
		Name, In string
		Schema   schema
	}
	RequestBody struct {
		Content map[string]struct{ Schema schema }
	}
}

// target is a service under random requests. The client itself checks every answer against the
// document.
type target struct {
	app        *e2e.App
	operations []fuzzed
	schemas    map[string]schema
	ids        map[string][]string
	// kept are ids that are not deleted, because little could be done without them.
	kept    []string
	clients []*e2e.Client
}

func newTarget(t *testing.T) *target {
	t.Helper()
	x := &target{app: e2e.Boot(t, e2e.Configured(withoutLimits), e2e.Configured(withSessionSecret))}
	anonymous, script := x.app.Anonymous(t), x.app.Client(t)
	document := anonymous.Get("/api/v1/openapi.json").Want(http.StatusOK).Body
	var doc struct {
		Paths      map[string]map[string]fuzzed
		Components struct{ Schemas map[string]schema }
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	x.schemas = doc.Components.Schemas
	for _, d := range operationsOf(t, "/api/v1", document) {
		op := doc.Paths[strings.TrimPrefix(d.path, "/api/v1")][strings.ToLower(d.method)]
		op.documented = d
		x.operations = append(x.operations, op)
	}
	media := script.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id")
	movie := script.Upload("file", "movie.mp4", e2e.ShortMovie()).Want(http.StatusCreated).String("id")
	draft := script.Post("/api/v1/posts/draft", map[string]any{"accountId": demoAccount, "mediaType": "IMAGE", "mediaFileId": media}).Want(http.StatusCreated).String("id")
	x.ids = map[string][]string{"account": {demoAccount, "22222222-2222-4222-8222-222222222222"}, "media": {media, movie}, "post": {draft}}
	x.kept = []string{demoAccount, "22222222-2222-4222-8222-222222222222", media, movie}
	x.clients = []*e2e.Client{
		script, script, script, x.app.Browser(t), x.app.Browser(t), anonymous, anonymous.With("Authorization", "Bearer x"), anonymous.With("Cookie", "session=x"),
	}
	return x
}

// run sends so many random requests, determined by the seed.
func (x *target) run(t *testing.T, seed uint64, requests int) {
	t.Helper()
	f := &forge{Rand: rand.New(rand.NewPCG(seed, seed)), schemas: x.schemas, ids: maps.Clone(x.ids)}
	accepted := 0
	for range requests {
		f.hostility = pick(f, []float64{0, 0.02, 0.3})
		op := pick(f, x.operations)
		client := pick(f, x.clients)
		if op.id == "logout" {
			// Signed out, the browsers could not call anything any more.
			client = x.clients[0]
		}
		for name, values := range map[string][]string{
			"X-Request-Id": {"", "abc", strings.Repeat("x", 300)}, "Accept": {"", "*/*", "text/html", "application/xml;q=1"}, "Accept-Encoding": {"", "gzip", "br", "identity;q=0"},
			"Origin": {"", "", "", "null", "http://evil.example"}, "Range": {"", "bytes=0-1"}, "If-None-Match": {"", "*"},
			"Idempotency-Key": {"", "", "", "", f.printable(3), f.printable(300)},
		} {
			if v := pick(f, values); v != "" {
				client = client.With(name, v)
			}
		}
		if f.chance(f.hostility / 2) {
			client = client.With("Content-Type", pick(f, []string{"text/plain", "application/json; charset=utf-8", "application/json; charset=utf-16", f.printable(10)}))
		}
		r := x.send(t, f, client, op)
		if r.Status >= http.StatusInternalServerError {
			t.Fatalf("seed %d: %s answered %d %s", seed, op.id, r.Status, r.Body)
		}
		if r.Status < 300 {
			accepted++
			x.remember(f, op, r)
		}
	}
	if requests > 100 && accepted < requests/10 {
		t.Errorf("seed %d: only %d of %d requests got past the checks", seed, accepted, requests)
	}
}

// remember lets later requests use the ids of the result.
func (*target) remember(f *forge, op fuzzed, r e2e.Response) {
	var made struct {
		ID, PostID string
		Key        struct{ ID string }
	}
	if json.Unmarshal(r.Body, &made) != nil {
		return
	}
	for _, id := range []string{made.ID, made.PostID, made.Key.ID} {
		kind := kindOf(op.path)
		if known := f.ids[kind]; id != "" && len(known) < 50 {
			f.ids[kind] = append(slices.Clip(known), id)
		} else if id != "" {
			f.ids[kind] = slices.Concat(known[:2], known[3:], []string{id})
		}
	}
}

func (x *target) send(t *testing.T, f *forge, client *e2e.Client, op fuzzed) e2e.Response {
	t.Helper()
	path := op.path
	query := url.Values{}
	for _, p := range op.Parameters {
		switch {
		case p.In == "path":
			value := asText(f.value(p.Name+op.path, p.Schema, 0))
			if op.method == http.MethodDelete && slices.Contains(x.kept, value) {
				value = wireid.New().String()
			}
			path = strings.Replace(path, "{"+p.Name+"}", url.PathEscape(value), 1)
		case p.In == "query" && f.chance(0.5):
			query.Add(p.Name, asText(f.value(p.Name, p.Schema, 0)))
		}
	}
	if f.chance(0.05) {
		query.Add(f.anyText(5), f.anyText(5))
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	if op.RequestBody.Content["multipart/form-data"].Schema.Type != nil {
		contentType, form := x.form(t, f)
		return client.With("Content-Type", contentType).Do(op.method, path, string(form))
	}
	content, hasBody := op.RequestBody.Content["application/json"]
	if !hasBody && f.chance(0.9) {
		return client.Do(op.method, path, nil)
	}
	body, err := json.Marshal(f.value("", content.Schema, 0))
	if err != nil {
		// A value that cannot be written as JSON, such as an invalid raw one.
		body = []byte("{")
	}
	return client.Do(op.method, path, string(f.damage(body)))
}

// asText writes a value as a parameter.
func asText(v any) string {
	if raw, ok := v.(json.RawMessage); ok {
		return string(raw)
	}
	// A path cannot contain an empty value, and dots would be steps in it.
	if text := fmt.Sprint(v); strings.Trim(text, ".") != "" {
		return text
	}
	return "x"
}

// form returns a multipart body, mostly one with one file in the right field.
func (x *target) form(t *testing.T, f *forge) (contentType string, stream []byte) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for range pick(f, []int{1, 1, 1, 1, 1, 1, 0, 2}) {
		header := textproto.MIMEHeader{}
		header.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q; filename=%q`, pick(f, []string{"file", "file", "file", "file", "File", ""}), f.anyText(f.IntN(30))))
		header.Set("Content-Type", pick(f, []string{"", "image/png", "video/mp4", "text/html", f.printable(20)}))
		part, err := w.CreatePart(header)
		if err == nil {
			_, err = part.Write(x.upload(t, f))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !f.chance(f.hostility) {
		_ = w.Close() // A buffer takes everything.
	}
	if contentType = w.FormDataContentType(); f.chance(f.hostility) {
		contentType = pick(f, []string{"multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x", "multipart/mixed; boundary=" + w.Boundary(), "application/json"})
	}
	return contentType, f.damage(form.Bytes())
}

// upload returns a picture, sometimes a damaged or an empty one.
func (*target) upload(t *testing.T, f *forge) []byte {
	switch f.IntN(4) {
	case 0:
		return []byte(f.anyText(f.IntN(2000)))
	case 1:
		return f.damage(picture(t, 1+f.IntN(40), 1+f.IntN(40)))
	default:
		return picture(t, 1+f.IntN(40), 1+f.IntN(40))
	}
}

// damage leaves most of them unchanged.
func (f *forge) damage(b []byte) []byte {
	if len(b) == 0 || !f.chance(f.hostility) {
		return b
	}
	b, at := bytes.Clone(b), f.IntN(len(b))
	switch f.IntN(4) {
	case 0:
		b[at] ^= byte(1 + f.IntN(255))
	case 1:
		b = b[:at]
	case 2:
		b = slices.Concat(b[:at], []byte(f.anyText(3)), b[at:])
	default:
		b = append(b, b[:at]...)
	}
	return b
}

// printable returns up to so many characters that are valid in a header.
func (f *forge) printable(most int) string {
	b := make([]byte, f.IntN(most))
	for i := range b {
		b[i] = byte(' ' + 1 + f.IntN(94))
	}
	return string(b)
}

// TestFuzz_EveryAnswerIsOneOfTheDocuments sends random requests to every documented operation.
// CRIER_TEST_REQUESTS sets how many, CRIER_TEST_SEED repeats a run.
func TestFuzz_EveryAnswerIsOneOfTheDocuments(t *testing.T) {
	t.Parallel()
	requests := e2e.NumberOf(t, "CRIER_TEST_REQUESTS", 1000)
	seed := e2e.DrawnSeed(t)
	x := newTarget(t)
	x.run(t, seed, requests)
	x.app.Anonymous(t).Get("/api/v1/health").Want(http.StatusOK)
	x.app.Control(t).Ledger()
	e2e.WantConsistent(t, x.app.DB)
}
