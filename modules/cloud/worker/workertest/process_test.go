package workertest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud/worker"
	"crier/platform/clock"
	"crier/platform/cloudflare/cloudflaretest"
)

const plain = `export default { async fetch() { return new Response("alive"); } }`

func configOf(source string) config {
	return config{
		modules: []cloudflaretest.Module{{Name: "worker.js", Content: []byte(source)}}, date: worker.CompatibilityDate,
		texts: map[string]string{},
	}
}

// runtime returns where the runtime is.
func runtime(t *testing.T) string {
	t.Helper()
	_, dir := Node(t)
	program, err := workerd(dir)
	if err != nil {
		t.Fatal(err)
	}
	return program
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

// TestProcess_EndsWithItsParent: once nobody holds the input, as when a test program is killed,
// everything that was started ends, also after Ctrl-C, which the guard gets as well.
func TestProcess_EndsWithItsParent(t *testing.T) {
	t.Parallel()
	p, err := startProcess(t.Context(), runtime(t), t.TempDir(), configOf(plain), &output{})
	if err != nil || !answers(t.Context(), t, p.worker) {
		t.Fatalf("it does not run: %v", err)
	}
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := p.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	limit := clock.System().NewTimer(2 * time.Minute) // Only one that hangs uses it up.
	defer limit.Stop()
	select {
	case <-p.ended:
	case <-limit.C:
		t.Fatal("it does not end")
	}
	if answers(t.Context(), t, p.worker) {
		t.Error("the worker outlives it")
	}
}

// TestProcess_TellsWhy: a script that does not start is refused with the runtime's reason, and
// another one runs in its place.
func TestProcess_TellsWhy(t *testing.T) {
	t.Parallel()
	program, dir := runtime(t), t.TempDir()
	if _, err := startProcess(t.Context(), program, dir, configOf("export default {"), &output{}); err == nil || !strings.Contains(err.Error(), "SyntaxError") {
		t.Fatalf("half a script: %v", err)
	}
	p, err := startProcess(t.Context(), program, dir, configOf(plain), &output{})
	if err != nil || !answers(t.Context(), t, p.worker) {
		t.Fatalf("it does not run: %v", err)
	}
	if err := p.end(); err != nil || answers(t.Context(), t, p.worker) {
		t.Errorf("it goes on: %v", err)
	}
}

// TestProcess_TextsStayAsTheyAre: a script and its bindings get every text byte by byte. Race, one
// start of the runtime.
func TestProcess_TextsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	const odd = "a \\ b \"c\" 'd' é \u00a0\u200b\u2028\ufeff\U0001f468\u200d\U0001f373\r\n\t\x01\x7f\\n\\u0041"
	c := configOf("/* " + odd + " */" + `export default { async fetch(request, env) { return new Response(env.ODD); } }`)
	c.texts["ODD"] = odd
	p, err := startProcess(t.Context(), runtime(t), t.TempDir(), c, &output{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.end(); err != nil {
			t.Error(err)
		}
	}()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.worker, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil || string(got) != odd {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestMayRun: nothing is run that would speak with the real network.
func TestMayRun(t *testing.T) {
	t.Parallel()
	for at, ok := range map[string]bool{"http://127.0.0.1:1/x": true, "": false, "https://graph.instagram.com": false} {
		c := configOf(plain)
		c.texts[worker.BindingInstagram], c.texts[worker.BindingFacebook] = at, "http://127.0.0.1:1/x"
		if err := c.mayRun(); (err == nil) != ok {
			t.Errorf("%q: %v", at, err)
		}
	}
}
