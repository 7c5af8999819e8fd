package httpclient

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

func TestIsForeign(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		body   string
		want   bool
	}{
		{200, ` {"id":"1"}`, false},
		{500, `{"error":{}}`, false},
		{200, `{"cut`, false},
		{200, `<html>`, true},
		{200, ``, true},
		{200, `[]`, true},
		{403, "\x00", true},
		{302, `{"id":"1"}`, true},
		{407, `{"id":"1"}`, true},
		{511, `{"id":"1"}`, true},
	} {
		if got := IsForeign(c.status, []byte(c.body)); got != c.want {
			t.Errorf("%d %q: %t", c.status, c.body, got)
		}
	}
}

// TestFound_ProxyThatRefuses: a proxy that wants a name and a password says so, and nothing was
// sent.
func TestFound_ProxyThatRefuses(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{
		http.StatusProxyAuthRequired: "wants a name and a password: put them into HTTPS_PROXY, as http://NAME:PASSWORD@127.0.0.1:",
		http.StatusForbidden:         "makes no connection: it answers HTTP 403",
	} {
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		defer proxy.Close()
		address, err := url.Parse(proxy.URL)
		if err != nil {
			t.Fatal(err)
		}
		transport := NewTransport()
		transport.Proxy = http.ProxyURL(address)
		defer CloseIdle(transport)
		var trace Trace
		req, err := http.NewRequestWithContext(trace.In(t.Context()), http.MethodPost, "https://network.example/", strings.NewReader("body"))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := transport.RoundTrip(req)
		if err == nil {
			_ = resp.Body.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) || !trace.NotSent() {
			t.Errorf("%d: %v, not sent %t", status, err, trace.NotSent())
		}
	}
}
