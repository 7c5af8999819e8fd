package workertest

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
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

// front is the network before the workers: it passes requests to them unless a fault prevents it.
type front struct {
	// at returns where the worker of a host name answers, and false when there is none. The address
	// is empty while the worker is dead.
	at     func(host string) (base string, known bool)
	server *httptest.Server
	client *http.Client
	done   chan struct{}

	mu     sync.Mutex
	faults []*Fault
	calls  []Call
}

func newFront(at func(host string) (base string, known bool)) *front {
	// The runtime closes a connection that has been idle for five seconds. A request that is sent
	// on it at that moment is lost, and only one that changes nothing is sent again.
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, CheckRedirect: asAnswered}
	f := &front{at: at, client: client, done: make(chan struct{})}
	f.server = httptest.NewServer(http.HandlerFunc(f.pass))
	return f
}

// asAnswered has a redirect passed on as it is, for the client to follow.
func asAnswered(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// close ends the requests that a fault holds, and takes no more.
func (f *front) close() {
	f.server.CloseClientConnections()
	f.server.Close()
	f.client.CloseIdleConnections()
}

// URL returns the address at which the workers answer requests that have their Host, without a
// slash at the end.
func (f *front) URL() string { return f.server.URL }

// Calls returns the requests of the workers so far, in the order in which they came.
func (f *front) Calls() []Call {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.calls)
}

// Fault makes requests go wrong.
func (f *front) Fault(fault Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if fault.Times == 0 {
		fault.Times = 1
	}
	f.faults = append(f.faults, &fault)
}

// heal ends all faults. It does not release the requests that they hold.
func (f *front) heal() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.faults = nil
}

// received is a request on its way to a worker. It arrives even when the caller has gone.
type received struct {
	method, host, path, query string
	header                    http.Header
	body                      []byte
}

// answer is what comes back.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// typed returns headers with a content type.
func typed(kind string) http.Header { return http.Header{"Content-Type": {kind}} }

// pass passes a request to the worker whose Host it has, unless a fault prevents it.
func (f *front) pass(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxRequest))
	if err != nil {
		return
	}
	in := received{method: req.Method, host: req.Host, path: req.URL.EscapedPath(), query: req.URL.RawQuery, header: req.Header, body: body}
	// Who cannot name another host, as the network when it fetches a file, names it in the path.
	if host, path, isNamed := strings.Cut(strings.TrimPrefix(in.path, "/@"), "/"); isNamed && strings.HasPrefix(in.path, "/@") {
		in.host, in.path = host, "/"+path
	}
	fault, at := f.note(in, req.URL.Query())
	if !f.wait(fault.reach()) {
		panic(http.ErrAbortHandler)
	}
	out, ok := answer{}, false
	if fault.acts() {
		out, ok = f.carry(context.WithoutCancel(req.Context()), in)
	}
	fault = f.answered(fault, out, ok)
	out, ok = fault.instead(out, ok)
	f.mu.Lock()
	f.calls[at].Status, f.calls[at].Lost = out.status, !ok
	f.mu.Unlock()
	if !f.wait(fault.reply()) || !ok {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), out.header)
	w.WriteHeader(out.status)
	_, _ = w.Write(out.body)
}

// note adds the request to the calls, and returns its fault and its index in the calls.
func (f *front) note(in received, query url.Values) (*Fault, int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, Call{Method: in.method, Host: in.host, Path: in.path, Query: query, Body: in.body})
	return take(f.faults, in), len(f.calls) - 1
}

// answered returns the fault that befalls an answer, nil for none.
func (f *front) answered(fault *Fault, out answer, ok bool) *Fault {
	if fault == nil || fault.Having == nil {
		return fault
	}
	f.mu.Lock()
	befalls := fault.befalls(out, ok)
	f.mu.Unlock()
	if !befalls {
		return nil
	}
	fault.tell()
	return fault
}

// wait waits as long as a fault wants, and reports whether the test goes on.
func (f *front) wait(until <-chan struct{}) bool {
	if until == nil {
		return true
	}
	select {
	case <-until:
		return true
	case <-f.done:
		return false
	}
}

// carry sends the request to its worker and returns the answer, and false for none.
func (f *front) carry(ctx context.Context, in received) (answer, bool) {
	base, known := f.at(in.host)
	switch {
	case !known || strings.HasPrefix(in.path, "/cdn-cgi/"): // Cloudflare keeps these paths for itself.
		return answer{status: http.StatusNotFound, header: typed("text/html; charset=UTF-8"), body: []byte(nothingHere)}, true
	case base == "":
		return answer{}, false
	}
	return f.send(ctx, in.method, base+in.path+"?"+in.query, in.header, in.body)
}

func (f *front) send(ctx context.Context, method, to string, header http.Header, body []byte) (answer, bool) {
	ctx, cancel := context.WithTimeout(ctx, passPatience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, to, bytes.NewReader(body))
	if err != nil {
		return answer{}, false
	}
	for _, name := range []string{"Authorization", "Content-Type", "User-Agent", "Accept", "Range", "If-Range", "If-None-Match"} {
		if values := header.Values(name); len(values) > 0 {
			req.Header[name] = values
		}
	}
	resp, err := f.client.Do(req)
	if err != nil {
		return answer{}, false
	}
	defer func() { _ = resp.Body.Close() }()
	got, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	out := answer{status: resp.StatusCode, header: http.Header{}, body: got}
	for _, name := range []string{"Content-Type", "Content-Length", "Content-Range", "Accept-Ranges", "Cache-Control", "Etag", "Allow", "Location", "Referrer-Policy", "X-Content-Type-Options", "Crier-Time"} {
		if values := resp.Header.Values(name); len(values) > 0 {
			out.header[name] = values
		}
	}
	return out, err == nil
}
