package cloud

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"crier/platform/httpclient"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	workerTimeout = 20 * time.Second
	// maxWorkerAnswer is above a page of 200 jobs that have not ended, and of 50 results with the
	// longest texts.
	maxWorkerAnswer = 1 << 20
)

// target is a worker: its address, without a closing slash, and the key that it expects.
type target struct {
	url string
	key secrets.Text
}

type workerCall struct {
	op     string
	method string
	// path is below the worker's address and begins with a slash.
	path  string
	query url.Values
	// body is sent as JSON, unless it is nil.
	body any
}

// workers calls workers. It is safe for concurrent use.
type workers struct {
	transport http.RoundTripper
	// override is where all of them answer, distinguished by their Host; empty when each answers at
	// its own address.
	override string
	timeout  time.Duration
	// nonce identifies this running Crier. asked is called before each request, and what it returns
	// gets the header of the answer.
	nonce string
	asked func() func(http.Header)
}

func newWorkers(override, nonce string, asked func() func(http.Header)) *workers {
	return &workers{override: override, nonce: nonce, asked: asked, timeout: workerTimeout, transport: httpclient.NewTransport()}
}

// public returns where everybody reaches the worker with the address: with an override, at /@HOST.
func (w *workers) public(address string) string {
	if _, host, ok := strings.Cut(address, "://"); ok && w.override != "" {
		return w.override + "/@" + host
	}
	return address
}

func (w *workers) closeIdleConnections() {
	httpclient.CloseIdle(w.transport)
}

// answer is the result of an operation. It knows what it must contain.
type answer interface{ flaw() string }

// call makes the call once and decodes its answer into out. Its error is always a *WorkerError.
func (w *workers) call(ctx context.Context, t target, c workerCall, out answer) error {
	if err := ctx.Err(); err != nil {
		return &WorkerError{op: c.op, NotSent: true, Message: "not sent: " + err.Error(), cause: err}
	}
	ctx, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	var trace httpclient.Trace
	req, err := w.request(trace.In(ctx), t, c)
	if err != nil {
		return &WorkerError{op: c.op, NotSent: true, Message: printable(err.Error(), t.key.Reveal()), cause: err}
	}
	// http.Client.Do is not used, because it follows redirects, and sends the key there.
	heed := w.asked()
	resp, err := w.transport.RoundTrip(req)
	if err != nil {
		return &WorkerError{op: c.op, NotSent: trace.NotSent(), Unsure: !trace.NotSent(), Message: printable(err.Error(), t.key.Reveal()), cause: err}
	}
	defer func() { _ = resp.Body.Close() }()
	heed(resp.Header)
	b, err := httpclient.ReadAll(resp.Body, maxWorkerAnswer)
	switch {
	case errors.Is(err, httpclient.ErrTooLong):
		return c.notAnswered("the answer is %s", err)
	case err != nil:
		return &WorkerError{op: c.op, Unsure: true, Message: "the answer was cut off: " + printable(err.Error(), t.key.Reveal()), cause: err}
	case resp.StatusCode != http.StatusOK:
		return c.refusal(resp, b, t.key)
	}
	return c.read(resp, b, t.key, out)
}

func (w *workers) request(ctx context.Context, t target, c workerCall) (*http.Request, error) {
	own, err := url.Parse(t.url)
	if err != nil || own.Host == "" || own.Scheme != "https" {
		return nil, fmt.Errorf("the worker has no address")
	}
	base := t.url
	if w.override != "" {
		base = w.override
	}
	var body []byte
	if c.body != nil {
		if body, err = json.Marshal(c.body, json.FormatNilSliceAsNull(false)); err != nil {
			return nil, fmt.Errorf("the body cannot be encoded: %w", err)
		}
	}
	address := base + c.path
	if len(c.query) > 0 {
		address += "?" + c.query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, c.method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Host = own.Host
	req.Header.Set("Authorization", "Bearer "+t.key.Reveal())
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "Crier")
	req.Header.Set(headerCopy, w.nonce)
	if c.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return req, nil
}

// decode decodes JSON of the worker. A text of the network's that was cut in the middle of a
// character does not make the rest unreadable.
func decode(b []byte, out any) error { return json.Unmarshal(b, out, jsontext.AllowInvalidUTF8(true)) }

// read accepts an answer as the worker's only when it is one in every respect.
func (c workerCall) read(resp *http.Response, b []byte, key secrets.Text, out answer) error {
	if isHTML(resp.Header) {
		return c.notAnswered("a web page came in the place of the worker's answer, perhaps of a proxy or of the sign-in page of a network")
	}
	if err := decode(b, out); err != nil {
		return c.notAnswered("the answer is not the worker's: %s", printable(err.Error(), key.Reveal()))
	}
	if flaw := out.flaw(); flaw != "" {
		return c.notAnswered("the answer is not the worker's: %s", flaw)
	}
	return nil
}

// wireRefusal is an error of the worker's.
type wireRefusal struct {
	Error  string    `json:"error"`
	Code   string    `json:"code"`
	Status int       `json:"status"`
	Job    *JobState `json:"job"`
	Fence  int64     `json:"fence"`
	// Since comes with OTHER_COPY.
	Since *wiretime.Time `json:"since"`
}

// refusal returns the error of an answer other than 200. An answer that does not look like the
// worker's own is not a refusal, and neither is a failure inside of the worker, which may come
// after the change.
func (c workerCall) refusal(resp *http.Response, b []byte, key secrets.Text) *WorkerError {
	var said wireRefusal
	if isHTML(resp.Header) || decode(b, &said) != nil || said.Code == "" || said.Error == "" || said.Status != resp.StatusCode {
		return c.notAnswered("HTTP %d, and the answer is not the worker's%s", resp.StatusCode, hint(resp.StatusCode))
	}
	e := &WorkerError{op: c.op, Code: printable(said.Code, key.Reveal()), Message: printable(said.Error, key.Reveal()), Fence: said.Fence, Since: said.Since}
	if said.Job != nil && said.Job.flaw() == "" {
		e.Job = said.Job
	}
	e.Unsure = said.Code == workerInternal || resp.StatusCode >= http.StatusInternalServerError && said.Code != workerNotConfigured
	return e
}

// hint says what Cloudflare usually means by a status that did not come from the worker.
func hint(status int) string {
	switch status {
	case http.StatusNotFound:
		return ": there is none at its address, or not yet"
	case http.StatusTooManyRequests:
		return ": perhaps the Cloudflare plan's requests of the day are used up"
	default:
		return ""
	}
}

func isHTML(h http.Header) bool {
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return kind == "text/html" || kind == "application/xhtml+xml"
}
