package httpapi_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestServer_NewClientAmongIdleOnes: clients that keep their connections open, as browsers do, keep
// no other client waiting, however many they are.
func TestServer_NewClientAmongIdleOnes(t *testing.T) {
	t.Parallel()
	const idle = 512
	b := started(t)
	// Only a client that is kept waiting uses it up. The server itself closes idle connections
	// after two minutes.
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	host := strings.TrimPrefix(b.server.URL(), "http://")
	for n := range idle + 1 {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
		defer func() { _ = conn.Close() }()
		if _, err := fmt.Fprintf(conn, "GET /nothing HTTP/1.1\r\nHost: %s\r\n\r\n", host); err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("client %d: %v", n, err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusNotFound {
			t.Fatalf("client %d got %d, %v", n, resp.StatusCode, err)
		}
		_ = resp.Body.Close()
	}
	if err := b.server.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}
