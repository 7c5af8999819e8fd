package httpapi_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// TestServer_ReadsWhatItRefuses: many clients send the whole body before they read, and give up
// when they cannot. They get the reason of the refusal, and can use the connection again.
func TestServer_ReadsWhatItRefuses(t *testing.T) {
	t.Parallel()
	b := started(t)
	host := strings.TrimPrefix(b.server.URL(), "http://")
	body := bytes.Repeat([]byte("x"), 16<<20) // More than the buffers of both sides hold.
	const echo = "/api/v1/echo/3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e?needed=x"
	for name, c := range map[string]struct {
		path, headers, code string
		status              int
	}{
		"nobody":            {echo, "", "AUTH_REQUIRED", 401},
		"a bad key":         {echo, "Authorization: Bearer x\r\n", "AUTH_INVALID_KEY", 401},
		"by cookie alone":   {"/api/v1/cookie-only", "Authorization: Bearer " + goodKey + "\r\n", "COOKIE_AUTH_REQUIRED", 403},
		"nothing there":     {"/api/v1/nothing", "", "NOT_FOUND", 404},
		"no clean path":     {"/api//v1", "", "NOT_FOUND", 404},
		"a file":            {"/files/a", "Authorization: Bearer x\r\n", "NOT_FOUND", 404},
		"too long":          {echo, "Authorization: Bearer " + goodKey + "\r\n", "VALIDATION_ERROR", 400},
		"of another type":   {echo, "Authorization: Bearer " + goodKey + "\r\nContent-Type: text/plain\r\n", "VALIDATION_ERROR", 400},
		"a bad parameter":   {"/api/v1/echo/x?needed=x", "Authorization: Bearer " + goodKey + "\r\n", "INVALID_PARAM", 400},
		"without its query": {strings.TrimSuffix(echo, "?needed=x"), "Authorization: Bearer " + goodKey + "\r\n", "MISSING_PARAM", 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", host)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			if _, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\n%sContent-Length: %d\r\n\r\n", c.path, host, c.headers, len(body)); err != nil {
				t.Fatal(err)
			}
			if _, err := conn.Write(body); err != nil {
				t.Fatalf("a client that sends first never reads why: %v", err)
			}
			reader := bufio.NewReader(conn)
			if status, text := readAnswer(t, reader); status != c.status || !strings.Contains(text, c.code) {
				t.Errorf("got %d %s, want %d %s", status, text, c.status, c.code)
			}
			if _, err := fmt.Fprintf(conn, "GET /api/v1/health HTTP/1.1\r\nHost: %s\r\n\r\n", host); err != nil {
				t.Fatal(err)
			}
			if status, text := readAnswer(t, reader); status != http.StatusOK {
				t.Errorf("the next request got %d %s", status, text)
			}
		})
	}
}

func readAnswer(t *testing.T, reader *bufio.Reader) (status int, text string) {
	t.Helper()
	resp, err := http.ReadResponse(reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	read, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(read)
}
