// Package workertest runs what was uploaded to a cloudflaretest.Server in the real runtime, so that
// a test has a Cloudflare that publishes: Miniflare, of the packages in ../package.json, starts a
// workerd for each script. Nothing of it is in the product.
//
// A Runtime answers under the scripts' names of workers.dev, fires their crons, ends them and
// starts them again on the same disk, and makes requests go wrong: see Fault. The scripts' KV is
// the fake's, over the protocol that the runtime speaks with Cloudflare's own. What one side writes
// the other reads, with the pace and the quotas of the account's plan.
//
// The differences from production: KV shows at once what was written unless its reads are frozen; a
// deployment kills the running script, which Cloudflare lets go on for a while; and crons come when
// a test fires them.
//
// One Node process, the bridge, serves all the Runtimes of a test program. It ends when its
// standard input does, and all that it has started with it, so that nothing outlives the tests,
// however they end.
package workertest

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"crier/platform/cloudflare/cloudflaretest"
)

// usualPace is how many times faster than in production workers wait.
const usualPace = 100

// Runtime runs the scripts of a cloudflaretest.Server. It is safe for concurrent use.
type Runtime struct {
	*front
	*kvServer

	tb     testing.TB
	cf     *cloudflaretest.Server
	bridge *bridge
	dir    string
	pace   int

	mu      sync.Mutex
	workers map[string]*running
	closed  bool
}

// running is a script, alive or dead.
type running struct {
	account, name, dir string

	// turn is locked while the script is started or ended.
	turn sync.Mutex
	// The Runtime's mutex protects the rest. url is where the script answers, empty while it does
	// not. stamp says which upload was started last. dead says that Stop was called.
	url, stamp string
	dead       bool
}

// Option changes a Runtime.
type Option func(*Runtime)

// Paced makes workers wait so many times faster than in production, instead of a hundred times.
func Paced(times int) Option { return func(r *Runtime) { r.pace = times } }

// Start runs each script that is or will be uploaded to cf, until the test ends. An upload is
// answered once the script runs. Without Node, Start skips the test with a loud message, and fails
// it in CI.
func Start(tb testing.TB, cf *cloudflaretest.Server, options ...Option) *Runtime {
	tb.Helper()
	r := &Runtime{
		tb: tb, cf: cf, bridge: use(tb), dir: tb.TempDir(), pace: usualPace, kvServer: newKV(cf), workers: map[string]*running{},
	}
	for _, o := range options {
		o(r)
	}
	r.front = newFront(r.at)
	cf.Watch(r.deployed)
	tb.Cleanup(r.close)
	return r
}

// Heal ends all faults, also of KV. It does not release the requests that they hold.
func (r *Runtime) Heal() {
	r.heal()
	r.FailKV(0)
}

func (r *Runtime) close() {
	r.mu.Lock()
	r.closed = true
	workers := r.workers
	r.mu.Unlock()
	close(r.done)
	for _, w := range workers {
		w.turn.Lock()
		r.end(w)
		w.turn.Unlock()
	}
	r.front.close()
	r.kvServer.server.Close()
	if r.tb.Failed() {
		r.tb.Logf("what the workers logged:\n%s", r.bridge.output)
	}
}

// deployed starts, restarts or ends the script of the name after Cloudflare's copy of it has
// changed.
func (r *Runtime) deployed(account, name string) {
	w := r.named(account, name)
	if w == nil {
		return
	}
	w.turn.Lock()
	defer w.turn.Unlock()
	script, ok := r.cf.Script(account, name)
	stamp := fmt.Sprint(script.Uploads, script.Secrets)
	switch {
	case !ok:
		// Cloudflare deletes the objects of a script with it.
		r.end(w)
		r.set(w, "", "")
		if err := os.RemoveAll(w.dir); err != nil {
			r.tb.Error(err)
		}
	case stamp != r.state(w).stamp && !r.state(w).dead:
		r.start(w)
	}
}

// named returns the script of the name, also before it runs, and nil once the test is over.
func (r *Runtime) named(account, name string) *running {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := account + "/" + name
	if w := r.workers[key]; w != nil || r.closed {
		return w
	}
	w := &running{account: account, name: name, dir: filepath.Join(r.dir, account, name)}
	r.workers[key] = w
	return w
}

type state struct {
	url, stamp string
	dead       bool
}

func (r *Runtime) state(w *running) state {
	r.mu.Lock()
	defer r.mu.Unlock()
	return state{w.url, w.stamp, w.dead}
}

func (r *Runtime) set(w *running, url, stamp string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	w.url, w.stamp = url, stamp
}

// start starts the script that Cloudflare has, and ends the one that runs.
func (r *Runtime) start(w *running) {
	script, ok := r.cf.Script(w.account, w.name)
	if !ok {
		return
	}
	r.set(w, "", fmt.Sprint(script.Uploads, script.Secrets))
	options, err := newMiniflare(script, w.dir, r.kvServer.server.URL+"/"+w.account, r.pace)
	var at string
	if err == nil {
		at, err = r.bridge.call("run", w.dir, options)
	}
	if err != nil {
		r.tb.Errorf("the script %s does not run: %v", w.name, err)
		return
	}
	r.set(w, at, r.state(w).stamp)
}

func (r *Runtime) end(w *running) {
	r.set(w, "", r.state(w).stamp)
	if _, err := r.bridge.call("end", w.dir, nil); err != nil {
		r.tb.Errorf("the script %s does not end: %v", w.name, err)
	}
}

// at returns where the worker of the name answers, empty while it is dead.
func (r *Runtime) at(host string) (base string, known bool) {
	r.mu.Lock()
	workers := make([]*running, 0, len(r.workers))
	for _, w := range r.workers {
		workers = append(workers, w)
	}
	r.mu.Unlock()
	for _, w := range workers {
		if script, ok := r.cf.Script(w.account, w.name); ok && script.Served && r.cf.Host(w.account, w.name) == host {
			return strings.TrimSuffix(r.state(w).url, "/"), true
		}
	}
	return "", false
}

// Restart ends the script whatever it is doing, and starts it again on the same disk.
func (r *Runtime) Restart(tb testing.TB, account, script string) {
	tb.Helper()
	r.Stop(tb, account, script)
	r.Resume(tb, account, script)
}

// Stop ends the script whatever it is doing. Until Resume it is dead, also after an upload, and its
// callers get no answer.
func (r *Runtime) Stop(tb testing.TB, account, script string) {
	tb.Helper()
	r.live(tb, account, script, false)
}

// Resume starts the last upload of a script that was stopped, with what the script has left on the
// disk.
func (r *Runtime) Resume(tb testing.TB, account, script string) {
	tb.Helper()
	r.live(tb, account, script, true)
}

func (r *Runtime) live(tb testing.TB, account, script string, alive bool) {
	tb.Helper()
	w := r.named(account, script)
	if _, ok := r.cf.Script(account, script); w == nil || (!ok && alive) {
		tb.Fatalf("there is no script %s", script)
	}
	w.turn.Lock()
	defer w.turn.Unlock()
	r.mu.Lock()
	w.dead = !alive
	r.mu.Unlock()
	if alive {
		r.start(w)
	} else {
		r.end(w)
	}
}

// Cron fires the script's cron, as Cloudflare does each minute, and reports whether it ran to its
// end, because a script may die meanwhile. Several calls at once overlap.
func (r *Runtime) Cron(tb testing.TB, account, script string) bool {
	tb.Helper()
	known, ok := r.cf.Script(account, script)
	if !ok || len(known.Crons) == 0 {
		tb.Errorf("the script %s has no cron", script)
		return false
	}
	base := r.state(r.named(account, script)).url
	if base == "" {
		return false
	}
	got, ok := r.send(context.WithoutCancel(tb.Context()), http.MethodGet, base+"cdn-cgi/handler/scheduled?cron="+url.QueryEscape(known.Crons[0]), http.Header{}, nil)
	return ok && got.status == http.StatusOK
}
