package restart_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/datadir"
	"crier/platform/loopback"
	"crier/platform/restart"
)

func own(t *testing.T) *restart.Process {
	t.Helper()
	p, err := restart.Own(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func nothing() error { return nil }

// TestProcess_OneRequestOfAStart: of many at once one is taken, and prepares alone. What prepares
// in vain changes nothing.
func TestProcess_OneRequestOfAStart(t *testing.T) {
	t.Parallel()
	p := own(t)
	for range 3 {
		asked := p.Begin()
		if err := p.Request("in vain", func() error { return io.ErrUnexpectedEOF }); !errors.Is(err, io.ErrUnexpectedEOF) || p.IsRestarting() {
			t.Fatalf("got %v", err)
		}
		var all sync.WaitGroup
		var taken, prepared atomic.Int32
		for range 20 {
			all.Go(func() {
				err := p.Request("another mode", func() error { prepared.Add(1); return nil })
				switch {
				case err == nil:
					taken.Add(1)
				case apperror.CodeOf(err) != apperror.InvalidState || !strings.Contains(err.Error(), "starting again already"):
					t.Error(err)
				}
			})
		}
		all.Wait()
		if taken.Load() != 1 || prepared.Load() != 1 || <-asked != "another mode" || !p.IsRestarting() {
			t.Fatalf("%d were taken, %d prepared", taken.Load(), prepared.Load())
		}
	}
	if err := p.Release(); err != nil {
		t.Error(err)
	}
}

// TestProcess_RefusesOtherRequests of a service that nobody starts again, and of one that stops.
func TestProcess_RefusesOtherRequests(t *testing.T) {
	t.Parallel()
	p := own(t)
	refused := func(says string) {
		t.Helper()
		err := p.Request("x", func() error { t.Error("it prepares"); return nil })
		if apperror.CodeOf(err) != apperror.InvalidState || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v", err)
		}
	}
	refused("ends with the call")
	p.Begin()
	p.End()
	refused("is stopping")
	if err := p.Release(); err != nil {
		t.Error(err)
	}
	refused("is stopping")
}

// TestProcess_KeepsTheLock over a start, and gives it back at the end with what a start that does
// not come would have needed.
func TestProcess_KeepsTheLock(t *testing.T) {
	t.Parallel()
	p := own(t)
	p.Begin()
	if err := errors.Join(p.Dir().WriteRuntime(datadir.Runtime{PID: 1}), p.Request("x", nothing)); err != nil {
		t.Fatal(err)
	}
	if _, err := restart.Own(p.Dir().Path()); !errors.Is(err, datadir.ErrLocked) {
		t.Errorf("another process gets it: %v", err)
	}
	if _, err := p.Dir().ReadRuntime(); err != nil {
		t.Error(err)
	}
	if err := p.Release(); err != nil {
		t.Error(err)
	}
	if _, err := p.Dir().ReadRuntime(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("runtime.json is left: %v", err)
	}
	again, err := restart.Own(p.Dir().Path())
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
}

// TestProcess_KeepsThePort: who connects between two starts is served by the second one, and nobody
// else gets the port. After the last stop the port is closed, also when a start was to follow.
func TestProcess_KeepsThePort(t *testing.T) {
	t.Parallel()
	p := own(t)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answers := make(chan string, 1)
	url := ""
	for n, word := range []string{"first", "second", "third"} {
		p.Begin()
		endpoint := p.Endpoint(func() *loopback.Endpoint { return loopback.NewEndpoint(0) })
		open, err := endpoint.Open(t.Context())
		if err != nil || n > 0 && open.URL() != url {
			t.Fatalf("the address is %v: %v", open, err)
		}
		url = open.URL()
		srv := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, word) })}
		open.Limit(srv, 8)
		served := make(chan error, 1)
		go func() { served <- open.Serve(srv) }()
		if n == 0 {
			go func() { answers <- get(client, url) }()
		}
		if got := <-answers; got != word {
			t.Errorf("it answered %q, want %q", got, word)
		}
		if err := p.Request("another start", nothing); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(srv.Shutdown(t.Context()), <-served, endpoint.Close()); err != nil {
			t.Error(err)
		}
		if l, err := loopback.Listen(t.Context(), endpoint.Port()); !errors.Is(err, loopback.ErrPortInUse) {
			t.Errorf("another process gets the port: %v, %v", l, err)
		}
		// It connects now, and is answered by the next server.
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		go func() { answers <- ask(conn) }()
	}
	if err := p.Release(); err != nil {
		t.Error(err)
	}
	if got := <-answers; !strings.HasPrefix(got, "no answer") {
		t.Errorf("after the end it answered %q", got)
	}
	if conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(url, "http://")); err == nil {
		t.Errorf("the port is open: %v", conn.Close())
	}
}

func get(client *http.Client, url string) string {
	resp, err := client.Get(url)
	if err != nil {
		return "no answer: " + err.Error()
	}
	return body(resp)
}

// ask sends a request over a connection.
func ask(conn net.Conn) string {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(context.Context, string, string) (net.Conn, error) { return conn, nil }}}
	return get(client, "http://crier.example")
}

func body(resp *http.Response) string {
	b, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return "no answer: " + err.Error()
	}
	return string(b)
}

// TestProcess_StopsAfterAll: a service that is told to stop while it is to start again closes its
// port as it does otherwise.
func TestProcess_StopsAfterAll(t *testing.T) {
	t.Parallel()
	p := own(t)
	p.Begin()
	endpoint := p.Endpoint(func() *loopback.Endpoint { return loopback.NewEndpoint(0) })
	open, err := endpoint.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Request("x", nothing); err != nil {
		t.Fatal(err)
	}
	p.End()
	if err := endpoint.Close(); err != nil || p.IsRestarting() {
		t.Error(err)
	}
	if conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(open.URL(), "http://")); err == nil {
		t.Errorf("the port is open: %v", conn.Close())
	}
	if err := p.Release(); err != nil {
		t.Error(err)
	}
}

// TestProcess_LosesTheLock: another process gets the folder that work has put in the place of the
// own one. It keeps that, and what it has told there.
func TestProcess_LosesTheLock(t *testing.T) {
	t.Parallel()
	p := own(t)
	p.Begin()
	var other *restart.Process
	err := p.RequestWork("a restore", func(context.Context, *datadir.Lock) bool {
		path := p.Dir().Path()
		if err := os.Rename(path, path+".kept"); err != nil {
			t.Error(err)
		}
		var err error
		if other, err = restart.Own(path); err == nil {
			err = other.Dir().WriteRuntime(datadir.Runtime{PID: 1})
		}
		if err != nil {
			t.Error(err)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.DoWork(t.Context()); !errors.Is(err, datadir.ErrLocked) {
		t.Errorf("it goes on without the lock: %v", err)
	}
	if err := p.Release(); err != nil {
		t.Error(err)
	}
	if _, err := other.Dir().ReadRuntime(); err != nil {
		t.Errorf("the runtime.json of the other process: %v", err)
	}
	if err := other.Release(); err != nil {
		t.Error(err)
	}
}
