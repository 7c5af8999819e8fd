package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"crier/platform/sandbox/wire"
)

const (
	fetchAgent  = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"
	dialTimeout = 5 * time.Second
	// idlePerHost is as many connections as publications run at once.
	idlePerHost = 8
)

var errForbiddenHost = errors.New("the sandbox fetches from loopback hosts and from those that are named only")

// Finding is what the network objects to in the media of a container. Refuses says that the network
// refuses the container itself.
type Finding struct {
	Err     *wire.Error
	Refuses bool
}

// Fetcher fetches media as the network does, but only from this machine and from the named hosts.
type Fetcher struct {
	hosts     []string
	mediaHost func() string
	timeout   time.Duration
	client    *http.Client
}

// NewFetcher returns a fetcher that reaches this machine, hosts, and the host that mediaHost
// returns. A given transport decides which hosts it reaches.
func NewFetcher(hosts []string, mediaHost func() string, transport http.RoundTripper, timeout time.Duration) *Fetcher {
	f := &Fetcher{hosts: hosts, mediaHost: mediaHost, timeout: timeout}
	if transport == nil {
		// The transport uses no proxy of the environment, so that nothing leaves the machine.
		transport = &http.Transport{DialContext: f.dial, DisableCompression: true, IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: idlePerHost}
	}
	f.client = &http.Client{Transport: transport}
	return f
}

// Close closes the idle connections.
func (f *Fetcher) Close() { f.client.CloseIdleConnections() }

// CopyVideo fetches a whole video, as the network does, for the page of published files. It does
// not fetch a video that the album would not take. It returns the network's error about a host that
// does not send the whole video.
func (f *Fetcher) CopyVideo(ctx context.Context, raw string, copied io.Writer) *wire.Error {
	resp, gerr := f.get(ctx, raw, 0, 0)
	if gerr != nil {
		return gerr
	}
	defer func() { _ = resp.Body.Close() }()
	switch {
	case resp.StatusCode != http.StatusOK:
		return errFetch()
	case resp.ContentLength < 0 || resp.ContentLength > maxInAlbum:
		return nil
	}
	if _, err := io.Copy(copied, resp.Body); err != nil {
		return fetchFailure(err)
	}
	return nil
}

// get asks for the bytes of raw from start to end, for everything when end is 0. The caller closes
// the body.
func (f *Fetcher) get(ctx context.Context, raw string, start, end int64) (*http.Response, *wire.Error) {
	u, fine := isFetchable(raw)
	if !fine {
		return nil, errFetch()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, errFetch()
	}
	req.Header.Set("User-Agent", fetchAgent)
	req.Header.Set("Accept", "*/*")
	if end > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", start, end-1))
	}
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, fetchFailure(err)
	}
	return resp, nil
}

// fetchFailure returns the error of the network for a connection that failed with err.
func fetchFailure(err error) *wire.Error {
	if failure, ok := errors.AsType[net.Error](err); ok && failure.Timeout() {
		return wire.MediaError(wire.CodeDownload, wire.SubDownloadTime, "Timeout", "It takes too long to download the media.")
	}
	return errFetch()
}

func errFetch() *wire.Error {
	return wire.MediaError(wire.CodeFetch, wire.SubFetch, "Media download has failed",
		"The media could not be fetched from this URI. Check that it can be reached from outside and that it leads to the media itself.")
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

func (f *Fetcher) isListed(host string) bool {
	if f.mediaHost != nil && host != "" && strings.EqualFold(f.mediaHost(), host) {
		return true
	}
	return slices.ContainsFunc(f.hosts, func(h string) bool { return strings.EqualFold(h, host) })
}

// dial connects to loopback addresses, and to the hosts that the options name. localhost is never
// looked up, so that no resolver can lead it elsewhere.
func (f *Fetcher) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	d := net.Dialer{Timeout: dialTimeout}
	switch {
	case f.isListed(host) && !isLocal(host):
		return d.DialContext(ctx, network, addr)
	case !isLocal(host):
		return nil, errForbiddenHost
	case net.ParseIP(host) != nil:
		return d.DialContext(ctx, network, addr)
	}
	conn, err := d.DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		return d.DialContext(ctx, network, net.JoinHostPort("::1", port))
	}
	return conn, nil
}

// isFetchable reports whether the network would try to fetch the URL.
func isFetchable(raw string) (*url.URL, bool) {
	for _, r := range raw {
		if r > unicode.MaxASCII || r <= ' ' {
			return nil, false
		}
	}
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, false
	}
	return u, true
}
