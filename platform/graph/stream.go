package graph

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"crier/platform/clock"
	"crier/platform/httpclient"
)

// stallTimeout is how long the sending of a file may stand still, and how long its answer may take
// after the last byte.
const stallTimeout = 60 * time.Second

var errStalled = errors.New("nothing of the file was taken for a minute")

// File is the content of a video: Size bytes that At reads.
type File struct {
	At   io.ReaderAt
	Size int64
}

// stream is a file on its way to the network: the part of it that is still to be sent.
type stream struct {
	// uri is where the network wants the bytes.
	uri    string
	file   File
	offset int64
	// form is what goes around the file where it is sent in a multipart body to one of the
	// network's usual hosts.
	form *multipartForm

	moved   chan struct{}
	stalled atomic.Bool
}

func newStream(uri string, file File, offset int64) *stream {
	return &stream{uri: uri, file: file, offset: offset, moved: make(chan struct{}, 1)}
}

// body returns what is sent, and how long it is.
func (s *stream) body() (io.Reader, int64) {
	left := s.file.Size - s.offset
	content := io.NewSectionReader(s.file.At, s.offset, left)
	if s.form == nil {
		return moving{content, s.moved}, left
	}
	return moving{io.MultiReader(strings.NewReader(s.form.head), content, strings.NewReader(s.form.tail)), s.moved},
		int64(len(s.form.head)) + left + int64(len(s.form.tail))
}

// moving tells of each read.
type moving struct {
	io.Reader

	moved chan struct{}
}

// Read reads on, and says so.
func (m moving) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	select {
	case m.moved <- struct{}{}:
	default:
	}
	return n, err
}

// whileMoving returns a context that ends once nothing has moved for stallTimeout, on the machine's
// time.
func (s *stream) whileMoving(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		for {
			timer := clock.System().NewTimer(stallTimeout)
			select {
			case <-s.moved:
			case <-timer.C:
				s.stalled.Store(true)
				cancel()
			case <-ctx.Done():
			}
			timer.Stop()
			if ctx.Err() != nil {
				return
			}
		}
	}()
	return ctx, cancel
}

// beginUpload gives the request the address that the network named, if that is where it takes
// bytes.
func (c *caller) beginUpload(r request) (*exchange, error) {
	u := c.uploadURL(c.moved(r.bytes.uri))
	if u == nil {
		return nil, refuse(r.op, Permanent, "the address for the upload is not one of the network's")
	}
	return &exchange{request: r, caller: c, url: u, started: c.clock.Now()}, nil
}

// moved returns the address on the port at which a sandbox network listens now, for one of this
// machine's that was given before it was started again.
func (c *caller) moved(uri string) string {
	base, errBase := url.Parse(c.endpoints().Upload)
	u, err := url.Parse(uri)
	if errBase != nil || err != nil || !isLoopback(base.Hostname()) || !isLoopback(u.Hostname()) {
		return uri
	}
	u.Host = base.Host
	return u.String()
}

func isLoopback(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// uploadURL returns the address if it lies on the network's host for bytes, and nil if it does not.
func (c *caller) uploadURL(uri string) *url.URL {
	base, err := url.Parse(c.endpoints().Upload)
	if err != nil || base.Host == "" {
		return nil
	}
	u, err := url.Parse(uri)
	if err != nil || u.User != nil || u.Fragment != "" || u.Scheme != base.Scheme || !strings.EqualFold(u.Host, base.Host) {
		return nil
	}
	if u.Path != u.JoinPath().Path || !strings.HasPrefix(u.Path, base.Path+"/") {
		return nil
	}
	return u
}

func (x *exchange) streamRequest(ctx context.Context) (*http.Request, error) {
	body, length := x.bytes.body()
	if length == 0 {
		body = http.NoBody
	}
	req, err := http.NewRequestWithContext(ctx, x.method, x.url.String(), body)
	if err != nil {
		return nil, err
	}
	req.ContentLength = length
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", httpclient.UserAgent)
	if x.bytes.form != nil {
		req.Header.Set("Authorization", "Bearer "+x.account.Token.Reveal())
		req.Header.Set("Content-Type", x.bytes.form.contentType)
		return req, nil
	}
	req.Header.Set("Authorization", "OAuth "+x.account.Token.Reveal())
	req.Header.Set("Content-Type", "application/octet-stream")
	// In small letters and with the underscore, as the network documents them.
	req.Header["offset"] = []string{strconv.FormatInt(x.bytes.offset, 10)}
	req.Header["file_size"] = []string{strconv.FormatInt(x.bytes.file.Size, 10)}
	return req, nil
}
