package httpapi_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"crier/platform/httpapi"
	"crier/platform/loopback"
)

// TestServer_ClientsThatStall announce a body and send a part of it, or nothing. They get their
// answer all the same. The patience is long, so that a busy machine does not use it up. All stall
// at the same time, so the test waits once.
func TestServer_ClientsThatStall(t *testing.T) {
	t.Parallel()
	endpoint := loopback.NewEndpoint(0)
	b := setup(t, func(p *httpapi.Deps) {
		p.Endpoint, p.Patience = endpoint, 2*time.Second
		p.Handlers = []httpapi.Handler{{Pattern: "POST /read", Access: httpapi.Public(), Serve: func(w http.ResponseWriter, r *http.Request, _ func(error)) {
			read, err := io.ReadAll(r.Body)
			_, _ = fmt.Fprintf(w, "%d bytes, failed: %t", len(read), err != nil)
		}}}
	})
	listeners, err := endpoint.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.server.Start(listeners, func(err error) { t.Error(err) })
	host := strings.TrimPrefix(b.server.URL(), "http://")
	clients := map[string]struct {
		path, key, sent string
		status          int
		says            string
	}{
		"while it is read":    {"/read", "", "half", 200, "4 bytes, failed: true"},
		"before it is read":   {"/read", "", "", 200, "0 bytes, failed: true"},
		"no such path":        {"/nothing", "", "half", 404, "NOT_FOUND"},
		"not let in":          {"/api/v1/cookie-only", "x", "half", 401, "AUTH_INVALID_KEY"},
		"as JSON, and let in": {"/api/v1/echo/3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e?needed=x", goodKey, `{"capt`, 400, "VALIDATION_ERROR"},
	}
	conns := map[string]net.Conn{}
	for name, c := range clients {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		conns[name] = conn
		_, _ = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n%s", c.path, host, c.key, c.sent)
	}
	for name, c := range clients {
		conn := conns[name]
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != c.status || !strings.Contains(string(body), c.says) {
			t.Errorf("%s: got %d %s, %v", name, resp.StatusCode, body, err)
		}
		_ = resp.Body.Close()
		_ = conn.Close()
	}
	if err := b.server.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestServer_ClientsThatDoNotRead are cut off, so that they hold no descriptor; one that reads
// slowly gets all of it.
func TestServer_ClientsThatDoNotRead(t *testing.T) {
	t.Parallel()
	const size = 64 << 20 // More than the buffers of both sides hold.
	endpoint := loopback.NewEndpoint(0)
	ended := make(chan error, 10)
	b := setup(t, func(p *httpapi.Deps) {
		p.Endpoint, p.Patience = endpoint, 2*time.Second
		p.Handlers = []httpapi.Handler{{Pattern: "GET /large", Access: httpapi.Public(), Serve: func(w http.ResponseWriter, _ *http.Request, _ func(error)) {
			_, err := w.Write(make([]byte, size))
			ended <- err
		}}}
	})
	listeners, err := endpoint.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.server.Start(listeners, func(err error) { t.Error(err) })
	host := strings.TrimPrefix(b.server.URL(), "http://")
	ask := func() net.Conn {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		_, _ = fmt.Fprintf(conn, "GET /large HTTP/1.1\r\nHost: %s\r\n\r\n", host)
		return conn
	}
	for range 5 {
		ask()
	}
	for range 5 {
		if err := <-ended; !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("one that does not read got %v", err)
		}
	}
	resp, err := http.ReadResponse(bufio.NewReader(ask()), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	ticks := time.NewTicker(25 * time.Millisecond) //nolint:forbidigo // The socket's deadlines are the kernel's time.
	defer ticks.Stop()
	var got int64
	for range 100 {
		<-ticks.C // All in all for longer than the patience.
		n, err := io.CopyN(io.Discard, resp.Body, 32<<10)
		if got += n; err != nil {
			t.Fatalf("after %d bytes: %v", got, err)
		}
	}
	rest, err := io.Copy(io.Discard, resp.Body)
	if got += rest; err != nil || got != size || <-ended != nil {
		t.Errorf("one that reads slowly got %d bytes, %v", got, err)
	}
	if err := b.server.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}
