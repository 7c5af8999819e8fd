package httpclient

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestReadAll_Bound(t *testing.T) {
	t.Parallel()
	if b, err := ReadAll(strings.NewReader("1234"), 4); err != nil || string(b) != "1234" {
		t.Errorf("within the bound: %q, %v", b, err)
	}
	if b, err := ReadAll(strings.NewReader("12345"), 4); !errors.Is(err, ErrTooLong) || err.Error() != "longer than 4 bytes" || b != nil {
		t.Errorf("beyond the bound: %q, %v", b, err)
	}
}

func TestScalar(t *testing.T) {
	t.Parallel()
	malformed := errors.New("malformed")
	for in, want := range map[string]string{`"a"`: "a", `12345678901234567890`: "12345678901234567890", `true`: "true", `null`: ""} {
		if got, err := Scalar([]byte(in), malformed); err != nil || got != want {
			t.Errorf("%s: %q, %v", in, got, err)
		}
	}
	if _, err := Scalar([]byte(`{}`), malformed); !errors.Is(err, malformed) {
		t.Errorf("an object: %v", err)
	}
}

func TestDateOf(t *testing.T) {
	t.Parallel()
	if at := DateOf(http.Header{"Date": {"Sat, 14 Mar 2026 09:26:53 GMT"}}); !at.Equal(time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)) {
		t.Errorf("got %s", at)
	}
	if at := DateOf(http.Header{"Date": {"today"}}); !at.IsZero() {
		t.Errorf("got %s of what is no date", at)
	}
}

// TestNewTransport_TellsAndFollowsNothing asks a server that leads on, and one that is not there.
func TestNewTransport_TellsAndFollowsNothing(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.RedirectHandler("/elsewhere", http.StatusFound))
	defer server.Close()
	transport := NewTransport()
	defer CloseIdle(transport)
	ask := func(address string) (*Trace, *http.Response, error) {
		var trace Trace
		req, err := http.NewRequestWithContext(trace.In(t.Context()), http.MethodPost, address, strings.NewReader("body"))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := transport.RoundTrip(req)
		return &trace, resp, err
	}
	trace, resp, err := ask(server.URL)
	if err != nil || resp.StatusCode != http.StatusFound || !trace.Connected() || !trace.Written() || trace.NotSent() {
		t.Fatalf("of a redirect: %v, %v", resp, err)
	}
	_ = resp.Body.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := "http://" + listener.Addr().String()
	_ = listener.Close()
	if trace, _, err := ask(nobody); err == nil || !trace.NotSent() || trace.Written() {
		t.Errorf("of nobody: %v, not sent %v", err, trace.NotSent())
	}
}
