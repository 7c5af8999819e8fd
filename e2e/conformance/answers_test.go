package conformance_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/modules/posts/publish/failure"
	"crier/platform/cloudflare"
	"crier/platform/graph"
	"crier/platform/httpclient"
	"crier/platform/intent"
	"crier/platform/native"
	"crier/platform/nodetest"
	"crier/platform/sandbox"
	"crier/platform/secrets"
)

//go:embed answers.json
var answersFile []byte

// liveAnswer is an error that the real services, or their users, have shown. A new report is one
// more entry of answers.json.
type liveAnswer struct {
	// Of is whose it is; Op is what was asked for.
	Of, Op string
	HTTP   int
	Body   json.RawMessage
	// Class is what it must be taken for; Unsure that a write may have taken effect; Unknown that
	// no table has it.
	Class           string
	Unsure, Unknown bool
	// Code is the errorCode that a post shows after it, or that a login is answered with; Remedy is
	// how the work on a post goes on.
	Code, Remedy string
	Source       string
}

// remedies are the words of Remedy.
var remedies = map[failure.Action]string{failure.Again: "again", failure.Remake: "remake", failure.Wait: "wait", failure.GiveUp: "give up"}

// judged holds what the engine makes of the error against what is wanted.
func (a liveAnswer) judged(t *testing.T, err error) {
	t.Helper()
	if v := failure.Judge(err, 0); string(v.Code) != a.Code || remedies[v.Action] != a.Remedy || v.Message == "" {
		t.Errorf("%s: a post shows %s, and the work goes on by %q: %s", a.Source, v.Code, remedies[v.Action], v.Message)
	}
}

// noted keeps what a client says to be unknown in an answer, without what each of answering
// announces.
type noted []string

func (n *noted) note(u httpclient.Unknown) {
	for what := range strings.SplitSeq(u.What, "; ") {
		if !strings.HasPrefix(what, "the header ") {
			*n = append(*n, what)
		}
	}
}

func liveAnswers(t *testing.T, of string) []liveAnswer {
	t.Helper()
	var all, wanted []liveAnswer
	if err := json.Unmarshal(answersFile, &all); err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		if a.Source == "" {
			t.Errorf("an answer without a source: %s", a.Body)
		}
		if a.Of == of {
			wanted = append(wanted, a)
		}
	}
	if len(wanted) == 0 {
		t.Fatalf("no answers of %s", of)
	}
	return wanted
}

// answering serves the answer to every call, with the headers.
func answering(t *testing.T, a liveAnswer, header http.Header, before func(http.ResponseWriter, *http.Request) bool) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, values := range header {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Type", "application/json")
		// What a network that has changed might send along.
		w.Header().Set("Deprecation", "true")
		w.Header().Set("Sunset", "Sat, 31 Dec 2026 23:59:59 GMT")
		if before != nil && before(w, r) {
			return
		}
		w.WriteHeader(a.HTTP)
		_, _ = w.Write(a.Body)
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

func TestAnswers_Graph(t *testing.T) {
	t.Parallel()
	for _, a := range liveAnswers(t, "graph") {
		url := answering(t, a, nil, nil)
		client := graph.New(graph.Options{Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(url) }})
		account := graph.Account{ID: "17841400000000101", Login: graph.Primary, Token: secrets.NewText("IGAA-token-0123456789")}
		var err error
		if a.Op == "read" {
			_, err = client.ContainerStatus(t.Context(), account, "17900000000000001")
		} else {
			_, err = client.Publish(t.Context(), intent.NewIssuer().Issue(), account, "17900000000000001")
		}
		client.CloseIdleConnections()
		e, ok := errors.AsType[*graph.Error](err)
		if !ok || string(e.Class) != a.Class || e.OutcomeUnknown() != a.Unsure || e.Undocumented != a.Unknown {
			t.Errorf("%s: %v, class %q, unsure %v", a.Source, err, e.Class, e.OutcomeUnknown())
		}
		a.judged(t, err)
	}
}

// TestAnswers_Upload: the host that takes bytes has errors of its own form.
func TestAnswers_Upload(t *testing.T) {
	t.Parallel()
	for _, a := range liveAnswers(t, "upload") {
		url := answering(t, a, nil, nil)
		client := graph.New(graph.Options{Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(url) }})
		account := graph.Account{ID: "17841400000000202", Login: graph.Partner, Token: secrets.NewText("EAAA-token-0123456789")}
		err := client.SendBytes(t.Context(), account, url+"/rupload/ig-api-upload/v25.0/17900000000000001", graph.File{At: strings.NewReader("movie"), Size: 5}, 0)
		client.CloseIdleConnections()
		if e, ok := errors.AsType[*graph.Error](err); !ok || string(e.Class) != a.Class || e.OutcomeUnknown() != a.Unsure {
			t.Errorf("%s: %v", a.Source, err)
		}
		a.judged(t, err)
	}
}

// TestAnswers_Worker has the cloud worker make its calls and read the same answers.
func TestAnswers_Worker(t *testing.T) {
	t.Parallel()
	nodetest.Program(t, loud)
	runs(t, "answers.mjs", map[string]any{"answers": liveAnswers(t, "graph")})
}

// passwordKey is what a login is sealed with, made once.
var passwordKey = sync.OnceValue(func() http.Header {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		panic(err)
	}
	block := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	return http.Header{
		"Ig-Set-Password-Encryption-Key-Id": {"1"}, "Ig-Set-Password-Encryption-Pub-Key": {base64.StdEncoding.EncodeToString(block)},
	}
})

func TestAnswers_Native(t *testing.T) {
	t.Parallel()
	for _, a := range liveAnswers(t, "native") {
		url := answering(t, a, passwordKey(), func(w http.ResponseWriter, r *http.Request) bool {
			isPrelogin := strings.HasSuffix(r.URL.Path, "/sync/")
			if isPrelogin {
				_, _ = w.Write([]byte(`{"status":"ok"}`))
			}
			return isPrelogin
		})
		var unknown noted
		client := native.New(native.Options{BaseURL: func() string { return native.SandboxURL(url) }, Unknown: unknown.note})
		session, err := native.Import(native.NewSession(), sandbox.DemoNativeUser().WebSession)
		if err != nil {
			t.Fatal(err)
		}
		switch a.Op {
		case "login":
			_, err = client.Logins.Begin(native.NewSession(), "ann", secrets.NewText("pass")).Login(t.Context())
		case "configure":
			upload := native.StoryUpload{UploadID: native.NewUploadID(time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)), Path: "a.jpg", Width: 1080, Height: 1920}
			_, err = client.ConfigureStory(t.Context(), intent.NewIssuer().Issue(), &session, upload)
			a.judged(t, err)
		default:
			_, err = client.Inboxes.Inbox(t.Context(), &session, "")
		}
		client.CloseIdleConnections()
		e, ok := errors.AsType[*native.Error](err)
		if !ok || string(e.Class) != a.Class || e.OutcomeUnknown != a.Unsure || (len(unknown) > 0) != a.Unknown {
			t.Errorf("%s: %v, class %q, unsure %t, unknown %q", a.Source, err, native.ClassOf(err), e.OutcomeUnknown, unknown)
		}
	}
}

func TestAnswers_Cloudflare(t *testing.T) {
	t.Parallel()
	script := cloudflare.Script{
		Name: "crier", Main: "w.js", CompatibilityDate: "2026-04-01", Modules: []cloudflare.Module{{Name: "w.js", Content: []byte("x")}},
	}
	for _, a := range liveAnswers(t, "cloudflare") {
		url := answering(t, a, nil, nil)
		var unknown noted
		client := cloudflare.New(cloudflare.Options{BaseURL: func() string { return url }, Unknown: unknown.note}).As(secrets.NewText("token-0123456789"))
		account := client.Account("acc")
		call := map[string]func(context.Context) error{
			"verify": func(ctx context.Context) error { _, err := client.VerifyToken(ctx); return err },
			"list":   func(ctx context.Context) error { _, err := account.Namespaces(ctx); return err },
			"upload": func(ctx context.Context) error { _, err := account.Workers().UploadScript(ctx, script); return err },
			"delete": func(ctx context.Context) error { return account.Workers().DeleteScript(ctx, "crier") },
			"bucket": func(ctx context.Context) error { _, err := account.R2().Bucket(ctx, "media"); return err },
		}[a.Op]
		err := call(t.Context())
		client.CloseIdleConnections()
		e, ok := errors.AsType[*cloudflare.Error](err)
		if !ok || string(e.Kind) != a.Class || e.OutcomeUnknown() != a.Unsure || (len(unknown) > 0) != a.Unknown {
			t.Errorf("%s: %v, unsure %t, unknown %q", a.Source, err, e.OutcomeUnknown(), unknown)
		}
	}
}
