package bucket_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"crier/platform/objectstore/bucket"
	"crier/platform/objectstore/s3test"
)

// proxy stands between a store and the server, counts the bytes that are sent, and injects faults.
type proxy struct {
	url string
	// sent counts the bytes of the PUT bodies that arrived.
	sent atomic.Int64

	mu   sync.Mutex
	harm func(w http.ResponseWriter, r *http.Request) bool
	// change modifies answers.
	change func(*http.Response)
}

func newProxy(t *testing.T, server *s3test.Server) *proxy {
	t.Helper()
	target, err := url.Parse(server.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{}
	forward := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host // It is signed.
		},
		ModifyResponse: func(resp *http.Response) error {
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.change != nil {
				p.change(resp)
			}
			return nil
		},
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			r.Body = struct {
				io.Reader
				io.Closer
			}{io.TeeReader(r.Body, counter{&p.sent}), r.Body}
		}
		p.mu.Lock()
		harm := p.harm
		p.mu.Unlock()
		if harm == nil || !harm(w, r) {
			forward.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(front.Close)
	p.url = front.URL
	return p
}

// config returns the server's configuration with the proxy as the endpoint.
func (p *proxy) config(server *s3test.Server) bucket.Config {
	config := server.Config()
	config.Endpoint = p.url
	return config
}

// harms has harm answer the first requests that match, up to the number of times.
func (p *proxy) harms(times int, match func(*http.Request) bool, harm http.HandlerFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var done atomic.Int64
	p.harm = func(w http.ResponseWriter, r *http.Request) bool {
		if !match(r) || done.Add(1) > int64(times) {
			return false
		}
		harm(w, r)
		return true
	}
}

type counter struct{ n *atomic.Int64 }

func (c counter) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return len(p), nil
}

func all(*http.Request) bool { return true }

// isPart matches the request that sends a part.
func isPart(number int) func(*http.Request) bool {
	return func(r *http.Request) bool {
		return r.Method == http.MethodPut && r.URL.Query().Get("partNumber") == fmt.Sprint(number)
	}
}

func isComplete(r *http.Request) bool {
	return r.Method == http.MethodPost && r.URL.Query().Has("uploadId")
}

// answer returns a handler that answers with an S3 error of the code.
func answer(status int, code string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `<?xml version="1.0"?><Error><Code>%s</Code><Message>%s</Message></Error>`, code, loose)
	}
}

// loose is a text that a server may quote and no error may contain.
const loose = "the string to sign was AKTEST1234 test-secret-0123456789abcdef"

// cut breaks the connection after it has read that many bytes of the body.
func cut(after int64) http.HandlerFunc {
	return func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, after)
		panic(http.ErrAbortHandler)
	}
}
