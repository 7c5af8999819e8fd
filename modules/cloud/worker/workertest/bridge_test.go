package workertest

import (
	"context"
	"net/http"
	"testing"

	"crier/modules/cloud/worker"
)

const plain = `export default { async fetch() { return new Response("alive"); } }`

func options(t *testing.T, source string) miniflare {
	t.Helper()
	return miniflare{
		Name: "worker", Root: "/", Date: worker.CompatibilityDate, Telemetry: map[string]bool{"enabled": false}, Persist: t.TempDir(),
		Modules:  []module{{Type: "ESModule", Path: "/worker.js", Contents: source}},
		Bindings: map[string]string{}, Objects: map[string]object{}, Namespaces: map[string]remote{},
	}
}

func answers(ctx context.Context, t *testing.T, at string) bool {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if err != nil {
		return false
	}
	return resp.Body.Close() == nil && resp.StatusCode == http.StatusOK
}

// TestBridge_EndsWithItsParent: once nobody holds the input, as when a test program is killed,
// everything that was started ends.
func TestBridge_EndsWithItsParent(t *testing.T) {
	t.Parallel()
	node, dir := Node(t)
	b, err := open(node, dir)
	if err != nil {
		t.Fatal(err)
	}
	at, err := b.call("run", "one", options(t, plain))
	if err != nil || !answers(t.Context(), t, at) {
		t.Fatalf("it does not run: %v", err)
	}
	if err := b.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-b.ended:
	case <-t.Context().Done():
		t.Fatal("Node does not end")
	}
	if answers(t.Context(), t, at) {
		t.Error("the worker outlives it")
	}
	if _, err := b.call("run", "two", options(t, plain)); err == nil {
		t.Error("what has ended runs a worker")
	}
}

// TestBridge_TellsWhy: a script that does not start is refused with the runtime's reason, and
// another one runs beside it.
func TestBridge_TellsWhy(t *testing.T) {
	t.Parallel()
	b := use(t)
	if _, err := b.call("run", t.Name(), options(t, "export default {")); err == nil {
		t.Fatal("half a script runs")
	} else {
		t.Log(err)
	}
	at, err := b.call("run", t.Name(), options(t, plain))
	if err != nil || !answers(t.Context(), t, at) {
		t.Fatalf("it does not run: %v", err)
	}
	if _, err := b.call("end", t.Name(), nil); err != nil || answers(t.Context(), t, at) {
		t.Errorf("it goes on: %v", err)
	}
}

// TestMayRun: nothing is run that would speak with the real network.
func TestMayRun(t *testing.T) {
	t.Parallel()
	for at, ok := range map[string]bool{"http://127.0.0.1:1/x": true, "": false, "https://graph.instagram.com": false} {
		m := options(t, plain)
		m.Bindings[worker.BindingInstagram], m.Bindings[worker.BindingFacebook] = at, "http://127.0.0.1:1/x"
		if err := m.mayRun(); (err == nil) != ok {
			t.Errorf("%q: %v", at, err)
		}
	}
}
