package workerstore

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"crier/platform/clock"
	"crier/platform/httpclient"
	"crier/platform/objectstore"
	"crier/platform/secrets"
)

const (
	// shortTimeout bounds a request for which somebody waits.
	shortTimeout = 30 * time.Second
	// maxAnswer is more than the longest answer, which lists the parts of a file of 1 GiB.
	maxAnswer = 64 << 10
)

// The codes with which the worker refuses, as API.md has them.
const (
	codeTaken        = "MEDIA_TAKEN"
	codeFull         = "MEDIA_FULL"
	codeDiffers      = "MEDIA_DIFFERS"
	codeIncomplete   = "MEDIA_INCOMPLETE"
	codeUnknown      = "UNKNOWN_MEDIA"
	codeUnauthorized = "UNAUTHORIZED"
	codeNoKey        = "NOT_CONFIGURED"
	codeOtherKey     = "INVALID_PARAM"
	codeNotFound     = "NOT_FOUND"
)

// client makes the requests to one worker. It bounds their time, repeats them while that may help,
// and returns errors for people.
type client struct {
	base, host string
	key        secrets.Text
	clock      clock.Clock
	timeout    time.Duration
	transport  http.RoundTripper
}

func newClient(base, host string, key secrets.Text, o Options) *client {
	c := &client{base: base, host: host, key: key, clock: o.Clock, timeout: o.RequestTimeout, transport: o.Transport}
	if c.transport == nil {
		c.transport = httpclient.NewTransport()
	}
	return c
}

type call struct {
	method, path string
	body         []byte
}

// answer is what the worker says of a file.
type answer struct {
	IsWhole bool  `json:"isWhole"`
	Parts   []int `json:"parts"`
}

// refusal says that the file is not at the worker as Crier has left it: another one has its name
// (codeTaken), parts are missing, or it was deleted.
type refusal struct {
	code    string
	isWhole bool
}

func (r *refusal) Error() string { return r.code }

// call makes a request, and repeats it while that may help.
func (c *client) call(ctx context.Context, in call) (got answer, err error) {
	err = objectstore.Try(ctx, c.clock, func(ctx context.Context) error {
		got, err = c.once(ctx, in)
		return err
	})
	return got, err
}

func (c *client) once(ctx context.Context, in call) (answer, error) {
	timeout := c.timeout
	if objectstore.IsHurried(ctx) {
		timeout = min(timeout, shortTimeout)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, in.method, c.base+in.path, bytes.NewReader(in.body))
	if err != nil {
		return answer{}, errors.New("workerstore: the worker's address is malformed")
	}
	req.Host = c.host
	req.Header.Set("Authorization", "Bearer "+c.key.Reveal())
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "Crier")
	// http.Client.Do is not used, because it follows redirects, and sends the key there.
	resp, err := c.transport.RoundTrip(req)
	if err != nil {
		return answer{}, c.unreached(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return answer{}, c.unreached(err)
	}
	return c.read(resp, b)
}

func (c *client) unreached(err error) error {
	kind, detail := objectstore.Unreached(err)
	if kind == objectstore.NotTrusted {
		return c.failed(kind, "its certificate is not to be trusted ("+detail+"); look for a proxy in between", err)
	}
	return c.failed(kind, "it cannot be reached: "+detail, err)
}

// failed returns an error for people about the worker.
func (c *client) failed(kind objectstore.Kind, detail string, cause error) error {
	return objectstore.NewError(kind, "the cloud worker cannot take the file: "+detail, cause)
}

// read accepts an answer as the worker's only when it is one. What comes in its place is of
// Cloudflare, or of a proxy in between.
func (c *client) read(resp *http.Response, b []byte) (answer, error) {
	var said struct {
		answer

		Code string `json:"code"`
		Held int64  `json:"held"`
		Most int64  `json:"most"`
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	isOwn := kind == "application/json" && json.Unmarshal(b, &said) == nil
	switch {
	case isOwn && resp.StatusCode == http.StatusOK:
		return said.answer, nil
	case isOwn && said.Code != "":
		if said.Code == codeTaken || said.Code == codeIncomplete || said.Code == codeUnknown {
			return answer{}, &refusal{said.Code, said.IsWhole}
		}
		return answer{}, c.refused(resp.StatusCode, said.Code, said.Held, said.Most)
	case resp.StatusCode == http.StatusTooManyRequests:
		return answer{}, c.failed(objectstore.Unavailable, "Cloudflare lets no more requests through (HTTP 429); where the plan's requests of the day are used up, that ends at midnight UTC", nil)
	case resp.StatusCode == http.StatusNotFound:
		return answer{}, c.failed(objectstore.Unavailable, "there is none at its address, or not yet (HTTP 404)", nil)
	default:
		return answer{}, c.failed(objectstore.Unavailable, fmt.Sprintf("a page came in the place of its answer (HTTP %d), perhaps of Cloudflare, a proxy or the sign-in page of a network", resp.StatusCode), nil)
	}
}

const mega = 1e6

// refused says what a refusal of the worker's means.
func (c *client) refused(status int, code string, held, most int64) error {
	const deploy = "; deploy it again (crier cloud deploy)"
	switch code {
	case codeFull:
		return objectstore.NewError(objectstore.Full, fmt.Sprintf("the cloud worker's store is full: it holds %.0f of %.0f MB. It has room again when posts are live and their files are deleted; Crier tries again then",
			float64(held)/mega, float64(most)/mega), nil)
	case codeUnauthorized, codeNoKey, codeOtherKey:
		return c.failed(objectstore.WrongSecret, "it has another key than Crier"+deploy, nil)
	case codeNotFound:
		return c.failed(objectstore.Refused, "it is of an earlier version, which keeps no files"+deploy, nil)
	case codeDiffers:
		return c.failed(objectstore.Unavailable, "bytes were damaged on the way", nil)
	}
	if status >= http.StatusInternalServerError {
		return c.failed(objectstore.Unavailable, fmt.Sprintf("it failed (HTTP %d, %s)", status, secrets.Printable(code, shownCode)), nil)
	}
	return c.failed(objectstore.Refused, fmt.Sprintf("it refuses (HTTP %d, %s)", status, secrets.Printable(code, shownCode)), nil)
}

const shownCode = 60
