package workertest

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"crier/modules/cloud/worker"
	"crier/platform/cloudflare/cloudflaretest"
)

// usualPace is how many times faster than life workers wait.
const usualPace = 100

// Runtime runs the scripts of a cloudflaretest.Server. It is safe for concurrent use.
type Runtime struct {
	tb     testing.TB
	cf     *cloudflaretest.Server
	bridge *bridge
	dir    string
	pace   int
	front  *httptest.Server
	kv     *httptest.Server
	client *http.Client
	done   chan struct{}

	mu       sync.Mutex
	workers  map[string]*running
	faults   []*Fault
	calls    []Call
	kvStatus int
	closed   bool
}

// running is a script, alive or dead.
type running struct {
	account, name, dir string

	// turn is held while it is started or ended.
	turn sync.Mutex
	// Of the rest, the Runtime's lock has charge: where it answers, empty while it does not, what of it was started last,
	// and whether it was told to be dead.
	url, stamp string
	dead       bool
}

// Option changes a Runtime.
type Option func(*Runtime)

// Paced lets workers wait so many times faster than in life, in the place of a hundred times.
func Paced(times int) Option { return func(r *Runtime) { r.pace = times } }

// Start runs each script that is or will be uploaded to cf, until the test ends. An upload is answered once the script
// runs. Without Node it skips the test, loudly, and in CI fails it.
func Start(tb testing.TB, cf *cloudflaretest.Server, options ...Option) *Runtime {
	tb.Helper()
	r := &Runtime{
		tb: tb, cf: cf, bridge: use(tb), dir: tb.TempDir(), pace: usualPace, client: &http.Client{Transport: &http.Transport{}},
		done: make(chan struct{}), workers: map[string]*running{},
	}
	for _, o := range options {
		o(r)
	}
	r.front = httptest.NewServer(http.HandlerFunc(r.pass))
	r.kv = httptest.NewServer(http.HandlerFunc(r.serveKV))
	cf.Watch(r.deployed)
	tb.Cleanup(r.close)
	return r
}

// URL returns the address at which the workers answer to who sends their Host, without a closing slash.
func (r *Runtime) URL() string { return r.front.URL }

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
	r.front.CloseClientConnections()
	r.front.Close()
	r.kv.Close()
	r.client.CloseIdleConnections()
	if r.tb.Failed() {
		r.tb.Logf("what the workers logged:\n%s", r.bridge.told)
	}
}

// deployed brings what runs under the name in line with what Cloudflare has.
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
		// With a script its objects go, and all that they hold.
		r.end(w)
		r.set(w, "", "")
		if err := os.RemoveAll(w.dir); err != nil {
			r.tb.Error(err)
		}
	case stamp != r.state(w).stamp && !r.state(w).dead:
		r.start(w)
	}
}

// named returns what runs or will run under the name, and nil once the test is over.
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

// start starts the script as Cloudflare has it, in the place of what runs.
func (r *Runtime) start(w *running) {
	script, ok := r.cf.Script(w.account, w.name)
	if !ok {
		return
	}
	r.set(w, "", fmt.Sprint(script.Uploads, script.Secrets))
	options, err := r.options(w, script)
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

// miniflare is what Miniflare is told of a worker.
type miniflare struct {
	Name       string            `json:"name"`
	Modules    []module          `json:"modules"`
	Root       string            `json:"modulesRoot"`
	Date       string            `json:"compatibilityDate"`
	Flags      []string          `json:"compatibilityFlags,omitempty"`
	CF         bool              `json:"cf"`
	Triggers   bool              `json:"unsafeTriggerHandlers"`
	Telemetry  map[string]bool   `json:"telemetry"`
	Persist    string            `json:"durableObjectsPersist"`
	Bindings   map[string]string `json:"bindings"`
	Objects    map[string]object `json:"durableObjects"`
	Namespaces map[string]remote `json:"kvNamespaces"`
}

type module struct {
	Type     string `json:"type"`
	Path     string `json:"path"`
	Contents string `json:"contents"`
}

type object struct {
	Class  string `json:"className"`
	SQLite bool   `json:"useSQLite"`
}

// remote is a KV namespace that a server stands for.
type remote struct {
	ID  string `json:"id"`
	URL string `json:"remoteProxyConnectionString"`
}

// options describes the script, its main module first.
func (r *Runtime) options(w *running, script cloudflaretest.Script) (miniflare, error) {
	m := miniflare{
		Name: "worker", Root: "/", Date: script.CompatibilityDate, Flags: script.CompatibilityFlags, Triggers: true,
		Telemetry: map[string]bool{"enabled": false}, Persist: w.dir, Bindings: map[string]string{},
		Objects: map[string]object{}, Namespaces: map[string]remote{},
	}
	for _, file := range script.Modules {
		one := module{Type: "ESModule", Path: "/" + file.Name, Contents: string(file.Content)}
		if m.Modules = append(m.Modules, one); file.Name == script.Main {
			last := len(m.Modules) - 1
			m.Modules[0], m.Modules[last] = m.Modules[last], m.Modules[0]
		}
	}
	for name, value := range script.Secrets {
		m.Bindings[name] = value
	}
	for _, b := range script.Bindings {
		switch b.Type {
		case "plain_text":
			m.Bindings[b.Name] = b.Text
		case "kv_namespace":
			m.Namespaces[b.Name] = remote{ID: b.Namespace, URL: r.kv.URL + "/" + w.account + "/" + b.Namespace}
		case "durable_object_namespace":
			m.Objects[b.Name] = object{Class: b.Class, SQLite: true}
		default:
			return m, fmt.Errorf("the tests have no binding of type %s", b.Type)
		}
	}
	if err := m.mayRun(); err != nil {
		return m, err
	}
	m.Bindings[worker.BindingPace] = strconv.Itoa(r.pace)
	return m, nil
}

// mayRun refuses a worker that would publish to the real network, or that does not wait as in life by itself.
func (m *miniflare) mayRun() error {
	if _, paced := m.Bindings[worker.BindingPace]; paced {
		return errors.New("only tests bind PACE")
	}
	for _, name := range []string{worker.BindingInstagram, worker.BindingFacebook} {
		at, err := url.Parse(m.Bindings[name])
		if host := at.Hostname(); err != nil || (host != "127.0.0.1" && host != "localhost" && host != "::1") {
			return fmt.Errorf("%s is %q, which is not on this machine", name, m.Bindings[name])
		}
	}
	return nil
}

// Restart ends the script wherever it is, and starts it again on the same disk.
func (r *Runtime) Restart(tb testing.TB, account, script string) {
	tb.Helper()
	r.Stop(tb, account, script)
	r.Resume(tb, account, script)
}

// Stop ends the script wherever it is; until Resume it is dead, whatever is uploaded, and who calls it gets no answer.
func (r *Runtime) Stop(tb testing.TB, account, script string) {
	tb.Helper()
	r.live(tb, account, script, false)
}

// Resume starts a script that was stopped, as it was uploaded last, on what it has left on the disk.
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
