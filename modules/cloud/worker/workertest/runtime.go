// Package workertest runs what was uploaded to a cloudflaretest.Server in the real runtime, so that
// a test has a Cloudflare that publishes: it starts a workerd for each script. Nothing of it is in
// the product.
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
// Each workerd has a guard, which ends it when the guard's standard input ends, so that nothing
// outlives the tests, however they end.
package workertest

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"crier/platform/clock"
	"crier/platform/cloudflare/cloudflaretest"
)

// usualPace is how many times faster than in production workers wait.
const usualPace = 100

// Runtime runs the scripts of a cloudflaretest.Server. It is safe for concurrent use.
type Runtime struct {
	*front
	*kvServer

	tb      testing.TB
	cf      *cloudflaretest.Server
	program string
	output  *output
	dir     string
	pace    int
	// network are bindings that workers get which were deployed for the real network.
	network map[string]string

	mu      sync.Mutex
	workers map[string]*running
	closed  bool
}

// running is a script, alive or dead.
type running struct {
	account, name, dir string

	// turn is locked while the script is started or ended.
	turn sync.Mutex
	// The Runtime's mutex protects the rest. process is nil while the script does not run. stamp
	// says which upload was started last. dead says that Stop was called.
	process *process
	stamp   string
	dead    bool
}

// Option changes a Runtime.
type Option func(*Runtime)

// Paced makes workers wait so many times faster than in production, instead of a hundred times.
func Paced(times int) Option { return func(r *Runtime) { r.pace = times } }

// InPlaceOfReal gives workers that were deployed for the real network, which no test may reach, the
// bindings that name another one.
func InPlaceOfReal(network map[string]string) Option {
	return func(r *Runtime) { r.network = network }
}

// Start runs each script that is or will be uploaded to cf, until the test ends. An upload is
// answered once the script runs. workerd is among the packages from npm. Without Node, Start skips
// the test with a loud message, and fails it in CI.
func Start(tb testing.TB, cf *cloudflaretest.Server, options ...Option) *Runtime {
	tb.Helper()
	_, packages := Node(tb)
	program, err := workerd(packages)
	if err != nil {
		tb.Fatal(err)
	}
	r := &Runtime{
		tb: tb, cf: cf, program: program, output: &output{}, dir: tb.TempDir(), pace: usualPace, kvServer: newKV(cf), workers: map[string]*running{},
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
	r.FailKVReads(0)
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
		r.tb.Logf("what the workers logged:\n%s", r.output)
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
	if r.isClosed() {
		return
	}
	script, ok := r.cf.Script(account, name)
	stamp := fmt.Sprint(script.Uploads, script.Secrets)
	switch {
	case !ok:
		// Cloudflare deletes the objects of a script with it.
		r.end(w)
		r.set(w, nil, "")
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

func (r *Runtime) isClosed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

type state struct {
	process *process
	stamp   string
	dead    bool
}

func (r *Runtime) state(w *running) state {
	r.mu.Lock()
	defer r.mu.Unlock()
	return state{w.process, w.stamp, w.dead}
}

func (r *Runtime) set(w *running, p *process, stamp string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	w.process, w.stamp = p, stamp
}

// start starts the script that Cloudflare has, and ends the one that runs.
func (r *Runtime) start(w *running) {
	script, ok := r.cf.Script(w.account, w.name)
	if !ok {
		return
	}
	r.end(w)
	stamp := fmt.Sprint(script.Uploads, script.Secrets)
	r.set(w, nil, stamp)
	c, err := newConfig(script, w.account, r.address(), r.pace, r.network)
	var p *process
	if err == nil {
		p, err = startProcess(context.WithoutCancel(r.tb.Context()), r.program, w.dir, c, r.output)
	}
	if err != nil {
		r.tb.Errorf("the script %s does not run: %v", w.name, err)
		return
	}
	r.set(w, p, stamp)
}

func (r *Runtime) end(w *running) {
	was := r.state(w)
	r.set(w, nil, was.stamp)
	if was.process == nil {
		return
	}
	if err := was.process.end(); err != nil {
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
			if p := r.state(w).process; p != nil {
				return p.worker, true
			}
			return "", true
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
	p := r.state(r.named(account, script)).process
	if p == nil {
		return false
	}
	query := url.Values{"cron": {known.Crons[0]}, "time": {strconv.FormatInt(clock.System().Now().UnixMilli(), 10)}}
	got, ok := r.send(context.WithoutCancel(tb.Context()), http.MethodGet, p.cron+"/?"+query.Encode(), http.Header{}, nil)
	return ok && got.status == http.StatusOK
}
