package bucket

import (
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"time"
)

const (
	dialTimeout = 15 * time.Second
	idleTimeout = 60 * time.Second
	// answerTimeout bounds the wait for an answer once the whole request is sent.
	answerTimeout = 60 * time.Second
	maxHeader     = 64 << 10
	// maxAnswer is more than the longest answer, a listing of a thousand uploads.
	maxAnswer = 4 << 20
)

func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: dialTimeout}).DialContext,
		TLSHandshakeTimeout:    dialTimeout,
		ResponseHeaderTimeout:  answerTimeout,
		IdleConnTimeout:        idleTimeout,
		MaxResponseHeaderBytes: maxHeader,
		DisableCompression:     true,
		ForceAttemptHTTP2:      true,
	}
}

var (
	errPage    = errors.New("an HTML page instead of an answer")
	errTooLong = errors.New("an answer that does not end")
)

// bounded limits the size of an answer and refuses HTML pages, unless their status says that the
// request may succeed later: what stands in front of a bucket's server answers so. The sign-in page
// of a proxy, with status 403, would otherwise pass for a refusal by the bucket's server.
type bounded struct{ next http.RoundTripper }

func (b bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := b.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if kind == "text/html" && !isPassing(resp.StatusCode) {
		_ = resp.Body.Close()
		return nil, errPage
	}
	resp.Body = &boundedBody{ReadCloser: resp.Body, left: maxAnswer}
	return resp, nil
}

// isPassing reports whether an answer's status says that the same request may succeed later.
func isPassing(status int) bool {
	return status >= http.StatusInternalServerError && status != http.StatusNotImplemented ||
		status == http.StatusTooManyRequests || status == http.StatusRequestTimeout
}

// boundedBody returns an error after left bytes. io.EOF would make half an answer look complete.
type boundedBody struct {
	io.ReadCloser
	left int
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
