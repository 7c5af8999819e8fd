package workertest

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	maxRequest  = 1 << 20
	maxResponse = 16 << 20
	// passPatience bounds what a worker may take for a request or a cron.
	passPatience = 2 * time.Minute
)

const nothingHere = "<!DOCTYPE html>\n<html><head><title>There is nothing here yet</title></head><body>error code: 1042</body></html>\n"

// Call is a request that somebody made of a worker.
type Call struct {
	Method, Host, Path string
	Query              url.Values
	Body               []byte
	// Status is what the worker answered, 0 for nothing; Lost says that the caller did not get it.
	Status int
	Lost   bool
}

// Calls returns the requests of the workers so far, in the order in which they came.
func (r *Runtime) Calls() []Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.calls)
}

// received is a request on its way to a worker. What was sent arrives, though the caller has gone.
type received struct {
	method, host, path, query string
	header                    http.Header
	body                      []byte
}

// answer is what comes back.
type answer struct {
	status int
	kind   string
	body   []byte
}

// pass hands a request to the worker whose Host it has, as far as the faults let it.
func (r *Runtime) pass(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxRequest))
	if err != nil {
		return
	}
	in := received{method: req.Method, host: req.Host, path: req.URL.EscapedPath(), query: req.URL.RawQuery, header: req.Header, body: body}
	fault, at := r.note(in, req.URL.Query())
	if !r.held(fault.reach()) {
		panic(http.ErrAbortHandler)
	}
	out, ok := answer{}, false
	if fault.acts() {
		out, ok = r.carry(context.WithoutCancel(req.Context()), in)
	}
	out, ok = fault.instead(out, ok)
	r.mu.Lock()
	r.calls[at].Status, r.calls[at].Lost = out.status, !ok
	r.mu.Unlock()
	if !r.held(fault.reply()) || !ok {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", out.kind)
	w.WriteHeader(out.status)
	_, _ = w.Write(out.body)
}

// note writes the request down, and returns its fault and its place in the log.
func (r *Runtime) note(in received, query url.Values) (*Fault, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, Call{Method: in.method, Host: in.host, Path: in.path, Query: query, Body: in.body})
	return r.faultFor(in), len(r.calls) - 1
}

// held waits as long as a fault wants, and reports whether the test goes on.
func (r *Runtime) held(until <-chan struct{}) bool {
	if until == nil {
		return true
	}
	select {
	case <-until:
		return true
	case <-r.done:
		return false
	}
}

// carry carries the request out and returns the worker's answer, and false for none.
func (r *Runtime) carry(ctx context.Context, in received) (answer, bool) {
	base, known := r.at(in.host)
	switch {
	case !known || strings.HasPrefix(in.path, "/cdn-cgi/"):
		return answer{status: http.StatusNotFound, kind: "text/html; charset=UTF-8", body: []byte(nothingHere)}, true
	case base == "":
		return answer{}, false
	}
	return r.send(ctx, in.method, base+in.path+"?"+in.query, in.header, in.body)
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

func (r *Runtime) send(ctx context.Context, method, to string, header http.Header, body []byte) (answer, bool) {
	ctx, cancel := context.WithTimeout(ctx, passPatience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, to, bytes.NewReader(body))
	if err != nil {
		return answer{}, false
	}
	for _, name := range []string{"Authorization", "Content-Type", "User-Agent", "Accept"} {
		req.Header[name] = header.Values(name)
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return answer{}, false
	}
	defer func() { _ = resp.Body.Close() }()
	got, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	return answer{status: resp.StatusCode, kind: resp.Header.Get("Content-Type"), body: got}, err == nil
}

// Cron fires the script's cron, as Cloudflare does each minute, and reports whether it ran to its end: a script may die meanwhile.
// Several at once overlap.
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
