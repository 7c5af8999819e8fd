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

	"crier/platform/cloudflare"
	"crier/platform/graph"
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
	Source          string
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
	}
}

// TestAnswers_Worker has the cloud worker's table read the same answers.
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
		client := native.New(native.Options{BaseURL: func() string { return native.SandboxURL(url) }})
		session, err := native.Import(native.NewSession(), sandbox.DemoNativeUser().WebSession)
		if err != nil {
			t.Fatal(err)
		}
		if a.Op == "login" {
			_, err = client.Logins.Begin(native.NewSession(), "ann", secrets.NewText("pass")).Login(t.Context())
		} else {
			_, err = client.Inboxes.Inbox(t.Context(), &session, "")
		}
		client.CloseIdleConnections()
		if got := native.ClassOf(err); string(got) != a.Class {
			t.Errorf("%s: %v, class %q", a.Source, err, got)
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
		client := cloudflare.New(cloudflare.Options{BaseURL: func() string { return url }}).As(secrets.NewText("token-0123456789"))
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
		if e, ok := errors.AsType[*cloudflare.Error](err); !ok || string(e.Kind) != a.Class {
			t.Errorf("%s: %v", a.Source, err)
		}
	}
}
