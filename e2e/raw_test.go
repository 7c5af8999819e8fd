package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
)

// wire is a connection of a client that does as it likes. Its methods may be used beside the test's
// own goroutine.
type wire struct {
	net.Conn
	t      *testing.T
	reader *bufio.Reader
}

func dial(t *testing.T, origin string) *wire {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(origin, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(2 * time.Minute)); err != nil { //nolint:forbidigo // Deadlines of a socket are the kernel's time.
		t.Fatal(err)
	}
	return &wire{Conn: conn, t: t, reader: bufio.NewReader(conn)}
}

// send writes text, as far as the other side takes it.
func (w *wire) send(text string) *wire {
	_, _ = io.WriteString(w, text)
	return w
}

// sendMuch writes size bytes of a body, chunked or not, as far as the other side takes them.
func (w *wire) sendMuch(size int, chunked bool) *wire {
	block := bytes.Repeat([]byte{0xff}, 64<<10)
	for size > 0 {
		b := block[:min(size, len(block))]
		if chunked {
			_, _ = fmt.Fprintf(w, "%x\r\n", len(b))
		}
		if _, err := w.Write(b); err != nil {
			return w
		}
		if chunked {
			_, _ = io.WriteString(w, "\r\n")
		}
		size -= len(b)
	}
	return w
}

// rawAnswer is what came back: a zero status when nothing did.
type rawAnswer struct {
	status int
	code   string
	header http.Header
	body   string
}

// answer reads the final answer; it passes over 100 Continue, and reports whether there was one.
func (w *wire) answer() (a rawAnswer, continued bool) {
	for {
		resp, err := http.ReadResponse(w.reader, nil)
		if err != nil {
			return rawAnswer{body: err.Error()}, continued
		}
		b, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil {
			return rawAnswer{body: err.Error()}, continued
		}
		if resp.StatusCode == http.StatusContinue {
			continued = true
			continue
		}
		a = rawAnswer{status: resp.StatusCode, header: resp.Header, body: string(b)}
		var decoded struct{ Code string }
		if json.Unmarshal(b, &decoded) == nil {
			a.code = decoded.Code
		}
		return a, continued
	}
}

func (a rawAnswer) String() string { return fmt.Sprintf("%d %s", a.status, a.body) }

// rawUpload uploads content and returns the status. It may be used beside the test's own goroutine.
func rawUpload(t *testing.T, origin, key string, content []byte) int {
	body, contentType := e2e.Form("file", "photo.png", content)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, origin+"/api/v1/media/upload", bytes.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", contentType)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Error(err)
		return 0
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}
