package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/clock"
)

// BenchmarkPublishStart publishes pictures one after another with the real program, on a network
// that answers at once: ms-accept is from the request to its answer 202, ms-to-network from there
// to the first call that reaches the network (negative if that is sooner), and ms-to-published to
// the answer that says PUBLISHED.
func BenchmarkPublishStart(b *testing.B) {
	client, tap, path := newTapped(b)
	var accept, toNetwork, toPublished spread
	for b.Loop() {
		b.StopTimer()
		file := uploadFile(b, client.service, client.key, path)
		tap.forget()
		b.StartTimer()
		sent := tap.clock.Now()
		post := client.publish(file)
		accepted := tap.clock.Now()
		tap.awaitPublishCall(b)
		client.awaitPublished(post)
		accept.add(accepted.Sub(sent))
		toNetwork.add(tap.first().Sub(accepted))
		toPublished.add(tap.clock.Now().Sub(accepted))
	}
	accept.report(b, "ms-accept")
	toNetwork.report(b, "ms-to-network")
	toPublished.report(b, "ms-to-published")
}

// publishing is a client that publishes pictures.
type publishing struct {
	tb      testing.TB
	service *e2e.Service
	key     string
}

// newTapped returns the real program without limits on a network that answers at once for pictures,
// the tap between the two, and the path of a picture.
func newTapped(b *testing.B) (client publishing, between *tap, path string) {
	b.Helper()
	program := e2e.Program(b)
	network := program.Sandbox(b, "0", "")
	none := int64(0)
	network.Control(b).Latency(e2e.Latency{ImageMs: &none})
	between = newTap(b, network.URL())
	service := program.Serve(b, usualLog, "CRIER_SANDBOX_URL="+between.url, "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000")
	client = publishing{tb: b, service: service, key: service.Key(b)}
	network.Control(b).Quota(client.primary(), 1_000_000, 0)
	path = filepath.Join(b.TempDir(), "picture.png")
	if err := os.WriteFile(path, picture(b, 320, 320), 0o600); err != nil {
		b.Fatal(err)
	}
	return client, between, path
}

// primary returns the network's id of the demo account.
func (p publishing) primary() string {
	p.tb.Helper()
	for _, a := range p.do(http.MethodGet, "/auth/me", "", http.StatusOK).Accounts {
		if a.ID == demoAccount {
			return a.SNUserID
		}
	}
	p.tb.Fatal("the demo account is missing")
	return ""
}

func (p publishing) publish(file string) (post string) {
	p.tb.Helper()
	return p.do(http.MethodPost, "/posts/publish",
		`{"accountId":"`+demoAccount+`","mediaType":"IMAGE","mediaFileId":"`+file+`"}`, http.StatusAccepted).PostID
}

// awaitPublished reads the post until it has ended.
func (p publishing) awaitPublished(post string) {
	p.tb.Helper()
	for {
		switch status := p.do(http.MethodGet, "/posts/"+post, "", http.StatusOK).Status; posts.Status(status) {
		case posts.Published:
			return
		case posts.Failed:
			p.tb.Fatal("the post has failed")
		default:
		}
	}
}

func (p publishing) do(method, path, body string, want int) answered {
	p.tb.Helper()
	return do(p.tb, p.key, method, p.service.BaseURL()+path, "application/json", strings.NewReader(body), want)
}

// tap is a proxy between the service and the network that records when calls pass.
type tap struct {
	url   string
	clock clock.Clock
	// published receives when a publish call came that the network has answered.
	published chan time.Time

	mu    sync.Mutex
	calls []time.Time
}

func newTap(tb testing.TB, network string) *tap {
	tb.Helper()
	target, err := url.Parse(network)
	if err != nil {
		tb.Fatal(err)
	}
	t := &tap{clock: clock.System(), published: make(chan time.Time, 1)}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host // The network names its own addresses by it.
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		came := t.note()
		proxy.ServeHTTP(w, r)
		if strings.HasSuffix(r.URL.Path, "/media_publish") {
			t.published <- came
		}
	}))
	tb.Cleanup(server.Close)
	t.url = server.URL
	return t
}

// awaitPublishCall waits until the network has answered a publish call, and returns when that came.
func (t *tap) awaitPublishCall(tb testing.TB) (came time.Time) {
	tb.Helper()
	limit := t.clock.NewTimer(time.Minute)
	defer limit.Stop()
	select {
	case came = <-t.published:
	case <-limit.C:
		tb.Fatal("the post is not published")
	}
	return came
}

func (t *tap) note() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls = append(t.calls, t.clock.Now())
	return t.calls[len(t.calls)-1]
}

// first returns when the first call passed since the last forget.
func (t *tap) first() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.calls[0]
}

func (t *tap) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls = nil
}
